import BridgeProtocol
import Testing

/// Both ends' machines brought into each of their states, to give every input to every state.
enum MachineState: String, CaseIterable, CustomTestStringConvertible {
  case hostIdle, hostWaiting, hostConsidering, hostEstablished, hostOpen, hostBusy, hostEndedByReload, hostClosed
  case pageIdle, pageWaiting, pageEstablished, pageOpen, pageBusy, pageClosed

  var testDescription: String { rawValue }

  static let hello = BridgeHello(
    versions: [1], bundle: BridgeHello.Bundle(version: "1", hash: "h"), schemaVersion: 1,
    methods: ["document.open", "editor.focus"], capabilities: [], timeOrigin: 1, sentAt: 2)
  static let ready = BridgeReady(clock: BridgeReady.Clock(offset: 0, error: 0))

  static func answer(_ session: String = "S1") -> BridgeHello.Response {
    BridgeHello.Response(
      version: 1, sessionID: session, capabilities: [], limits: .standard,
      credits: BridgeHello.Response.Credits(durable: 1),
      traceID: String(repeating: "a", count: 32), receivedAt: 3, sentAt: 4)
  }

  static func value(_ payload: some BridgePayload) -> JSONValue { try! JSONValueEncoder.encode(payload) }

  static func envelope(
    _ session: String, _ sequence: UInt64, _ kind: Envelope.Kind, _ method: Method, id: String? = nil,
    _ payload: JSONValue? = nil
  ) -> ReceivedMessage {
    .envelope(
      Envelope(
        protocolVersion: .v1, sessionID: session, sequence: sequence, id: id, kind: kind, method: method,
        payload: payload))
  }

  static let helloMessage = envelope("", 1, .request, "bridge.hello", id: "p1", value(hello))
  static let nextHelloMessage = envelope(
    "", 1, .request, "bridge.hello", id: "p1",
    value(
      BridgeHello(
        versions: [1], bundle: hello.bundle, schemaVersion: 1, methods: [], capabilities: [], timeOrigin: 9, sentAt: 9))
  )

  func make() -> SessionStateMachine {
    let isHost = rawValue.hasPrefix("host")
    var machine = SessionStateMachine(
      configuration: SessionConfiguration(
        end: isHost ? .host : .page, served: isHost ? ["auth.token"] : ["document.open"]))
    switch self {
    case .hostIdle, .pageIdle: break
    case .hostWaiting: _ = machine.start()
    case .hostConsidering:
      machine = Self.hostWaiting.make()
      _ = machine.receive(Self.helloMessage)
    case .hostEstablished:
      machine = Self.hostConsidering.make()
      _ = machine.answerHello(Self.answer())
    case .hostOpen:
      machine = Self.hostEstablished.make()
      _ = machine.receive(Self.envelope("S1", 2, .event, "bridge.ready", Self.value(Self.ready)))
    case .hostBusy:
      machine = Self.hostOpen.make()
      _ = machine.call("document.open", payload: .emptyObject)
      _ = machine.receive(Self.envelope("S1", 3, .request, "auth.token", id: "p2", .emptyObject))
    case .hostEndedByReload:
      machine = Self.hostOpen.make()
      _ = machine.invalidate(.navigated)
    case .hostClosed:
      machine = Self.hostOpen.make()
      _ = machine.invalidate(.closed)
    case .pageWaiting: _ = machine.start(hello: Self.hello)
    case .pageEstablished:
      machine = Self.pageWaiting.make()
      _ = machine.receive(Self.envelope("S1", 1, .response, "bridge.hello", id: "p1", Self.value(Self.answer())))
    case .pageOpen:
      machine = Self.pageEstablished.make()
      _ = machine.announceReady(Self.ready)
    case .pageBusy:
      machine = Self.pageOpen.make()
      _ = machine.call("auth.token", payload: .emptyObject)
      _ = machine.receive(Self.envelope("S1", 2, .request, "document.open", id: "h1", .emptyObject))
    case .pageClosed:
      machine = Self.pageOpen.make()
      _ = machine.invalidate(.closed)
    }
    return machine
  }
}

/// Every kind of input, with what matters varied.
enum MachineInput: CaseIterable {
  case start, hello, nextHello, answer, refuse, ready, readyMessage, call, emit, respond, respondElsewhere, left, cancel
  case deadlineHandshake, deadlineCall, closed, crashed, nextRequest, nextUnknownRequest, nextResponse, nextEvent,
    nextAck
  case nextCancel, gap, otherSession, malformed, refusedHead, answerMessage, refusalMessage

