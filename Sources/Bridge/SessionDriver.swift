import BridgeProtocol
import Synchronization
import Tracing

/// Drives one bridge's session machine: decodes, validates and encodes off the main actor, keeps deadlines, runs
/// handlers.
///
/// All inputs arrive through one queue and are taken one by one, so messages keep their order both ways. The driver
/// lives until its queue is finished, which the bridge does when it is invalidated or released.
actor SessionDriver {
  nonisolated let commands: AsyncStream<SessionCommand>.Continuation
  nonisolated let handlers = HandlerRegistry()
  nonisolated let events = EventHub()

  private let configuration: BridgeConfiguration
  private let recorder: TraceRecorder
  private let counters: CounterBox
  private let outbound: AsyncStream<OutboundMessage>.Continuation

  private var machine: SessionStateMachine
  private var tickets: [String: Ticket<JSONValue?>] = [:]
  private var callIDs: [ObjectIdentifier: String] = [:]
  private var callSpans: [String: OpenSpan] = [:]
  private var running: [String: Task<Void, Never>] = [:]
  private var timers: [DeadlineID: (generation: UInt64, timer: any BridgeTimer)] = [:]
  private var timerGeneration: UInt64 = 0
  private var readyWaiters: [Ticket<HandshakeStateMachine.Agreement>] = []
  private var clockMapping: ClockMapping?
  /// Why the last session ended, for whoever asks after the fact.
  private var endCause: WireError?
  /// The instant the message being processed arrived, for the answer to a hello.
  private var arrival = TraceInstant.origin

  init(
    configuration: BridgeConfiguration, counters: CounterBox, commands: AsyncStream<SessionCommand>.Continuation,
    outbound: AsyncStream<OutboundMessage>.Continuation
  ) {
    self.configuration = configuration
    self.counters = counters
    self.commands = commands
    self.outbound = outbound
    recorder = configuration.recorder
    machine = SessionStateMachine(
      configuration: SessionConfiguration(
        end: .host, versions: configuration.versions, limits: configuration.limits,
        handshakeDeadline: configuration.handshakeDeadline))
  }

  /// Takes commands until the queue is finished.
  func run(_ stream: AsyncStream<SessionCommand>) async {
    for await command in stream { process(command) }
    // A queue that ends without an invalidation ends the session all the same: nobody is left to speak.
    perform(machine.invalidate(.closed))
    handlers.removeAll()
    events.finish()
    outbound.finish()
  }

  private func process(_ command: SessionCommand) {
    switch command {
    case .start: perform(machine.start())
    case .received(let text, let instant): receive(text, at: instant)
    case .serve(let method): machine.serve(method)
    case .stopServing(let method): machine.stopServing(method)
    case .call(let ticket, let method, let payload, let deadline): call(ticket, method, payload, deadline)
    case .cancelCall(let ticket):
      if let id = callIDs[ObjectIdentifier(ticket)] { perform(machine.cancel(id)) }
    case .emit(let ticket, let method, let payload):
      do throws(WireError) {
        let actions = try machine.emit(method, payload: payload, trace: traceContext(nil))
        perform(actions)
        ticket.complete(.success(()))
      } catch {
        ticket.complete(.failure(error))
      }
    case .respond(let id, let sessionID, let result):
      if sessionID == machine.sessionID { running[id] = nil }
      perform(machine.respond(to: id, of: sessionID, with: result))
    case .requestLeft(let id): machine.requestLeft(id)
    case .undeliverable(let sessionID, _):
      // The page missed a number, so the two ends no longer agree on the count; waiting for it to notice would cost a
      // deadline.
      if sessionID == machine.sessionID { perform(machine.invalidate(.undeliverable)) }
    case .deadlinePassed(let deadline, let generation):
      guard timers[deadline]?.generation == generation else { return }
      timers[deadline] = nil
      perform(machine.deadlinePassed(deadline))
    case .awaitReady(let ticket): awaitReady(ticket)
    case .invalidate(let reason): perform(machine.invalidate(reason))
    }
  }

  // MARK: - Messages in

  private func receive(_ text: String, at instant: TraceInstant) {
    let begin = recorder.clock.now()
    arrival = instant
    let message = decode(text)
    let end = recorder.clock.now()
    if recorder.isEnabled {
      let head: EnvelopeHead? =
        switch message {
        case .envelope(let envelope): envelope.head
        case .refused(let head, _): head
        }
      let method = head?.method.rawValue ?? "unreadable"
      recorder.span("queue \(method)", category: "message", lane: .bridge, from: instant, to: begin)
      recorder.span(
        "decode \(method)", category: "message", lane: .bridge, from: begin, to: end,
        arguments: ["bytes": .count(text.utf8.count)])
      if let head {
        let flow = inboundFlow(head.sessionID, head.sequence)
        recorder.flowStart(flow, name: method, lane: .bridge, at: instant)
        recorder.flowEnd(flow, name: method, lane: .bridge, at: end)
      }
    }
    perform(machine.receive(message))
  }

  private func decode(_ text: String) -> ReceivedMessage {
    let message = (machine.version.format ?? V1.self).decode(text, limits: machine.limits)
    // A page that loads anew says hello in version 1, whatever the session before it spoke.
    if machine.version != .v1, case .envelope(let envelope) = V1.decode(text, limits: machine.limits),
      envelope.sessionID.isEmpty
    {
      return .envelope(envelope)
    }
    return message
  }

  private func inboundFlow(_ sessionID: String, _ sequence: UInt64) -> FlowID {
    FlowID("page/\(sessionID.prefix(8))/\(sequence)")
  }

  // MARK: - Calls

  private func call(
    _ ticket: Ticket<JSONValue?>, _ method: Method, _ payload: JSONValue?, _ deadline: SessionStateMachine.Deadline
  ) {
    let span = recorder.begin("request \(method)", category: "call", lane: .native)
    let (id, actions) = machine.call(method, payload: payload, deadline: deadline, trace: traceContext(span))
    tickets[id] = ticket
    callIDs[ObjectIdentifier(ticket)] = id
    callSpans[id] = span
    perform(actions)
  }

  private func traceContext(_ span: OpenSpan?) -> TraceContext? {
    span.map { TraceContext(traceID: recorder.traceID.description, spanID: $0.id.description) }
  }

  private func complete(_ id: String, _ result: Result<JSONValue?, WireError>) {
    if let span = callSpans.removeValue(forKey: id) {
      recorder.end(
        span,
        arguments: {
          if case .failure(let error) = result { ["error": .string(error.code.rawValue)] } else { [:] }
        }())
    }
    guard let ticket = tickets.removeValue(forKey: id) else { return }
    callIDs[ObjectIdentifier(ticket)] = nil
    ticket.complete(result)
  }

  private func awaitReady(_ ticket: Ticket<HandshakeStateMachine.Agreement>) {
    if case .open = machine.state, let agreement = machine.agreement {
      ticket.complete(.success(agreement))
    } else if case .ended(let reason) = machine.state {
      ticket.complete(.failure(endCause ?? WireError(.sessionClosed, "the session has ended (\(reason.rawValue))")))
    } else {
      readyWaiters.append(ticket)
    }
  }

  // MARK: - Actions

  private func perform(_ actions: [SessionAction]) {
    for action in actions { perform(action) }
  }

  private func perform(_ action: SessionAction) {
    switch action {
    case .send(let envelope): send(envelope)
    case .considerHello(let hello, let version): consider(hello, version)
    case .established(let agreement): events.deliver(.established(agreement))
    case .ready: becomeReady()
    case .deliverRequest(let id, let method, let payload, let trace): run(id, method, payload, trace)
    case .deliverEvent(let method, let payload, _): deliver(method, payload)
    // Durable events are not sent yet, so there is no credit that an acknowledgement could release.
    case .deliverAcknowledgement: break
    case .completeCall(let id, let result): complete(id, result)
    case .cancelHandler(let id): running.removeValue(forKey: id)?.cancel()
    case .armDeadline(let deadline, let milliseconds): arm(deadline, milliseconds)
    case .disarmDeadline(let deadline): timers.removeValue(forKey: deadline)?.timer.cancel()
    case .report(let finding): report(finding)
    case .end(let reason, let error): end(reason, error)
    }
  }

  private func send(_ envelope: Envelope) {
    let begin = recorder.clock.now()
    let text = (envelope.protocolVersion.format ?? V1.self).encode(envelope)
    let end = recorder.clock.now()
    let flow = FlowID("host/\(envelope.sessionID.prefix(8))/\(envelope.sequence)/\(envelope.id ?? "")")
    if recorder.isEnabled {
      recorder.span(
        "encode \(envelope.method)", category: "message", lane: .bridge, from: begin, to: end,
        arguments: ["bytes": .count(text.utf8.count), "kind": .string(envelope.kind.rawValue)])
      recorder.flowStart(flow, name: envelope.method.rawValue, lane: .bridge, at: begin)
    }
    outbound.yield(
      OutboundMessage(
        text: text, sessionID: envelope.sessionID, sequence: envelope.sequence, method: envelope.method,
        callID: envelope.kind == .request ? envelope.id : nil, flow: flow, queued: end))
  }

  private func consider(_ hello: BridgeHello, _ version: ProtocolVersion) {
    if let error = configuration.admission(hello) {
      perform(machine.refuseHello(error))
      return
    }
    let wanted = Set(hello.capabilities)
    let clock = recorder.clock
    perform(
      machine.answerHello(
        BridgeHello.Response(
          version: version.number, sessionID: configuration.makeSessionID(),
          capabilities: configuration.capabilities.filter { wanted.contains($0.name) }, limits: configuration.limits,
          credits: BridgeHello.Response.Credits(durable: configuration.durableCredits),
          traceID: recorder.traceID.description, receivedAt: clock.epochMilliseconds(at: arrival),
          sentAt: clock.epochMilliseconds(at: clock.now()))))
  }

  private func becomeReady() {
    guard let agreement = machine.agreement else { return }
    events.deliver(.ready(agreement))
    for ticket in readyWaiters { ticket.complete(.success(agreement)) }
    readyWaiters = []
  }

  private func end(_ reason: SessionEndReason, _ error: WireError?) {
    for task in running.values { task.cancel() }
    running = [:]
    clockMapping = nil
    counters.update { $0.clockMapping = nil }
    let cause = error ?? WireError(.sessionClosed, "the session has ended (\(reason.rawValue))")
    endCause = cause
    for ticket in readyWaiters { ticket.complete(.failure(cause)) }
    readyWaiters = []
    events.deliver(.ended(reason, error))
  }

  private func report(_ finding: SessionFinding) {
    counters.update { $0.counters.findings[finding.name, default: 0] += 1 }
    recorder.instant("finding \(finding.name)", category: "message", lane: .bridge)
    events.deliver(.finding(finding))
  }

  private func arm(_ deadline: DeadlineID, _ milliseconds: Int) {
    timerGeneration += 1
    let generation = timerGeneration
    let commands = commands
    timers[deadline]?.timer.cancel()
    timers[deadline] = (
      generation,
      configuration.clock.schedule(afterMilliseconds: milliseconds) {
        commands.yield(.deadlinePassed(deadline, generation: generation))
      }
    )
  }

  // MARK: - Events and handlers

  private func deliver(_ method: Method, _ payload: JSONValue?) {
    if method == BridgeReady.method, let ready = try? JSONValueDecoder.decode(BridgeReady.self, from: payload) {
      let mapping = ClockMapping(offset: ready.clock.offset, error: ready.clock.error)
      clockMapping = mapping
      counters.update { $0.clockMapping = mapping }
    }
    if method == TraceSpans.method { recordPageSpans(payload) }
    if let fault = events.deliver(method, payload) { report(.refused(method, fault.wireError)) }
  }

  /// Puts the page's spans on the trace's axis.
  ///
  /// Without a measured clock there is no honest place for them.
  private func recordPageSpans(_ payload: JSONValue?) {
    guard recorder.isEnabled, let mapping = clockMapping,
      let batch = try? JSONValueDecoder.decode(TraceSpans.self, from: payload)
    else { return }
    for span in batch.spans {
      recorder.span(
        span.name, category: span.category, lane: .page,
        from: mapping.instant(fromPage: span.start, on: recorder.clock),
        to: mapping.instant(fromPage: span.end, on: recorder.clock))
    }
  }

  private func run(_ id: String, _ method: Method, _ payload: JSONValue?, _ trace: TraceContext?) {
    let sessionID = machine.sessionID
    guard let handler = handlers[method] else {
      perform(
        machine.respond(
          to: id, of: sessionID, with: .failure(WireError(.methodUnknown, "\(method) is not served any more"))))
      return
    }
    let context = BridgeRequestContext(sessionID: sessionID, requestID: id, method: method, trace: trace)
    let commands = commands
    let recorder = recorder
    running[id] = Task.detached(name: "bridge \(method)", executorPreference: handler.executor) {
      let span = recorder.begin("handle \(method)", category: "handler", lane: .native)
      let result: Result<JSONValue?, WireError>
      do {
        result = .success(try await handler.body(payload, context))
      } catch {
        result = .failure(Self.wireError(error))
      }
      recorder.end(span)
      commands.yield(.respond(id: id, sessionID: sessionID, result))
    }
  }

  /// What the page may know of a handler's failure.
  ///
  /// Anything that is not meant for it becomes a sentence without
  /// content: errors of lower layers name paths, and may quote a document.
  private static func wireError(_ error: any Error) -> WireError {
    switch error {
    case let error as WireError: error
    case let fault as PayloadFault: fault.wireError
    case let error as BridgeError: error.cause
    case is CancellationError: WireError(.cancelled, "the request was cancelled")
    default: WireError(.internal, "the handler failed")
    }
  }
}
