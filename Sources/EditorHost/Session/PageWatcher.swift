import Foundation
import WebKit

/// Watches the web view's navigations for a session: the editor's page may load, nothing else may.
@MainActor
final class PageWatcher: NSObject, WKNavigationDelegate {
  /// The page failed, or what runs it ended.
  ///
  /// Called any number of times.
  var pageFailed: @MainActor (_ message: String, _ cause: (any Error)?) -> Void = { _, _ in }
  /// The page is being replaced by another load of itself.
  ///
  /// Called any number of times, not for the first load.
  var pageReloads: @MainActor () -> Void = {}

  private var hasStarted = false

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy {
    let url = navigationAction.request.url
    return url?.scheme == EditorBundle.scheme && url?.host == "app" ? .allow : .cancel
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    if hasStarted { pageReloads() }
    hasStarted = true
  }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    pageFailed("the editor's page did not load", error)
  }

  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  {
    pageFailed("the editor's page did not load", error)
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    pageFailed("what runs the editor's page ended", nil)
  }
}
