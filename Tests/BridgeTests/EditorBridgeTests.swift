import Bridge
import BridgeProtocol
import Foundation
import Synchronization
import Testing
import Tracing
import WebKit

/// A page that speaks the protocol in a few lines of its own: it answers what it serves with what it was asked, and
/// offers `ask` and `tell`.
private let echoPage = """
  <!doctype html><meta charset="utf-8"><title>Echo</title><script>
  const handler = window.webkit.messageHandlers.editorBridge;
  let sessionID = "", sequence = 0, calls = 0, silent = false;
  const waiting = new Map(), cancelled = [];
  function post(message) {
    handler.postMessage(JSON.stringify({ protocolVersion: 1, sessionID, sequence: ++sequence, ...message }));
  }
  function ask(method, payload) {
    const id = "p" + ++calls;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ id, kind: "request", method, payload });
    });
  }
  function tell(method, payload) { post({ kind: "event", method, payload }); }
  window.sendBridgeMessage = text => {
    const message = JSON.parse(text);
    if (message.kind === "response") {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.method === "bridge.hello" && message.payload) sessionID = message.payload.sessionID;
      if (message.error) call.reject(message.error); else call.resolve(message.payload);
    } else if (message.kind === "request" && !silent) {
      post({ id: message.id, kind: "response", method: message.method, payload: message.payload });
    } else if (message.kind === "cancel") cancelled.push(message.id);
  };
  const sentAt = performance.timeOrigin + performance.now();
  ask("bridge.hello", {
    versions: [1], bundle: { version: "1", hash: "h" }, schemaVersion: 1,
    methods: ["document.open", "document.close", "editor.focus"], capabilities: [], timeOrigin: performance.timeOrigin, sentAt,
  }).then(answer => {
    const now = performance.timeOrigin + performance.now();
    tell("bridge.ready", { clock: {
      offset: ((answer.receivedAt - sentAt) + (answer.sentAt - now)) / 2,
      error: Math.max(0, ((now - sentAt) - (answer.sentAt - answer.receivedAt)) / 2) } });
  });
  </script>
  """

@Suite("EditorBridge over a web view", .timeLimit(.minutes(1)))
@MainActor
struct EditorBridgeTests {
  private static let address = URL(string: "https://editor.example/index.html")!
  private static let origin = BridgeOrigin(scheme: "https", host: "editor.example")

  private func makeBridge(
    _ configure: (inout BridgeConfiguration) -> Void = { _ in }
  ) -> (WKWebView, EditorBridge, ManualBridgeClock) {
    let clock = ManualBridgeClock()
    var configuration = BridgeConfiguration()
    configuration.origin = Self.origin
    configuration.clock = clock
    configure(&configuration)
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    return (webView, EditorBridge(webView: webView, configuration: configuration), clock)
  }

  private func open(_ webView: WKWebView, _ bridge: EditorBridge) async throws {
    bridge.start()
    webView.loadHTMLString(echoPage, baseURL: Self.address)
    _ = try await bridge.ready()
  }

  @Test("a page and its host agree, ask each other and count what crossed")
  func roundTrip() async throws {
    let recorder = TraceRecorder()
    let (webView, bridge, _) = makeBridge { $0.recorder = recorder }
    bridge.handle("auth.token") { payload, context in
      #expect(context.method == "auth.token")
      return payload
    }
    try await open(webView, bridge)
    #expect(bridge.clockMapping.map { $0.error >= 0 && abs($0.offset) < 60_000 } == true)
    let payload: JSONValue = ["text": "é 😀 \"quoted\" \u{2028} </script>", "n": 15, "list": [1, nil, true]]
    #expect(try await bridge.request("document.open", payload: payload) == payload)
    let answer = try await webView.callAsyncJavaScript(
      "return JSON.stringify(await ask('auth.token', { scope: text }))", arguments: ["text": "äöü"], contentWorld: .page
    )
    #expect(answer as? String == #"{"scope":"äöü"}"#)
    let counters = bridge.counters
    #expect(counters.sent == 3)
    #expect(counters.received == 4)
    #expect(counters.bytes > 400)
    #expect(counters.findings.isEmpty && counters.foreign == 0)
    bridge.invalidate()
    let text = ChromeTraceExporter(TraceExport(recorder)).text()
    #expect(try ChromeTraceChecker.check(text).flows >= 6)
    #expect(!text.contains("quoted"))
  }

