import BridgeProtocol
import Synchronization
import Tracing

@testable import Bridge

/// A driver with a page in memory at the other end, which follows the page's half of the protocol.
///
/// The page runs where its messages are taken, so nothing here waits for time to pass.
actor PagePeer {
  nonisolated let driver: SessionDriver
  nonisolated let counters: CounterBox
  nonisolated let clock = ManualBridgeClock()
  nonisolated let notices: AsyncStream<BridgeNotice>
  private nonisolated let outbound: AsyncStream<OutboundMessage>
  private let hello: BridgeHello
  private var machine: SessionStateMachine
  var completions: [String: CheckedContinuation<Result<JSONValue?, WireError>, Never>] = [:]
  private var cancelled: [CheckedContinuation<String, Never>] = []
  private var cancelledIDs: [String] = []
  private(set) var delivered: [(method: Method, payload: JSONValue?)] = []
  /// What the page does about a request; `nil` keeps it waiting.
  private let serve: @Sendable (Method, JSONValue?) -> Result<JSONValue?, WireError>?

  init(
    configure: (inout BridgeConfiguration) -> Void = { _ in },
    serve: @escaping @Sendable (Method, JSONValue?) -> Result<JSONValue?, WireError>? = { _, payload in
      .success(payload)
    }
  ) {
    var configuration = BridgeConfiguration()
    configuration.clock = clock
    let sessions = Mutex(0)
    configuration.makeSessionID = {
      sessions.withLock { count in
        count += 1
        return "S\(count)"
      }
    }
    configure(&configuration)
    let (commandStream, commands) = AsyncStream.makeStream(of: SessionCommand.self)
    let (outboundStream, outboundContinuation) = AsyncStream.makeStream(of: OutboundMessage.self)
    counters = CounterBox()
    driver = SessionDriver(
      configuration: configuration, counters: counters, commands: commands, outbound: outboundContinuation)
    notices = driver.events.notices()
    outbound = outboundStream
    hello = BridgeHello(
      versions: configuration.versions.map(\.number), bundle: BridgeHello.Bundle(version: "1", hash: "h"),
      schemaVersion: 1, methods: ["document.open", "editor.focus", "document.close"], capabilities: ["storage"],
      timeOrigin: Double.random(in: 0...1e12), sentAt: 1)
    machine = SessionStateMachine(
      configuration: SessionConfiguration(end: .page, served: ["document.open", "editor.focus", "document.close"]))
    self.serve = serve
    let driver = driver
    Task { await driver.run(commandStream) }
  }

  /// Loads the page: takes messages from now on and says hello.
  func load() {
    driver.commands.yield(.start)
    let outbound = outbound
    Task { for await message in outbound { self.take(message) } }
    perform(machine.start(hello: hello))
  }

  /// Loads a page anew in place of the one before.
  func reload() {
    machine = SessionStateMachine(configuration: machine.configuration)
    let next = BridgeHello(
      versions: hello.versions, bundle: hello.bundle, schemaVersion: 1, methods: hello.methods, capabilities: [],
      timeOrigin: hello.timeOrigin + 1, sentAt: 2)
    perform(machine.start(hello: next))
  }

  /// Asks the host, as the page's code would.
  func call(_ method: Method, _ payload: JSONValue?) async -> Result<JSONValue?, WireError> {
    await withCheckedContinuation { continuation in
      let (id, actions) = machine.call(method, payload: payload)
      completions[id] = continuation
      perform(actions)
    }
  }

  /// Asks the host and withdraws the request at once.
  func callAndCancel(_ method: Method) async -> Result<JSONValue?, WireError> {
    await withCheckedContinuation { continuation in
      let (id, actions) = machine.call(method, payload: nil)
      completions[id] = continuation
      perform(actions)
      perform(machine.cancel(id))
    }
  }

  func emit(_ event: some BridgeEvent) throws {
    perform(try machine.emit(type(of: event).method, payload: try JSONValueEncoder.encode(event)))
  }

  func emitRaw(_ method: Method, _ payload: JSONValue?) throws {
    perform(try machine.emit(method, payload: payload))
  }

  /// Waits until a request of the host was withdrawn.
  func nextCancelled() async -> String {
    if !cancelledIDs.isEmpty { return cancelledIDs.removeFirst() }
    return await withCheckedContinuation { cancelled.append($0) }
  }

  private func take(_ message: OutboundMessage) {
    if let id = message.callID { driver.commands.yield(.requestLeft(id: id)) }
    perform(machine.receive((machine.version.format ?? V1.self).decode(message.text, limits: machine.limits)))
  }

  private func perform(_ actions: [SessionAction]) {
    for action in actions {
      switch action {
      case .send(let envelope):
        let text = (envelope.protocolVersion.format ?? V1.self).encode(envelope)
        driver.commands.yield(.received(text, at: TraceInstant(nanoseconds: 0)))
      case .established: perform(machine.announceReady(BridgeReady(clock: BridgeReady.Clock(offset: 5, error: 1))))
      case .deliverRequest(let id, let method, let payload, _):
        delivered.append((method, payload))
        if let result = serve(method, payload) { perform(machine.respond(to: id, of: machine.sessionID, with: result)) }
      case .deliverEvent(let method, let payload, _): delivered.append((method, payload))
      case .completeCall(let id, let result): completions.removeValue(forKey: id)?.resume(returning: result)
      case .cancelHandler(let id):
        if cancelled.isEmpty { cancelledIDs.append(id) } else { cancelled.removeFirst().resume(returning: id) }
      default: break
      }
    }
  }

  // MARK: - The host's side

  nonisolated func ready() async throws -> HandshakeStateMachine.Agreement {
    let ticket = Ticket<HandshakeStateMachine.Agreement>()
    driver.commands.yield(.awaitReady(ticket))
    return try await ticket.wait().get()
  }

  nonisolated func request(
    _ method: Method, _ payload: JSONValue? = nil, deadline: SessionStateMachine.Deadline = .standard
  ) async throws -> JSONValue? {
    let ticket = Ticket<JSONValue?>()
    driver.commands.yield(.call(ticket, method, payload, deadline))
    return try await withTaskCancellationHandler {
      try await ticket.wait().get()
    } onCancel: {
      driver.commands.yield(.cancelCall(ticket))
    }
  }

  nonisolated func handle(
    _ method: Method, _ body: @escaping @Sendable (JSONValue?, BridgeRequestContext) async throws -> JSONValue?
  ) {
    driver.handlers[method] = HandlerRegistry.Handler(body: body, executor: nil)
    driver.commands.yield(.serve(method))
  }

  nonisolated func close() {
    driver.commands.yield(.invalidate(.closed))
    driver.commands.finish()
  }
}

/// A gate a test opens by hand.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