  func apply(to machine: inout SessionStateMachine) -> [SessionAction] {
    let isHost = machine.configuration.end == .host
    let session = machine.sessionID
    let next: UInt64 =
      switch machine.state {
      case .open: isHost ? (machine.runningRequests.isEmpty ? 3 : 4) : (machine.runningRequests.isEmpty ? 2 : 3)
      default: 2
      }
    let (peer, own) = isHost ? ("p", "h") : ("h", "p")
    func message(_ kind: Envelope.Kind, _ method: Method, id: String? = nil) -> [SessionAction] {
      machine.receive(MachineState.envelope(session, next, kind, method, id: id, .emptyObject))
    }
    switch self {
    case .start: return isHost ? machine.start() : machine.start(hello: MachineState.hello)
    case .hello: return machine.receive(MachineState.helloMessage)
    case .nextHello: return machine.receive(MachineState.nextHelloMessage)
    case .answer: return machine.answerHello(MachineState.answer("S2"))
    case .refuse: return machine.refuseHello(WireError(.unavailable, "no"))
    case .ready: return machine.announceReady(MachineState.ready)
    case .readyMessage:
      return machine.receive(
        MachineState.envelope(session, next, .event, "bridge.ready", MachineState.value(MachineState.ready)))
    case .call: return machine.call(isHost ? "document.open" : "auth.token", payload: nil).actions
    case .emit: return (try? machine.emit(isHost ? "theme.set" : "document.state", payload: nil)) ?? []
    case .respond: return machine.respond(to: isHost ? "p2" : "h1", of: session, with: .success(nil))
    case .respondElsewhere: return machine.respond(to: isHost ? "p2" : "h1", of: "S0", with: .success(nil))
    case .left:
      machine.requestLeft(isHost ? "h1" : "p2")
      return []
    case .cancel: return machine.cancel(isHost ? "h1" : "p2")
    case .deadlineHandshake: return machine.deadlinePassed(.handshake)
    case .deadlineCall: return machine.deadlinePassed(.call(isHost ? "h1" : "p2"))
    case .closed: return machine.invalidate(.closed)
    case .crashed: return machine.invalidate(.crashed)
    case .nextRequest: return message(.request, isHost ? "auth.token" : "document.open", id: "\(peer)9")
    case .nextUnknownRequest: return message(.request, "no.such", id: "\(peer)9")
    case .nextResponse: return message(.response, isHost ? "document.open" : "auth.token", id: isHost ? "h1" : "p2")
    case .nextEvent: return message(.event, isHost ? "document.state" : "theme.set")
    case .nextAck: return message(.ack, isHost ? "lifecycle.changed" : "checkpoint.committed")
    case .nextCancel: return message(.cancel, isHost ? "auth.token" : "document.open", id: isHost ? "p2" : "h1")
    case .gap:
      return machine.receive(MachineState.envelope(session, next + 7, .request, "auth.token", id: "\(own)9", nil))
    case .otherSession: return machine.receive(MachineState.envelope("S0", next, .request, "auth.token", id: "x", nil))
    case .malformed: return machine.receive(.refused(head: nil, WireError(.payloadInvalid, "$")))
    case .refusedHead:
      return machine.receive(
        .refused(
          head: EnvelopeHead(
            protocolVersion: .v1, sessionID: session, sequence: next, id: "\(peer)9", kind: .request,
            method: "auth.token"),
          WireError(.messageTooLarge, "big")))
    case .answerMessage:
      return machine.receive(
        MachineState.envelope("S1", 1, .response, "bridge.hello", id: "p1", MachineState.value(MachineState.answer())))
    case .refusalMessage:
      return machine.receive(
        .envelope(
          Envelope(
            protocolVersion: .v1, sessionID: "", sequence: 0, id: "p1", kind: .response, method: "bridge.hello",
            error: WireError(.versionUnsupported, "no"))))
    }
  }
}

/// Watches a machine's actions and names the first broken promise.
struct PromiseKeeper {
  private var expectedSequence: [String: UInt64] = [:]
  private var pending: Set<String> = []
  private var delivered: Set<String> = []
  private var armed: Set<DeadlineID> = []
  private var isHost: Bool

  init(isHost: Bool) { self.isHost = isHost }

  mutating func called(_ id: String) { pending.insert(id) }

  mutating func check(_ actions: [SessionAction], of machine: SessionStateMachine) -> String? {
    var hasEnded = false
    for action in actions {
      switch action {
      case .send(let envelope):
        if envelope.sequence == 0 {
          if !envelope.sessionID.isEmpty || envelope.error == nil {
            return "only a refusal outside a session has number 0"
          }
          continue
        }
        if hasEnded { return "something is sent after the end" }
        let expected = expectedSequence[envelope.sessionID, default: 0] + 1
        // The page's numbers go on from its hello, which named no session.
        let continued = envelope.sessionID.isEmpty ? expected : max(expected, isHost ? 1 : 2)
        if envelope.sequence != continued { return "sequence \(envelope.sequence) where \(continued) is next" }
        expectedSequence[envelope.sessionID] = envelope.sequence
        if envelope.kind == .response, let id = envelope.id { delivered.remove(id) }
      case .completeCall(let id, _):
        if pending.remove(id) == nil { return "call \(id) completes twice, or was never made" }
      case .deliverRequest(let id, _, _, _):
        if !delivered.insert(id).inserted { return "request \(id) is delivered twice while it runs" }
        if machine.sessionID.isEmpty { return "a request is delivered outside a session" }
      case .cancelHandler(let id):
        if !delivered.contains(id) { return "handler \(id) does not run" }
      case .armDeadline(let deadline, _): armed.insert(deadline)
      case .disarmDeadline(let deadline): armed.remove(deadline)
      case .end:
        if !pending.isEmpty { return "calls \(pending.sorted()) outlive the session" }
        if armed.contains(where: { $0 != .handshake }) { return "a deadline outlives the session" }
        delivered = []
        hasEnded = true
      default: break
      }
    }
    return pending == Set(machine.pendingCalls)
      ? nil : "the machine waits for \(machine.pendingCalls), not \(pending.sorted())"
  }
}

