import BridgeProtocol
import Synchronization
import Testing
import Tracing

@testable import Bridge

@Suite("SessionDriver", .timeLimit(.minutes(1)))
struct SessionDriverTests {
  @Test("a page that says hello gets a session, what it wants of what is offered, and the trace's identity")
  func handshake() async throws {
    let recorder = TraceRecorder()
    let peer = PagePeer(configure: { configuration in
      configuration.capabilities = [.init(name: "storage", version: 2), .init(name: "clipboard", version: 1)]
      configuration.recorder = recorder
    })
    await peer.load()
    let agreement = try await peer.ready()
    #expect(agreement.answer.sessionID == "S1")
    #expect(agreement.answer.capabilities == [.init(name: "storage", version: 2)])
    #expect(agreement.answer.traceID == recorder.traceID.description)
    #expect(peer.counters.current.clockMapping == ClockMapping(offset: 5, error: 1))
    #expect(peer.clock.pendingCount == 0)
    peer.close()
  }

  @Test("a hello that the host's policy declines ends with that reason")
  func declined() async {
    let peer = PagePeer(configure: { configuration in
      configuration.admission = { hello in
        hello.schemaVersion == 7 ? nil : WireError(.versionUnsupported, "the host reads schema 7")
      }
    })
    await peer.load()
    let error = await #expect(throws: WireError.self) { try await peer.ready() }
    #expect(error?.message == "the host reads schema 7")
    peer.close()
  }

