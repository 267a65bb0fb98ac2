import Foundation
import JavaScriptEngine
import Testing
import Tracing

@testable import WebKit

@Suite("The end of a view", .timeLimit(.minutes(1)))
@MainActor
struct TeardownTests {
  /// The usual way out of the cycle view → controller → handler → view.
  final class WeakForwarder: NSObject, WKScriptMessageHandler {
    private(set) weak var target: Recorder?

    init(_ target: Recorder) {
      self.target = target
      super.init()
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
      target?.userContentController(controller, didReceive: message)
    }
  }

  @Test("a released view, its handler and its controller go away")
  func noLeak() async {
    weak var view: WKWebView?
    weak var controller: WKUserContentController?
    weak var recorder: Recorder?
    weak var forwarder: WeakForwarder?
    do {
      let owner = Recorder()
      let bridge = WeakForwarder(owner)
      let configuration = WKWebViewConfiguration()
      configuration.engine.process = RecordedView.process
      configuration.userContentController.add(bridge, name: "bridge")
      let webView = WKWebView(frame: .zero, configuration: configuration)
      webView.navigationDelegate = owner
      webView.loadHTMLString("<script>webkit.messageHandlers.bridge.postMessage('x')</script>", baseURL: nil)
      await owner.wait(for: "finish")
      #expect(owner.lines.contains("bridge x"))
      view = webView
      controller = configuration.userContentController
      recorder = owner
      forwarder = bridge
    }
    await Task.yield()
    #expect(view == nil)
    #expect(controller == nil)
    #expect(recorder == nil)
    #expect(forwarder == nil)
  }

  @Test("what is pending when the view goes ends once, with the view's error")
  func pendingCalls() async {
    var ended: [Int] = []
    do {
      let page = RecordedView(handlers: [])
      await page.show()
      for _ in 0..<3 {
        page.view.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) { result in
          if case .failure(let error) = result { ended.append((error as NSError).code) }
        }
      }
      page.view.evaluateJavaScript("1") { value, error in ended.append((error as NSError?)?.code ?? 0) }
    }
    #expect(ended == [3, 3, 3, 3])
  }

  @Test("a view released during a load calls no delegate afterwards")
  func releasedDuringLoad() async {
    let recorder = Recorder()
    do {
      let page = RecordedView(handlers: [])
      page.view.navigationDelegate = recorder
      page.view.loadHTMLString("<script>while (Date.now() % 2 < 0);</script>", baseURL: nil)
      await recorder.wait(for: "start")
    }
    let after = recorder.lines
    let other = RecordedView(handlers: [])
    await other.show()
    #expect(recorder.lines == after)
  }

  @Test("views come and go without leaving anything in the engine's heap")
  func manyViews() async throws {
    let process = WebContentProcess()
    let last = RecordedView(handlers: []) { $0.engine.process = process }
    await last.show()
    func openViews() async throws -> HeapStatistics {
      for index in 0..<30 {
        let page = RecordedView { $0.engine.process = process }
        await page.show("<title>\(index)</title><script>setInterval(() => {}, 5); fetch('x:y').catch(() => 0)</script>")
        #expect(page.view.title == "\(index)")
        page.tearDown()
      }
      // A command of the last view comes after the end of the others.
      try await last.view.evaluateJavaScript("0")
      return try #require(try await process.statistics(collectingGarbage: true))
    }
    let early = try await openViews()
    let late = try await openViews()
    // One view that stays is at least one protected value and 5,000 objects; the last one may still be on its way out.
    #expect(late.protectedCount < early.protectedCount + 30)
    #expect(late.objectCount < early.objectCount + 30_000)
  }

  @Test(
    "a script that does not end takes its page down; what is pending ends once, and a load starts anew"
  )
  func endlessScript() async throws {
    let page = RecordedView { configuration in
      configuration.engine.process = nil
      configuration.engine.limits = ExecutionLimits(taskBudget: .milliseconds(200))
    }
    defer { page.tearDown() }
    await page.show("<title>before</title>")
    var codes: [Int] = []
    page.view.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) { result in
      if case .failure(let error) = result { codes.append((error as NSError).code) }
    }
    let error = await failure { try await page.view.evaluateJavaScript("for (;;) {}") }
    #expect(error?.code == .webContentProcessTerminated)
    await page.recorder.wait(for: "terminated")
    #expect(codes == [2])
    #expect(page.view.url?.absoluteString == "https://app.local/")
    #expect(page.recorder.diagnostics.contains { $0.code == .terminated && $0.detail.contains("200 ms") })
    page.recorder.forget()
    await page.show("<title>after</title><script>webkit.messageHandlers.bridge.postMessage('again')</script>")
    #expect(page.recorder.lines == ["policy", "start", "commit", "bridge again", "finish"])
    #expect(page.view.title == "after")
  }

  @Test("a chain of microtasks that does not end takes its page down too")
  func endlessMicrotasks() async throws {
    let page = RecordedView(handlers: []) { configuration in
      configuration.engine.process = nil
      configuration.engine.limits = ExecutionLimits(taskBudget: .milliseconds(200))
    }
    await page.show()
    let error = await failure {
      try await page.view.evaluateJavaScript("(function again() { Promise.resolve().then(again) })(); 0")
    }
    #expect(error?.code == .webContentProcessTerminated)
    await page.recorder.wait(for: "terminated")
  }

  @Test("the engine of a view ends with the view, one that is shared with its last user")
  func engineEnds() async throws {
    weak var own: WebContentProcess?
    weak var shared: WebContentProcess?
    do {
      let page = RecordedView(handlers: []) { $0.engine.process = nil }
      await page.show()
      own = page.view.page.contentProcess
      let process = WebContentProcess()
      let first = RecordedView(handlers: []) { $0.engine.process = process }
      let second = RecordedView(handlers: []) { $0.engine.process = process }
      await first.show("<title>1</title>")
      await second.show("<title>2</title>")
      #expect(first.view.page.contentProcess === second.view.page.contentProcess)
      shared = process
    }
    #expect(own == nil)
    #expect(shared == nil)
  }

  @Test("time moved by hand runs a page's timers without waiting")
  func manualTime() async throws {
    let clock = ManualClock()
    let page = RecordedView { configuration in
      configuration.engine.process = nil
      configuration.engine.environment = JSEnvironment(clock: clock, randomSeed: 7)
    }
    defer { page.tearDown() }
    await page.show()
    try await page.view.evaluateJavaScript(
      "setTimeout(() => webkit.messageHandlers.bridge.postMessage(performance.now() + ''), 60_000); 0")
    await clock.advance(by: .seconds(61))
    await page.recorder.wait { !page.recorder.messages.isEmpty }
    #expect(page.recorder.lines.last == "bridge 60000")
  }

  @Test("a recorder hears where opening a view spends its time")
  func spans() async throws {
    let recorder = TraceRecorder()
    let page = RecordedView(handlers: []) { configuration in
      configuration.engine.process = nil
      configuration.engine.recorder = recorder
    }
    await page.show()
    try await page.view.evaluateJavaScript("0")
    let names = Set(recorder.events.map(\.name))
    for name in ["create VM", "load platform", "open page", "load document"] { #expect(names.contains(name)) }
  }
}