@Suite("SessionStateMachine")
struct SessionStateMachineTests {
  @Test(
    "every input in every state keeps the promises and leaves a state that takes every further input",
    arguments: MachineState.allCases)
  func exhaustive(_ state: MachineState) {
    for first in MachineInput.allCases {
      for second in MachineInput.allCases {
        var machine = state.make()
        _ = first.apply(to: &machine)
        let before = machine.pendingCalls
        let actions = second.apply(to: &machine)
        // A call that was pending and is no more has completed exactly once, among these actions.
        let completed = actions.compactMap { action in if case .completeCall(let id, _) = action { id } else { nil } }
        #expect(Set(completed).count == completed.count, "\(first), \(second)")
        for id in before where !machine.pendingCalls.contains(id) {
          #expect(completed.contains(id), "\(first), \(second)")
        }
        if case .ended = machine.state {
          #expect(machine.pendingCalls.isEmpty && machine.runningRequests.isEmpty && machine.sessionID.isEmpty)
        }
      }
    }
  }

  @Test("a closed machine sends nothing, whatever comes", arguments: [MachineState.hostClosed, .pageClosed])
  func closed(_ state: MachineState) {
    for input in MachineInput.allCases {
      var machine = state.make()
      for action in input.apply(to: &machine) {
        switch action {
        case .completeCall(_, .failure), .report: break
        default: Issue.record("\(input) gives \(action)")
        }
      }
      #expect(machine.state == state.make().state)
    }
  }

  @Test(
    "random interleavings of both ends, with losses, repetitions and swaps, keep the promises (seed printed on failure)"
  )
  func interleavings() {
    let start = UInt64.random(in: 0...UInt64.max)
    var ends: [SessionEndReason: Int] = [:]
    for round in 0..<600 {
      let seed = start &+ UInt64(round)
      var world = TwoEnds(seed: seed, noise: round % 3)
      if let broken = world.run(steps: 250) {
        Issue.record("seed \(seed): \(broken)")
        return
      }
      for reason in world.endReasons { ends[reason, default: 0] += 1 }
      if round % 3 == 0 {
        // Without noise nothing is ever refused, and everything asked is answered.
        #expect(world.unexpectedFindings.isEmpty, "seed \(seed)")
        let isQuiet = world.finishQuietly()
        #expect(isQuiet, "seed \(seed): calls stay open")
      }
    }
    #expect(ends[.sequenceViolation, default: 0] > 0)
    #expect(ends[.reloaded, default: 0] > 0)
  }

  @Test("a peer that never answers costs bounded memory")
  func bounded() {
    var machine = MachineState.hostOpen.make()
    for _ in 0..<5_000 {
      let call = machine.call("document.open", payload: nil)
      _ = machine.deadlinePassed(.call(call.id))
    }
    #expect(machine.pendingCalls.isEmpty)
    // The newest are remembered as late, the oldest count as duplicates.
    #expect(
      machine.receive(MachineState.envelope("S1", 3, .response, "document.open", id: "h5000")) == [
        .report(.lateResponse(id: "h5000"))
      ])
    #expect(
      machine.receive(MachineState.envelope("S1", 4, .response, "document.open", id: "h1")) == [
        .report(.duplicateResponse(id: "h1"))
      ])
  }

  @Test("the experimental version runs the same rules in its own layout after the handshake")
  func experimental() {
    var machine = SessionStateMachine(
      configuration: SessionConfiguration(end: .host, versions: [.v1, .experimental], served: ["auth.token"]))
    _ = machine.start()
    let hello = BridgeHello(
      versions: [1, 99], bundle: MachineState.hello.bundle, schemaVersion: 1, methods: [], capabilities: [],
      timeOrigin: 0, sentAt: 0)
    let actions = machine.receive(
      MachineState.envelope("", 1, .request, "bridge.hello", id: "p1", MachineState.value(hello)))
    #expect(actions == [.considerHello(hello, version: .experimental)])
    let answer = BridgeHello.Response(
      version: 99, sessionID: "S1", capabilities: [], limits: .standard, credits: .init(durable: 0),
      traceID: String(repeating: "0", count: 32), receivedAt: 0, sentAt: 0)
    guard case .send(let envelope) = machine.answerHello(answer).first else {
      Issue.record("no answer")
      return
    }
    #expect(envelope.protocolVersion == .v1)
    #expect(machine.version == .experimental)
  }
}