  @Test("a request comes back with its answer, a thousand of them in order")
  func requests() async throws {
    let peer = PagePeer()
    await peer.load()
    _ = try await peer.ready()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<1_000 {
        group.addTask {
          let payload: JSONValue = ["n": .number(JSONNumber(Int64(index)))]
          let answer = try await peer.request("document.open", payload)
          #expect(answer == payload)
        }
      }
      try await group.waitForAll()
    }
    #expect(peer.counters.current.counters.findings.isEmpty)
    peer.close()
  }

  @Test("a request before the page is ready fails at once")
  func early() async {
    let peer = PagePeer()
    await #expect(throws: WireError(.handshakeRequired, "document.open has to wait until the session is ready")) {
      try await peer.request("document.open")
    }
    peer.close()
  }

  @Test("a deadline comes from the injected clock, ends the call once and tells the page")
  func deadline() async throws {
    let peer = PagePeer(serve: { _, _ in nil })
    await peer.load()
    _ = try await peer.ready()
    async let answer = peer.request("document.open", nil, deadline: .milliseconds(250))
    while peer.clock.pendingCount == 0 { await Task.yield() }
    peer.clock.advance(byMilliseconds: 249)
    peer.clock.advance(byMilliseconds: 1)
    do {
      _ = try await answer
      Issue.record("no deadline")
    } catch let error as WireError {
      #expect(error.code == .deadlineExceeded)
      #expect(error.retryable)
    }
    #expect(await peer.nextCancelled() == "h1")
    peer.close()
  }

  @Test("cancelling the waiting task withdraws the request")
  func cancellation() async throws {
    let peer = PagePeer(serve: { _, _ in nil })
    await peer.load()
    _ = try await peer.ready()
    let task = Task { try await peer.request("document.open") }
    while await peer.delivered.isEmpty { await Task.yield() }
    task.cancel()
    let error = await #expect(throws: WireError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(await peer.nextCancelled() == "h1")
    peer.close()
  }

  @Test("a handler's result, its wire error and its private failure reach the page, the last without its text")
  func handlers() async throws {
    struct Private: Error { let path = "/home/somebody/secret" }
    let peer = PagePeer()
    peer.handle("auth.token") { payload, _ in payload }
    peer.handle("navigation.open") { _, _ in throw WireError(.permissionDenied, "not on the list") }
    peer.handle("clipboard.read") { _, _ in throw Private() }
    await peer.load()
    _ = try await peer.ready()
    #expect(await peer.call("auth.token", ["a": 1]) == .success(["a": 1]))
    #expect(await peer.call("navigation.open", nil) == .failure(WireError(.permissionDenied, "not on the list")))
    #expect(await peer.call("clipboard.read", nil) == .failure(WireError(.internal, "the handler failed")))
    guard case .failure(let error) = await peer.call("menu.present", nil) else { return }
    #expect(error.code == .methodUnknown)
    peer.close()
  }

  @Test("a slow handler delays nobody else")
  func slow() async throws {
    let gate = Gate()
    let peer = PagePeer()
    peer.handle("attachment.pick") { _, _ in
      await gate.wait()
      return "picked"
    }
    peer.handle("auth.token") { _, _ in "token" }
    await peer.load()
    _ = try await peer.ready()
    async let slow = peer.call("attachment.pick", nil)
    for _ in 0..<50 { #expect(await peer.call("auth.token", nil) == .success("token")) }
    gate.open()
    #expect(await slow == .success("picked"))
    peer.close()
  }

  @Test("a request the page withdraws cancels its handler's task")
  func withdrawn() async throws {
    let gate = Gate()
    let peer = PagePeer()
    peer.handle("attachment.pick") { _, _ in
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      return nil
    }
    await peer.load()
    _ = try await peer.ready()
    guard case .failure(let error) = await peer.callAndCancel("attachment.pick") else { return }
    #expect(error.code == .cancelled)
    await gate.wait()
    peer.close()
  }

  @Test("a reload in the middle of a request ends the request once and begins a session of its own")
  func reload() async throws {
    let peer = PagePeer(serve: { method, payload in method == "document.open" ? nil : .success(payload) })
    await peer.load()
    _ = try await peer.ready()
    let task = Task { try await peer.request("document.open") }
    while await peer.delivered.isEmpty { await Task.yield() }
    await peer.reload()
    let error = await #expect(throws: WireError.self) { try await task.value }
    #expect(error?.code == .sessionClosed)
    #expect(error?.retryable == false)
    let agreement = try await peer.ready()
    #expect(agreement.answer.sessionID == "S2")
    #expect(try await peer.request("editor.focus", ["at": "end"]) == ["at": "end"])
    peer.close()
  }

  @Test("a message that cannot be handed over ends the session at once")
  func undeliverable() async throws {
    let peer = PagePeer(serve: { _, _ in nil })
    await peer.load()
    _ = try await peer.ready()
    let task = Task { try await peer.request("document.open") }
    while await peer.delivered.isEmpty { await Task.yield() }
    peer.driver.commands.yield(.undeliverable(sessionID: "S0", sequence: 1))
    peer.driver.commands.yield(.undeliverable(sessionID: "S1", sequence: 2))
    let error = await #expect(throws: WireError.self) { try await task.value }
    #expect(error?.code == .sessionClosed)
    peer.close()
  }

  @Test("closing ends calls, waits, streams, handlers and deadlines")
  func close() async throws {
    let recorder = TraceRecorder()
    let gate = Gate()
    let peer = PagePeer(configure: { $0.recorder = recorder }, serve: { _, _ in nil })
    peer.handle("attachment.pick") { _, _ in
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      return nil
    }
    await peer.load()
    _ = try await peer.ready()
    let states = peer.driver.events.events(DocumentState.self, buffering: .unbounded)
    let call = Task { try await peer.request("document.open") }
    async let picked = peer.call("attachment.pick", nil)
    while await peer.delivered.isEmpty { await Task.yield() }
    peer.close()
    await #expect(throws: WireError.self) { try await call.value }
    await gate.wait()
    for await _ in states { Issue.record("an event after the end") }
    var reasons: [SessionEndReason] = []
    for await notice in peer.notices { if case .ended(let reason, _) = notice { reasons.append(reason) } }
    #expect(reasons == [.closed])
    #expect(peer.clock.pendingCount == 0)
    #expect(peer.driver.handlers["attachment.pick"] == nil)
    // The page is gone in earnest here; let its own call end as well.
    await peer.reload()
    _ = await Task { await peer.abandonCalls() }.value
    _ = await picked
  }

  @Test("events arrive typed and in order; one of the wrong shape is reported and costs nothing else")
  func events() async throws {
    let peer = PagePeer()
    let spans = peer.driver.events.events(TraceSpans.self, buffering: .unbounded)
    await peer.load()
    _ = try await peer.ready()
    for index in 0..<200 { try await peer.emit(TraceSpans(spans: [], milestones: [], dropped: index)) }
    try await peer.emitRaw("trace.spans", ["spans": 1])
    try await peer.emit(TraceSpans(spans: [], milestones: [], dropped: 200))
    var iterator = spans.makeAsyncIterator()
    for index in 0...200 { #expect(await iterator.next()?.dropped == index) }
    #expect(peer.counters.current.counters.findings == ["refused": 1])
    peer.close()
  }

  @Test("what coalesces leaves a slow listener the newest only")
  func latest() async throws {
    let peer = PagePeer()
    let states = peer.driver.events.events(DocumentState.self, buffering: .bufferingNewest(1))
    peer.handle("auth.token") { _, _ in nil }
    await peer.load()
    _ = try await peer.ready()
    for revision in 0..<100 {
      try await peer.emit(DocumentState(phase: .edited, revision: revision, blocks: 1, characters: 1, dirty: true))
    }
    _ = await peer.call("auth.token", nil)
    var iterator = states.makeAsyncIterator()
    #expect(await iterator.next()?.revision == 99)
    peer.close()
  }

  @Test("each message leaves an arrow in the trace, spans around its work, and the page's spans land on the axis")
  func trace() async throws {
    let recorder = TraceRecorder()
    let peer = PagePeer(configure: { $0.recorder = recorder })
    peer.handle("auth.token") { _, _ in nil }
    await peer.load()
    _ = try await peer.ready()
    _ = try await peer.request("document.open", ["text": "a secret"])
    _ = await peer.call("auth.token", ["text": "a secret"])
    let at = recorder.clock.originEpochMilliseconds
    try await peer.emit(
      TraceSpans(spans: [.init(name: "parse", category: "model", start: at, end: at + 2)], milestones: [], dropped: 0))
    _ = await peer.call("auth.token", nil)
    let events = recorder.events
    let names = Set(events.map(\.name))
    for name in [
      "encode document.open", "request document.open", "queue auth.token", "decode auth.token", "handle auth.token",
      "parse",
    ] { #expect(names.contains(name), "\(name)") }
    #expect(events.first { $0.name == "parse" }?.lane == .page)
    #expect(events.first { $0.name == "parse" }?.start.milliseconds.rounded() == 5)
    let text = ChromeTraceExporter(TraceExport(recorder)).text()
    #expect(try ChromeTraceChecker.check(text).flows > 0)
    #expect(!text.contains("secret"))
    peer.close()
  }

  @Test("the experimental version carries business in its own layout, and a reload begins in version 1 again")
  func experimental() async throws {
    let peer = PagePeer(configure: { $0.versions = [.v1, .experimental] })
    await peer.load()
    #expect(try await peer.ready().answer.version == 99)
    #expect(try await peer.request("editor.focus", ["at": "start"]) == ["at": "start"])
    await peer.reload()
    while try await peer.ready().answer.sessionID != "S2" { await Task.yield() }
    #expect(try await peer.request("editor.focus", ["at": "end"]) == ["at": "end"])
    peer.close()
  }
}

extension PagePeer {
  /// Ends the page's own calls, as its unloading would.
  func abandonCalls() {
    for id in completions.keys {
      completions.removeValue(forKey: id)?.resume(returning: .failure(WireError(.sessionClosed, "the page is gone")))
    }
  }
}
