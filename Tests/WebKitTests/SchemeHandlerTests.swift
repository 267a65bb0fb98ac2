import Foundation
import FoundationNetworking
import Testing
import WebKit

@Suite("Schemes that the app handles", .timeLimit(.minutes(1)))
@MainActor
struct SchemeHandlerTests {
  /// Answers from a closure, and keeps the tasks it was given.
  final class Handler: NSObject, WKURLSchemeHandler {
    var answer: (any WKURLSchemeTask) -> Void
    private(set) var started: [any WKURLSchemeTask] = []
    private(set) var stopped: [any WKURLSchemeTask] = []
    var onStop: () -> Void = {}

    init(_ answer: @escaping (any WKURLSchemeTask) -> Void = { _ in }) {
      self.answer = answer
      super.init()
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
      started.append(urlSchemeTask)
      answer(urlSchemeTask)
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
      stopped.append(urlSchemeTask)
      onStop()
    }
  }

  static func response(
    to task: any WKURLSchemeTask, status: Int = 200, type: String = "text/html", _ parts: String...
  ) {
    guard
      let url = task.request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": type, "X-Test": "1"])
    else { return task.didFailWithError(URLError(.badURL)) }
    task.didReceive(response)
    for part in parts { task.didReceive(Data(part.utf8)) }
    task.didFinish()
  }

