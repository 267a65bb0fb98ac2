extension WKWebView {
  /// Runs a script in the main frame and passes the value of its last statement.
  ///
  /// The value is taken before microtasks run; the handler is called after them, on the main actor, exactly once.
  /// `undefined` is `nil` without an error. What JavaScript throws is `WKError.javaScriptExceptionOccurred`; a value
  /// that cannot be copied, such as a promise, is `.javaScriptResultTypeIsUnsupported`. When the page ends first the
  /// error is `.webContentProcessTerminated`, when the view is released `.webViewInvalidated`.
  public func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {
    page.evaluate(javaScriptString, frame: nil, completion: completionHandler.map(Self.splitting))
  }

  /// Runs a script in the main frame and returns the value of its last statement; `nil` for `undefined`.
  ///
  /// Errors as in the form with a completion handler. Cancelling the task does not stop the script.
  @discardableResult
  public func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
    try await page.evaluate(javaScriptString, frame: nil)
  }

  /// Runs a script in a frame and a world, and passes the value of its last statement.
  ///
  /// `undefined` is an empty optional inside the `Any`, as on Apple platforms. A frame that has navigated away or gone
  /// is `WKError.javaScriptInvalidFrameTarget`; other errors as in the form without a frame.
  @preconcurrency
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    page.evaluate(javaScript, frame: frame, completion: completionHandler.map(Self.boxingNil))
  }

  /// Runs a script in a frame and a world, and returns the value of its last statement; `nil` for `undefined`.
  @discardableResult
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await page.evaluate(javaScript, frame: frame)
  }

  /// Calls an async function with the given body and named arguments, and passes what its promise resolves to.
  ///
  /// Arguments are `NSNumber`, `String`, `Date`, `NSNull`, arrays and dictionaries of these, Swift numbers and `Bool`;
  /// they reach the function as values and never become source text. A rejection is
  /// `WKError.javaScriptExceptionOccurred` with the reason as message. A promise that never settles keeps the call
  /// pending until the page ends or the view is released.
  @preconcurrency
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld, completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    page.callFunction(
      functionBody, arguments: arguments, frame: frame, completion: completionHandler.map(Self.boxingNil))
  }

  /// Calls an async function with the given body and named arguments, and returns what its promise resolves to; `nil`
  /// for `undefined`.
  ///
  /// Arguments and errors as in the form with a completion handler. Cancelling the task does not stop the function.
  @discardableResult
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await page.callFunction(functionBody, arguments: arguments, frame: frame)
  }

  private static func splitting(
    _ handler: @escaping @MainActor @Sendable (Any?, (any Error)?) -> Void
  ) -> PageProxy.Completion {
    { result in
      switch result {
      case .success(let value): handler(value, nil)
      case .failure(let error): handler(nil, error)
      }
    }
  }

  private static func boxingNil(
    _ handler: @escaping @MainActor (Result<Any, any Error>) -> Void
  ) -> PageProxy.Completion {
    { result in handler(result.map { $0 ?? Optional<Any>.none as Any }.mapError { $0 as any Error }) }
  }
}
