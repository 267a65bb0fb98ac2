// Not part of Apple's API: code that must compile against Apple's WebKit may not use what this file declares.

extension WKWebView {
  /// What the page and its host did that would otherwise pass in silence: console output, uncaught errors, dropped
  /// messages.
  ///
  /// Each use makes a new stream that begins with the next diagnostic and ends with the view. A stream that nobody
  /// reads keeps the newest 4,096.
  public var diagnostics: AsyncStream<WebDiagnostic> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WebDiagnostic.self, bufferingPolicy: .bufferingNewest(4096))
    let identifier = nextDiagnosticStream
    nextDiagnosticStream += 1
    diagnosticStreams[identifier] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.diagnosticStreams[identifier] = nil }
    }
    return stream
  }

  /// Called with each diagnostic, on the main actor, in order with messages and delegate calls.
  ///
  /// Retained by the view.
  public var onDiagnostic: (@MainActor (WebDiagnostic) -> Void)? {
    get { diagnosticHandler }
    set { diagnosticHandler = newValue }
  }

  func publish(_ diagnostic: WebDiagnostic) {
    diagnosticHandler?(diagnostic)
    for stream in diagnosticStreams.values { stream.yield(diagnostic) }
  }
}
