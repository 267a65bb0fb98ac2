public import Foundation

/// Loads the URLs of a scheme that the app defines.
@preconcurrency @MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
  /// Starts loading; answer through the task, now or later.
  ///
  /// Called on the main actor. A task that is never finished or failed keeps the page waiting until the view is closed
  /// or navigates away, which stops the task.
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)

  /// The page no longer wants the resource.
  ///
  /// Calling the task afterwards traps.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
