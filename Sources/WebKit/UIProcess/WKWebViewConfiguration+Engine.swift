// Not part of Apple's API: code that must compile against Apple's WebKit may not use what this file declares.

extension WKWebViewConfiguration {
  /// What the engine below the view is given: clock, seed, limits, page size, and with whom it shares a virtual
  /// machine.
  ///
  /// Read when a view is made with this configuration.
  public var engine: WebContentSettings {
    get { engineSettings }
    set { engineSettings = newValue }
  }
}
