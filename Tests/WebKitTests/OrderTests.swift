import Foundation
import Testing
import WebKit

@Suite("Order of events", .timeLimit(.minutes(1)))
@MainActor
struct OrderTests {
  @Test("a result is taken before microtasks run and arrives after what they posted")
  func microtasks() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    page.recorder.forget()
    var results: [String] = []
    for (index, source) in [
      """
      x = 0; post('e1-sync'); Promise.resolve().then(() => { x = 1; post('e1-micro') });
      setTimeout(() => post('e1-timeout0')); x
      """,
      "post('e2-sync x=' + x); x",
      "post('e3-sync'); 3",
    ].enumerated() {
      let text = index == 0 ? "post = (t) => { webkit.messageHandlers.bridge.postMessage(t) }; " + source : source
      page.view.evaluateJavaScript(text) { value, _ in
        results.append("\(value ?? "nil")")
        page.recorder.note("eval:\(index + 1)")
      }
    }
    await page.recorder.wait { page.recorder.lines.contains("bridge e1-timeout0") && results.count == 3 }
    let withoutTimer = page.recorder.lines.filter { $0 != "bridge e1-timeout0" }
    #expect(
      withoutTimer == [
        "bridge e1-sync", "bridge e1-micro", "eval:1", "bridge e2-sync x=1", "eval:2", "bridge e3-sync", "eval:3",
      ])
    #expect(results.first.map { Double($0) } == 0)
  }

  @Test("messages arrive in the order of posting, thousands of them")
  func manyMessages() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    page.recorder.forget()
    let count = 3_000
    try await page.view.evaluateJavaScript(
      "for (let i = 0; i < \(count); i++) webkit.messageHandlers.bridge.postMessage({i}); 0")
    await page.recorder.wait { page.recorder.bodies.count == count }
    let numbers = page.recorder.bodies.compactMap { ($0 as? [String: Any])?["i"] as? Int }
    #expect(numbers == Array(0..<count))
  }

  @Test("the page's promise resolves after the native handler has run")
  func promiseAfterHandler() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    page.recorder.forget()
    let value = try await page.view.callAsyncJavaScript(
      """
      const result = await webkit.messageHandlers.bridge.postMessage('first');
      await webkit.messageHandlers.bridge.postMessage('second');
      return typeof result
      """, contentWorld: .page)
    #expect(value as? String == "undefined")
    #expect(page.recorder.lines == ["bridge first", "bridge second"])
  }

  @Test("the value is copied when it is posted")
  func copiedAtOnce() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    page.recorder.forget()
    try await page.view.evaluateJavaScript(
      "var o = {a: 1}; webkit.messageHandlers.bridge.postMessage(o); o.a = 2; 0")
    await page.recorder.wait { page.recorder.bodies.count == 1 }
    #expect((page.recorder.bodies[0] as? [String: Any])?["a"] as? Int == 1)
  }

  @Test("two views at once keep their pages apart")
  func twoViews() async throws {
    let first = RecordedView()
    let second = RecordedView()
    defer {
      first.tearDown()
      second.tearDown()
    }
    async let one: Void = first.show(
      "<title>one</title><script>webkit.messageHandlers.bridge.postMessage('1')</script>")
    async let two: Void = second.show(
      "<title>two</title><script>webkit.messageHandlers.bridge.postMessage('2')</script>")
    _ = await (one, two)
    #expect(first.view.title == "one")
    #expect(second.view.title == "two")
    #expect(first.recorder.lines.filter { $0.hasPrefix("bridge") } == ["bridge 1"])
    #expect(second.recorder.lines.filter { $0.hasPrefix("bridge") } == ["bridge 2"])
    try await first.view.evaluateJavaScript("var mine = 1; 0")
    #expect(try await second.view.evaluateJavaScript("typeof mine") as? String == "undefined")
  }
}
