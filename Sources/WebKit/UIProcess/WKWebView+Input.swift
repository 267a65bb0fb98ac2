// Not part of Apple's API: code that must compile against Apple's WebKit may not use what this file declares.

/// A person's hands on a web view's page.
///
/// Main actor. Each call returns when the page has dealt with it: the listeners of its events have run. Calls are
/// carried out in order.
@MainActor
public struct WebViewInput {
  /// The modifier keys held while a key is pressed.
  public struct Modifiers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt or Option.
    public static let alt = Modifiers(rawValue: 4)
    /// Command or Windows.
    public static let meta = Modifiers(rawValue: 8)
  }

  let page: PageProxy

  /// Types text where the caret is, character by character, with the events of a keyboard.
  ///
  /// A newline presses Enter.
  ///
  /// Throws `WKError` when the page throws, ends or is released.
  public func type(_ text: String) async throws {
    _ = try await page.input(.type(text))
  }

  /// Presses and releases one key, named as `KeyboardEvent.key` names it: `Enter`, `Backspace`, `a`.
  ///
  /// Throws `WKError` when the page throws, ends or is released.
  public func press(_ key: String, modifiers: Modifiers = []) async throws {
    _ = try await page.input(
      .press(
        key: key, shift: modifiers.contains(.shift), control: modifiers.contains(.control),
        alt: modifiers.contains(.alt), meta: modifiers.contains(.meta)))
  }
}

extension WKWebView {
  /// Keys and text for the page, as if a person typed.
  public var input: WebViewInput { WebViewInput(page: page) }
}