  @Test("document, script and fetch are served, in parts")
  func serving() async throws {
    let handler = Handler { task in
      switch task.request.url?.path {
      case "/index.html":
        Self.response(to: task, "<title>served</title>", "<script src='main.js'></script>")
      case "/main.js": Self.response(to: task, type: "text/javascript", "var loaded = ", "'yes'")
      case "/data": Self.response(to: task, status: 201, type: "application/json", "{\"a\":", "[1]}")
      default: task.didFailWithError(URLError(.fileDoesNotExist))
      }
    }
    let page = RecordedView(handlers: []) { $0.setURLSchemeHandler(handler, forURLScheme: "app") }
    page.view.load(URLRequest(url: try #require(URL(string: "app://host/index.html"))))
    await page.recorder.wait(for: "finish")
    #expect(page.view.title == "served")
    #expect(try await page.view.evaluateJavaScript("loaded") as? String == "yes")
    #expect(try await page.view.evaluateJavaScript("location.href") as? String == "app://host/index.html")
    let fetched = try await page.view.callAsyncJavaScript(
      """
      const r = await fetch('/data');
      return [r.status, r.ok, r.headers.get('x-test'), (await r.json()).a[0]]
      """, contentWorld: .page)
    let list = try #require(fetched as? [Any])
    #expect(list[0] as? Int == 201)
    #expect(list[1] as? Bool == true)
    #expect(list[2] as? String == "1")
    #expect(list[3] as? Int == 1)
  }

  @Test("a body sent with fetch reaches the handler byte for byte, and bytes come back so")
  func upload() async throws {
    var received: URLRequest?
    let handler = Handler { task in
      received = task.request
      let body = task.request.httpBody ?? Data()
      guard let url = task.request.url else { return }
      task.didReceive(
        URLResponse(
          url: url, mimeType: "application/octet-stream", expectedContentLength: body.count, textEncodingName: nil))
      task.didReceive(Data(body.reversed()))
      task.didFinish()
    }
    let page = RecordedView(handlers: []) { $0.setURLSchemeHandler(handler, forURLScheme: "blobs") }
    await page.show()
    let answer = try await page.view.callAsyncJavaScript(
      """
      const bytes = new Uint8Array(256).map((_, i) => i);
      const r = await fetch('blobs://session/1', { method: 'PUT', body: bytes, headers: { 'X-Kind': 'k' } });
      return Array.from(new Uint8Array(await r.arrayBuffer()))
      """, contentWorld: .page)
    #expect(received?.httpMethod == "PUT")
    #expect(received?.value(forHTTPHeaderField: "X-Kind") == "k")
    #expect(received?.httpBody == Data(0...255))
    #expect((answer as? [Any])?.compactMap { $0 as? Int } == Array((0...255).reversed()))
  }

  @Test("a handler that fails half-way fails the navigation or rejects the fetch")
  func failingHalfWay() async throws {
    let handler = Handler { task in
      guard let url = task.request.url else { return }
      task.didReceive(URLResponse(url: url, mimeType: "text/html", expectedContentLength: 100, textEncodingName: nil))
      task.didReceive(Data("<title>half".utf8))
      task.didFailWithError(URLError(.networkConnectionLost))
    }
    let page = RecordedView(handlers: []) { $0.setURLSchemeHandler(handler, forURLScheme: "app") }
    await page.show("<title>old</title>")
    page.recorder.forget()
    page.view.load(URLRequest(url: try #require(URL(string: "app://host/"))))
    await page.recorder.wait(for: "fail provisional -1005")
    #expect(page.recorder.lines == ["policy", "start", "fail provisional -1005"])
    #expect(page.view.title == "old")
    #expect(page.view.url?.absoluteString == "https://app.local/")
    let name = try await page.view.callAsyncJavaScript(
      "try { await fetch('app://host/x'); return 'resolved' } catch (e) { return e.name }", contentWorld: .page)
    #expect(name as? String == "TypeError")
    #expect(page.recorder.diagnostics.contains { $0.code == .resourceFailed })
  }

  @Test("a load that is cancelled stops its task")
  func stopping() async throws {
    let handler = Handler()
    let page = RecordedView(handlers: []) { $0.setURLSchemeHandler(handler, forURLScheme: "app") }
    page.view.load(URLRequest(url: try #require(URL(string: "app://host/"))))
    await page.recorder.wait(for: "start")
    #expect(handler.started.count == 1)
    page.view.stopLoading()
    #expect(handler.stopped.count == 1)
    await page.recorder.wait(for: "fail provisional -999")
    #expect(!page.view.isLoading)
  }

  @Test("an unknown scheme and http are refused with an error of NSURLErrorDomain")
  func refused() async throws {
    let page = RecordedView(handlers: [])
    for (address, code) in [("nobody://x/", -1002), ("https://example.org/", -1009)] {
      page.recorder.forget()
      page.view.load(URLRequest(url: try #require(URL(string: address))))
      await page.recorder.wait(for: "fail provisional \(code)")
      let error = try #require(page.recorder.errors.last) as NSError
      #expect(error.domain == NSURLErrorDomain)
    }
  }

  @Test(
    "misuse of a task traps with WebKit's text",
    arguments: [
      ("stopped", "This task has already been stopped"), ("early", "No response has been sent for this task"),
      ("twice", "has already been called for this task"),
    ])
  func misuse(kind: String, text: String) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [kind] in
      await SchemeHandlerTests.misuseTask(kind)
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains(text))
  }

  static func misuseTask(_ kind: String) async {
    let handler = Handler()
    let page = RecordedView(handlers: []) { $0.setURLSchemeHandler(handler, forURLScheme: "app") }
    guard let url = URL(string: "app://host/") else { return }
    page.view.load(URLRequest(url: url))
    await page.recorder.wait(for: "start")
    let task = handler.started[0]
    switch kind {
    case "stopped":
      page.view.stopLoading()
      task.didFinish()
    case "early": task.didReceive(Data())
    default:
      response(to: task, "x")
      task.didFinish()
    }
  }

  @Test("registering a scheme twice, a built-in one or no scheme at all traps", arguments: ["app", "https", "1 2"])
  func registration(scheme: String) async throws {
    await #expect(processExitsWith: .failure) { [scheme] in
      await MainActor.run {
        let configuration = WKWebViewConfiguration()
        configuration.setURLSchemeHandler(Handler(), forURLScheme: "app")
        configuration.setURLSchemeHandler(Handler(), forURLScheme: scheme)
      }
    }
  }
}
