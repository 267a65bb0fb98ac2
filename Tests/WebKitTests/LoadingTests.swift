import Foundation
import FoundationNetworking
import Testing
import WebKit

@Suite("Loading and navigation", .timeLimit(.minutes(1)))
@MainActor
struct LoadingTests {
  @Test("policy, start, commit, the page's messages, finish")
  func order() async {
    let page = RecordedView()
    defer { page.tearDown() }
    let view = page.view
    #expect(view.url == nil)
    #expect(!view.isLoading)
    let navigation = view.loadHTMLString(
      "<title>Hello</title><script>webkit.messageHandlers.bridge.postMessage('script')</script>",
      baseURL: URL(string: "https://app.local/page"))
    #expect(navigation != nil)
    #expect(view.isLoading)
    #expect(view.url?.absoluteString == "https://app.local/page")
    #expect(page.recorder.lines.isEmpty)
    await page.recorder.wait(for: "finish")
    #expect(page.recorder.lines == ["policy", "start", "commit", "bridge script", "finish"])
    #expect(view.title == "Hello")
    #expect(view.estimatedProgress == 1)
    #expect(!view.isLoading)
  }

  @Test("a policy of cancel ends the navigation before it starts")
  func cancelledByPolicy() async throws {
    let page = RecordedView(handlers: [])
    await page.show("<title>old</title>")
    page.recorder.forget()
    page.recorder.policy = { _ in .cancel }
    page.view.load(URLRequest(url: try #require(URL(string: "about:blank"))))
    await page.recorder.wait(for: "policy")
    #expect(try await page.view.evaluateJavaScript("document.title") as? String == "old")
    #expect(page.recorder.lines == ["policy"])
    #expect(!page.view.isLoading)
    #expect(page.view.url?.absoluteString == "https://app.local/")
  }

  final class AsyncDelegate: NSObject, WKNavigationDelegate {
    var asked: [String] = []
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      await Task.yield()
      asked.append(navigationAction.request.url?.absoluteString ?? "")
      return .allow
    }
  }

  @Test("the async form of the policy method is asked")
  func asyncPolicy() async throws {
    let delegate = AsyncDelegate()
    let page = RecordedView()
    defer { page.tearDown() }
    page.view.navigationDelegate = delegate
    page.view.loadHTMLString(
      "<script>webkit.messageHandlers.bridge.postMessage('in')</script>", baseURL: URL(string: "https://app.local/a"))
    await page.recorder.wait(for: "bridge in")
    #expect(delegate.asked == ["https://app.local/a"])
  }

  @Test("a load during a load cancels the first")
  func loadDuringLoad() async throws {
    // The first document is asked for and never comes, so the second load is always during the first.
    let silent = SchemeHandlerTests.Handler { _ in }
    let page = RecordedView(handlers: []) { $0.setURLSchemeHandler(silent, forURLScheme: "app") }
    page.view.load(URLRequest(url: try #require(URL(string: "app://host/one"))))
    await page.recorder.wait(for: "start")
    page.view.loadHTMLString("<title>two</title>", baseURL: nil)
    await page.recorder.wait(for: "finish")
    #expect(
      page.recorder.lines == ["policy", "start", "fail provisional -999", "policy", "start", "commit", "finish"])
    #expect((page.recorder.errors.first as NSError?)?.domain == NSURLErrorDomain)
    #expect(page.view.title == "two")
  }

  @Test("location assignment asks the policy and then loads")
  func pageNavigation() async throws {
    let handler = SchemeHandlerTests.Handler { task in
      SchemeHandlerTests.response(to: task, "<title>\(task.request.url?.path ?? "")</title>")
    }
    let page = RecordedView(handlers: []) { $0.setURLSchemeHandler(handler, forURLScheme: "app") }
    page.view.load(URLRequest(url: try #require(URL(string: "app://host/one"))))
    await page.recorder.wait(for: "finish")
    page.recorder.forget()
    try await page.view.evaluateJavaScript("location.href = '/two'; 0")
    await page.recorder.wait(for: "finish")
    #expect(page.recorder.lines == ["policy", "start", "commit", "finish"])
    #expect(page.view.title == "/two")
    #expect(page.view.url?.absoluteString == "app://host/two")
    #expect(page.recorder.actions.last?.request.url?.absoluteString == "app://host/two")
    page.recorder.forget()
    page.recorder.policy = { _ in .cancel }
    try await page.view.evaluateJavaScript("location.href = '/three'; 0")
    await page.recorder.wait(for: "policy")
    #expect(page.view.url?.absoluteString == "app://host/two")
    page.recorder.policy = nil
    page.recorder.forget()
    page.view.reload()
    await page.recorder.wait(for: "finish")
    #expect(page.view.title == "/two")
    #expect(page.recorder.actions.last?.navigationType == .reload)
  }

  @Test("a hash change moves the URL without a load")
  func hash() async throws {
    let page = RecordedView(handlers: [])
    await page.show()
    page.recorder.forget()
    try await page.view.evaluateJavaScript("location.hash = 'there'; 0")
    await page.recorder.wait { page.view.url?.fragment != nil || !page.recorder.lines.isEmpty }
    #expect(page.view.url?.absoluteString == "https://app.local/#there")
    #expect(page.recorder.lines.isEmpty)
  }

  @Test("a file reads files below the granted directory and no others")
  func files() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "<title>file</title><script src='lib/a.js'></script><script src='../out.js'></script>", to: "site/index.html")
    try directory.write("var a = 'in'", to: "site/lib/a.js")
    try directory.write("var b = 'out'", to: "out.js")
    let page = RecordedView(handlers: [])
    page.view.loadFileURL(directory.url("site/index.html"), allowingReadAccessTo: directory.url("site"))
    await page.recorder.wait(for: "finish")
    #expect(page.view.title == "file")
    #expect(try await page.view.evaluateJavaScript("a") as? String == "in")
    #expect(try await page.view.evaluateJavaScript("typeof b") as? String == "undefined")
    #expect(page.recorder.diagnostics.contains { $0.code == .resourceFailed && $0.detail.contains("out.js") })
    page.recorder.forget()
    page.view.loadFileURL(directory.url("missing.html"), allowingReadAccessTo: directory.root)
    await page.recorder.wait { page.recorder.lines.contains { $0.hasPrefix("fail") } }
    #expect((page.recorder.errors.last as? URLError)?.code == .fileDoesNotExist)
  }

  @Test("data is decoded with the character set it is said to have")
  func data() async throws {
    let page = RecordedView(handlers: [])
    let bytes = Data("<title>caf".utf8) + [0xE9] + Data("</title>".utf8)
    page.view.load(
      bytes, mimeType: "text/html", characterEncodingName: "iso-8859-1",
      baseURL: try #require(URL(string: "https://app.local/")))
    await page.recorder.wait(for: "finish")
    #expect(page.view.title == "café")
  }

  @Test("typing reaches the focused field")
  func input() async throws {
    let page = RecordedView(handlers: [])
    await page.show("<input id='field'>")
    try await page.view.evaluateJavaScript("document.getElementById('field').focus(); 0")
    try await page.view.input.type("hey")
    try await page.view.input.press("Backspace")
    #expect(try await page.view.evaluateJavaScript("document.getElementById('field').value") as? String == "he")
  }
}
