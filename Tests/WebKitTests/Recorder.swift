import Foundation
import WebKit

/// A delegate and handler that writes down what it hears, in order, and lets a test wait for it.
@MainActor
final class Recorder: NSObject, WKNavigationDelegate, WKScriptMessageHandler {
  /// One line per event: `start`, `commit`, `finish`, `fail -999`, `message name`, `terminated`.
  private(set) var lines: [String] = []
  private(set) var bodies: [Any] = []
  private(set) var messages: [WKScriptMessage] = []
  private(set) var diagnostics: [WebDiagnostic] = []
  private(set) var errors: [any Error] = []
  private(set) var actions: [WKNavigationAction] = []
  /// What is answered when the delegate is asked; allowed when `nil`.
  var policy: ((WKNavigationAction) -> WKNavigationActionPolicy)?

  private var waiting: [(condition: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  func note(_ line: String) {
    lines.append(line)
    wake()
  }

  /// Returns when the condition holds; it is asked after each event.
  func wait(until condition: @escaping () -> Bool) async {
    if condition() { return }
    await withCheckedContinuation { waiting.append((condition, $0)) }
  }

  func wait(for line: String) async {
    await wait { self.lines.contains(line) }
  }

  func forget() {
    lines.removeAll()
    bodies.removeAll()
    messages.removeAll()
  }

  private func wake() {
    let ready = waiting.filter { $0.condition() }
    waiting.removeAll { $0.condition() }
    for entry in ready { entry.continuation.resume() }
  }

  func hear(_ diagnostic: WebDiagnostic) {
    diagnostics.append(diagnostic)
    wake()
  }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    bodies.append(message.body)
    messages.append(message)
    note(message.body is String ? "\(message.name) \(message.body)" : message.name)
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
  ) {
    actions.append(navigationAction)
    note("policy")
    decisionHandler(policy?(navigationAction) ?? .allow)
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) { note("start") }
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { note("commit") }
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { note("finish") }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    errors.append(error)
    note("fail \((error as NSError).code)")
  }

  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  {
    errors.append(error)
    note("fail provisional \((error as NSError).code)")
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { note("terminated") }
}

/// A view with a recorder as its delegate and as its handler `bridge`.
@MainActor
struct RecordedView {
  let view: WKWebView
  let recorder = Recorder()

  /// What all views of the tests run in, so that the page environment is loaded once.
  static let process = WebContentProcess()

  init(handlers: [String] = ["bridge"], _ configure: (WKWebViewConfiguration) -> Void = { _ in }) {
    let configuration = WKWebViewConfiguration()
    configuration.engine.process = Self.process
    for name in handlers { configuration.userContentController.add(recorder, name: name) }
    configure(configuration)
    view = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
    view.navigationDelegate = recorder
    view.onDiagnostic = { [weak recorder] in recorder?.hear($0) }
  }

  /// Loads HTML and returns when it has finished.
  func show(_ html: String = "", baseURL: URL? = URL(string: "https://app.local/")) async {
    view.loadHTMLString(html, baseURL: baseURL)
    await recorder.wait(for: "finish")
  }

  /// Handler and recorder refer to each other through the controller until they are taken apart.
  func tearDown() {
    view.configuration.userContentController.removeAllScriptMessageHandlers()
    view.onDiagnostic = nil
  }
}
