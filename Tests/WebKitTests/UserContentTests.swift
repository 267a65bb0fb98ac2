import Foundation
import Testing
import WebKit

@Suite("Handlers and user scripts", .timeLimit(.minutes(1)))
@MainActor
struct UserContentTests {
  @Test("a handler added to a live page is visible at once, one removed is gone")
  func addAndRemove() async throws {
    let page = RecordedView(handlers: [])
    defer { page.tearDown() }
    await page.show()
    let view = page.view
    let controller = view.configuration.userContentController
    #expect(try await view.evaluateJavaScript("typeof webkit") as? String == "undefined")
    controller.add(page.recorder, name: "late")
    #expect(
      try await view.evaluateJavaScript("typeof webkit.messageHandlers.late.postMessage") as? String == "function")
    #expect(try await view.evaluateJavaScript("typeof webkit.messageHandlers.other") as? String == "undefined")
    #expect(try await view.evaluateJavaScript("Object.keys(webkit.messageHandlers).length") as? Int == 0)
    #expect(
      try await view.evaluateJavaScript("webkit.messageHandlers.late === webkit.messageHandlers.late") as? Bool == true)
    controller.removeScriptMessageHandler(forName: "late")
    #expect(
      try await view.evaluateJavaScript("typeof (window.webkit && webkit.messageHandlers.late)") as? String
        == "undefined")
    controller.removeScriptMessageHandler(forName: "late")
  }

  @Test("a removed handler's object rejects, and stays dead when the name is used again")
  func staleObject() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    page.recorder.forget()
    let controller = page.view.configuration.userContentController
    try await page.view.evaluateJavaScript("var stale = webkit.messageHandlers.bridge; 0")
    controller.removeScriptMessageHandler(forName: "bridge")
    controller.add(page.recorder, name: "bridge")
    let name = try await page.view.callAsyncJavaScript(
      "try { await stale.postMessage(1); return 'resolved' } catch (e) { return e.name }", contentWorld: .page)
    #expect(name as? String == "InvalidAccessError")
    try await page.view.callAsyncJavaScript(
      "await webkit.messageHandlers.bridge.postMessage('new')", contentWorld: .page)
    #expect(page.recorder.lines == ["bridge new"])
  }

  @Test("a message on its way when its handler is removed is dropped, resolves, and is reported")
  func inFlight() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    page.recorder.forget()
    let controller = page.view.configuration.userContentController
    let dropper = Dropper { controller.removeScriptMessageHandler(forName: "bridge") }
    controller.add(dropper, name: "drop")
    let settled = try await page.view.callAsyncJavaScript(
      """
      const { drop, bridge } = webkit.messageHandlers;
      const results = await Promise.allSettled([drop.postMessage(1), bridge.postMessage(2)]);
      return results.map(r => r.status)
      """, contentWorld: .page)
    #expect(settled as? [String] == ["fulfilled", "fulfilled"])
    #expect(page.recorder.bodies.isEmpty)
    #expect(page.recorder.diagnostics.contains { $0.code == .messageWithoutHandler })
  }

  private final class Dropper: NSObject, WKScriptMessageHandler {
    private let action: @MainActor () -> Void

    init(_ action: @escaping @MainActor () -> Void) {
      self.action = action
      super.init()
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) { action() }
  }

  @Test("a name that is taken traps with WebKit's text")
  func duplicate() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let controller = WKUserContentController()
        controller.add(Recorder(), name: "bridge")
        controller.add(Recorder(), name: "bridge")
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Attempt to add script message handler with name 'bridge' when one already exists."))
  }

  @Test("user scripts run in order, at start before the page's scripts and at end before its load event")
  func userScripts() async throws {
    let page = RecordedView { configuration in
      let controller = configuration.userContentController
      for (text, time) in [
        ("end1", WKUserScriptInjectionTime.atDocumentEnd), ("start1", .atDocumentStart), ("start2", .atDocumentStart),
        ("end2", .atDocumentEnd),
      ] {
        controller.addUserScript(
          WKUserScript(
            source: "webkit.messageHandlers.bridge.postMessage('\(text) ' + document.readyState)", injectionTime: time,
            forMainFrameOnly: true))
      }
    }
    defer { page.tearDown() }
    await page.show(
      """
      <script>
        webkit.messageHandlers.bridge.postMessage('page');
        addEventListener('load', () => webkit.messageHandlers.bridge.postMessage('load'));
      </script>
      """)
    await page.recorder.wait(for: "bridge load")
    let order = page.recorder.lines.filter { $0.hasPrefix("bridge") }.map { $0.split(separator: " ")[1] }
    #expect(order == ["start1", "start2", "page", "end1", "end2", "load"])
  }

  @Test("removing user scripts affects later documents only")
  func removeUserScripts() async throws {
    let page = RecordedView(handlers: [])
    let controller = page.view.configuration.userContentController
    controller.addUserScript(
      WKUserScript(source: "var injected = 1", injectionTime: .atDocumentStart, forMainFrameOnly: false))
    #expect(controller.userScripts.count == 1)
    await page.show()
    controller.removeAllUserScripts()
    #expect(try await page.view.evaluateJavaScript("typeof injected") as? String == "number")
    page.recorder.forget()
    await page.show()
    #expect(try await page.view.evaluateJavaScript("typeof injected") as? String == "undefined")
  }

  @Test("what the page says and throws is told as diagnostics, with its place")
  func diagnostics() async throws {
    let page = RecordedView(handlers: [])
    await page.show(
      """
      <script>
      console.warn('careful', 1);
      Promise.reject(new Error('nobody'));
      setTimeout(() => { throw new TypeError('lost') });
      </script>
      """)
    await page.recorder.wait { page.recorder.diagnostics.count >= 3 }
    let told = page.recorder.diagnostics
    let warning = try #require(told.first { $0.code == .consoleMessage })
    #expect(warning.level == .warn)
    #expect(warning.detail.contains("careful"))
    let lost = try #require(told.first { $0.code == .uncaughtError })
    #expect(lost.detail.contains("lost"))
    #expect(lost.place?.line != nil)
    let rejection = try #require(told.first { $0.code == .unhandledRejection })
    #expect(rejection.detail.contains("nobody"))
  }

  @Test("a message that cannot be copied is reported with what is in the way")
  func uncloneable() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    try await page.view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage({a: [1, () => 2]}); 0")
    await page.recorder.wait { page.recorder.diagnostics.contains { $0.code == .messageNotCloneable } }
    let told = try #require(page.recorder.diagnostics.first { $0.code == .messageNotCloneable })
    #expect(told.detail.contains("bridge"))
    #expect(told.detail.contains("a function at .a[1]"))
  }
}
