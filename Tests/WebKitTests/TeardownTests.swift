import Foundation
import Testing
import WebKit

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

  @Test("views come and go without leaving anything behind", arguments: [20])
  func manyViews(count: Int) async throws {
    for index in 0..<count {
      let page = RecordedView(handlers: [])
      await page.show("<title>\(index)</title>")
      #expect(page.view.title == "\(index)")
    }
  }
}
