public import Foundation

/// Receives the messages that pages post to `window.webkit.messageHandlers.<name>`.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
  /// A page posted a message.
  ///
  /// Called on the main actor, in the order of posting. The page's promise resolves with `undefined` after this
  /// returned.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