  @Test("a thousand requests keep their order in the page")
  func order() async throws {
    let (webView, bridge, _) = makeBridge()
    try await open(webView, bridge)
    try await webView.evaluateJavaScript(
      "const seen = []; const before = window.sendBridgeMessage; window.sendBridgeMessage = text => { seen.push(JSON.parse(text).sequence); before(text) }; 0"
    )
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<1_000 {
        group.addTask {
          let payload: JSONValue = ["n": .number(JSONNumber(Int64(index)))]
          #expect((try? await bridge.request("editor.focus", payload: payload)) == payload)
        }
      }
    }
    let inOrder = try await webView.evaluateJavaScript(
      "seen.length === 1000 && seen.every((n, i) => i === 0 || n === seen[i - 1] + 1)")
    #expect(inOrder as? Bool == true)
    bridge.invalidate()
  }

  @Test("a reload in the middle of a request ends it once, and the next page gets a session of its own")
  func reload() async throws {
    let (webView, bridge, _) = makeBridge()
    try await open(webView, bridge)
    let first = try await bridge.ready().answer.sessionID
    try await webView.evaluateJavaScript("silent = true; 0")
    let notices = bridge.notices()
    async let answer = bridge.request("document.open", payload: nil)
    while bridge.counters.sent < 2 { await Task.yield() }
    webView.loadHTMLString(echoPage, baseURL: Self.address)
    do {
      _ = try await answer
      Issue.record("answered by nobody")
    } catch let error as BridgeError {
      #expect(error.code == .sessionClosed)
    }
    for await case .ready(let agreement) in notices {
      #expect(agreement.answer.sessionID != first)
      break
    }
    #expect(try await bridge.request("editor.focus", payload: ["at": "end"]) == ["at": "end"])
    bridge.invalidate()
  }

  @Test("a page of another origin is not heard")
  func otherOrigin() async throws {
    let (webView, bridge, _) = makeBridge()
    let notices = bridge.notices()
    bridge.start()
    webView.loadHTMLString(echoPage, baseURL: URL(string: "https://other.example/")!)
    for await notice in notices {
      #expect(notice == .foreignMessage)
      break
    }
    #expect(bridge.counters.received == 0)
    #expect(bridge.counters.foreign == 1)
    bridge.invalidate()
  }

  @Test("a subframe is not heard, whatever its origin")
  func subframe() async throws {
    let (webView, bridge, _) = makeBridge()
    let notices = bridge.notices()
    bridge.start()
    webView.loadHTMLString(
      "<iframe srcdoc=\"<script>window.webkit.messageHandlers.editorBridge.postMessage('{}')</script>\"></iframe>",
      baseURL: Self.address)
    for await notice in notices {
      #expect(notice == .foreignMessage)
      break
    }
    bridge.invalidate()
  }

  @Test("a deadline ends a request the page does not answer, and the page is told")
  func deadline() async throws {
    let (webView, bridge, clock) = makeBridge()
    try await open(webView, bridge)
    try await webView.evaluateJavaScript("silent = true; 0")
    async let answer = bridge.request("document.close", payload: nil, deadline: .milliseconds(100))
    while clock.pendingCount == 0 { await Task.yield() }
    clock.advance(byMilliseconds: 100)
    do {
      _ = try await answer
      Issue.record("answered by nobody")
    } catch let error as BridgeError {
      #expect(error.code == .deadlineExceeded)
      #expect(error.method == "document.close")
    }
    while bridge.counters.sent < 3 { await Task.yield() }
    #expect(try await webView.evaluateJavaScript("cancelled.length") as? Int == 1)
    bridge.invalidate()
  }

  @Test("a typed answer of the wrong shape names the path")
  func shape() async throws {
    let (webView, bridge, _) = makeBridge()
    try await open(webView, bridge)
    let error = await #expect(throws: BridgeError.self) { try await bridge.request(EditorFocus(at: .end)) }
    #expect(error?.code == .payloadInvalid)
    #expect(error?.message.hasPrefix("$.blockID ") == true)
    bridge.invalidate()
  }

  @Test("a page without the function that takes messages ends the session at once, without a deadline")
  func noReceiver() async throws {
    let (webView, bridge, _) = makeBridge()
    try await open(webView, bridge)
    try await webView.evaluateJavaScript("delete window.sendBridgeMessage; 0")
    let error = await #expect(throws: BridgeError.self) { try await bridge.request("document.open", payload: nil) }
    #expect(error?.code == .sessionClosed)
    bridge.invalidate()
  }

  @Test("after the end nothing is held: neither bridge, nor view, nor handler, nor timer")
  func teardown() async throws {
    weak var weakBridge: EditorBridge?
    weak var weakView: WKWebView?
    weak var weakCapture: NSObject?
    let controller = WKUserContentController()
    let clock = ManualBridgeClock()
    do {
      let configuration = WKWebViewConfiguration()
      configuration.userContentController = controller
      var bridgeConfiguration = BridgeConfiguration()
      bridgeConfiguration.origin = Self.origin
      bridgeConfiguration.clock = clock
      let webView = WKWebView(frame: .zero, configuration: configuration)
      let bridge = EditorBridge(webView: webView, configuration: bridgeConfiguration)
      let capture = Mutex(NSObject())
      weakCapture = capture.withLock { $0 }
      weakBridge = bridge
      weakView = webView
      bridge.handle("auth.token") { _, _ in
        capture.withLock { _ in }
        return nil
      }
      try await open(webView, bridge)
      bridge.invalidate()
      bridge.invalidate()
      let error = await #expect(throws: BridgeError.self) { try await bridge.request("document.open", payload: nil) }
      #expect(error?.code == .sessionClosed)
    }
    // The session's task ends on its own; give it the turns it needs, bounded by the suite's time limit.
    while weakBridge != nil || weakView != nil || weakCapture != nil { await Task.yield() }
    #expect(clock.pendingCount == 0)
    // The name is free again, which it would not be with the forwarder still there.
    let view = WKWebView(
      frame: .zero,
      configuration: {
        let configuration = WKWebViewConfiguration()
        configuration.userContentController = controller
        return configuration
      }())
    EditorBridge(webView: view).invalidate()
  }

  @Test("releasing the bridge is enough to end it")
  func release() async throws {
    let clock = ManualBridgeClock()
    var configuration = BridgeConfiguration()
    configuration.origin = Self.origin
    configuration.clock = clock
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    var bridge: EditorBridge? = EditorBridge(webView: webView, configuration: configuration)
    bridge?.start()
    let notices = try #require(bridge?.notices())
    webView.loadHTMLString(echoPage, baseURL: Self.address)
    _ = try await bridge?.ready()
    bridge = nil
    var last: BridgeNotice?
    for await notice in notices { last = notice }
    #expect(last == .ended(.closed, nil))
    #expect(clock.pendingCount == 0)
  }
}
