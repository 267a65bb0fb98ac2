public import Foundation

/// Decides on navigations and follows them.
///
/// Every method has a default implementation, as Apple's are optional. All are called on the main actor. A navigation
/// that is allowed goes: policy, start, commit, messages of the page's scripts, finish; one of the two failures
/// replaces what is left.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
  /// Decides whether a navigation goes on; without an implementation it does.
  ///
  /// Until the handler is called the navigation waits. Implement this form or the `async` one; this one is called.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)

  /// Decides whether a navigation goes on; without an implementation it does.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy

  /// The view began to load.
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)

  /// The view could not load; the old document stays.
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)

  /// The new document replaced the old one; its scripts have not run yet.
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)

  /// The document and what it needs have loaded.
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)

  /// Loading ended after the commit and before the finish.
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)

  /// What ran the page is gone: it exceeded a limit or was ended from outside.
  ///
  /// The view's `url` still tells the old one.
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

extension WKNavigationDelegate {
  /// Asks the `async` form.
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
  ) {
    Task { decisionHandler(await self.webView(webView, decidePolicyFor: navigationAction)) }
  }

  /// Allows it.
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy {
    .allow
  }

  /// Does nothing.
  public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {}

  /// Does nothing.
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {}

  /// Does nothing.
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}

  /// Does nothing.
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}

  /// Does nothing.
  public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}

  /// Does nothing.
  ///
  /// The page is gone until the next load.
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}
