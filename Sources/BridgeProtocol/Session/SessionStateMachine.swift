/// The rules of the bridge for one end: who may say what, when, how often, and what follows.
///
/// A pure value: inputs go in, actions come out, and the driver carries them out in order. It owns no clock (deadlines
/// are actions), draws no identities (the session's comes with the answer to the hello) and never suspends. Both ends
/// use the same rules; only the handshake differs.
///
/// What it guarantees, whatever arrives: each call completes exactly once; each request delivered is answered at most
/// once; nothing of an ended session is sent or delivered; memory is bounded by what is pending and by fixed windows.
public struct SessionStateMachine: Sendable {
  /// Where a session stands.
  public enum State: Sendable, Hashable {
    /// Nothing has begun.
    case idle
    /// The hello (host) or its answer (page) is awaited, or the host considers it.
    case handshaking
    /// Agreed; the page installs its methods.
    case established
    /// Business may flow.
    case open
    /// Over; the host's end may begin anew where the reason admits it.
    case ended(SessionEndReason)
  }

  /// A call of this end that waits for its response.
  struct PendingCall: Sendable, Hashable {
    let method: Method
    /// Whether the request has left this end; before that the other end cannot have started it.
    var hasLeft = false
  }

  /// What belongs to one session and goes with it.
  struct Exchange: Sendable {
    var handshake: HandshakeStateMachine
    var sessionID = ""
    var version = ProtocolVersion.v1
    var inbound = SequenceWindow()
    var outbound: UInt64 = 0
    /// The hello as it came, to tell its repetition from the hello of the next page load.
    var hello: Envelope?
    var calls: [String: PendingCall] = [:]
    /// Calls that ended without their response, which may still come, oldest first.
    var abandoned = BoundedSet()
    /// Requests of the other end whose handler runs.
    var requests: [String: Method] = [:]
    /// Requests that were ended before their handler was, oldest first.
    var withdrawn = BoundedSet()
  }

  /// What the machine knows beforehand; the served methods may change at any time.
  public internal(set) var configuration: SessionConfiguration
  /// Where the session stands.
  public internal(set) var state = State.idle

  var exchange: Exchange
  /// Identities go on across sessions, so that a stale one never names a new call.
  var callCount: UInt64 = 0

  /// Makes a machine; nothing happens before ``start()`` or ``start(hello:)``.
  public init(configuration: SessionConfiguration) {
    self.configuration = configuration
    exchange = Exchange(handshake: HandshakeStateMachine(versions: configuration.versions))
  }

  // MARK: - What can be asked

  /// The session's identity; empty before there is one and after it ended.
  public var sessionID: String { exchange.sessionID }

  /// The version to encode in and to decode by; the handshake is always version 1.
  public var version: ProtocolVersion { exchange.version }

  /// What was agreed, while the session lasts.
  public var agreement: HandshakeStateMachine.Agreement? { exchange.handshake.agreement }

  /// Identities of calls that wait for a response, in the order they were made.
  public var pendingCalls: [String] { exchange.calls.keys.sorted { callNumber($0) < callNumber($1) } }

  /// Identities of requests whose handler runs.
  public var runningRequests: [String] { exchange.requests.keys.sorted() }

  /// The limits messages must keep.
  public var limits: WireLimits {
    switch configuration.end {
    case .host: configuration.limits
    case .page: exchange.handshake.agreement?.answer.limits ?? configuration.limits
    }
  }

  // MARK: - Beginning

  /// Host: expects a page.
  ///
  /// Call when a page begins to load.
  public mutating func start() -> [SessionAction] {
    precondition(configuration.end == .host, "the page's end starts with its hello")
    switch state {
    case .idle: break
    case .ended(let reason) where reason.admitsNextPage: break
    default: return []
    }
    reset()
    state = .handshaking
    return [.armDeadline(.handshake, milliseconds: configuration.handshakeDeadline)]
  }

  /// Page: says hello.
  ///
  /// Only once.
  public mutating func start(hello: BridgeHello) -> [SessionAction] {
    precondition(configuration.end == .page, "the host's end waits for a hello")
    guard case .idle = state else { return [] }
    guard let payload = try? JSONValueEncoder.encode(hello) else {
      return finish(.handshakeFailed, WireError(.payloadInvalid, "the hello cannot be written"))
    }
    exchange.handshake.sendHello(hello)
    state = .handshaking
    let envelope = number(kind: .request, method: .hello, id: nextCallID(), payload: payload)
    exchange.hello = envelope
    return [.send(envelope), .armDeadline(.handshake, milliseconds: configuration.handshakeDeadline)]
  }

  /// Host: agrees to the hello that is being considered.
  ///
  /// Ignored when the page has gone meanwhile.
  public mutating func answerHello(_ answer: BridgeHello.Response) -> [SessionAction] {
    guard case .considering(_, let version) = exchange.handshake.state, let hello = exchange.hello else { return [] }
    guard let payload = try? JSONValueEncoder.encode(answer) else {
      return refuseHello(WireError(.internal, "the answer cannot be written"))
    }
    exchange.handshake.answer(answer)
    exchange.sessionID = answer.sessionID
    state = .established
    // The answer itself is still version 1: the page knows what was chosen only once it has read it.
    let envelope = number(kind: .response, method: .hello, id: hello.id, payload: payload)
    exchange.version = version
    var actions: [SessionAction] = [.send(envelope)]
    if let agreement = exchange.handshake.agreement { actions.append(.established(agreement)) }
    return actions
  }

  /// Host: declines the hello that is being considered.
  ///
  /// Ignored when the page has gone meanwhile.
  public mutating func refuseHello(_ error: WireError) -> [SessionAction] {
    guard case .considering = exchange.handshake.state, let hello = exchange.hello else { return [] }
    exchange.handshake.refuse(error)
    return [.send(outsideAnswer(to: hello.head, error))] + finish(.handshakeFailed, error)
  }

  /// Page: tells that every announced method is installed.
  ///
  /// Ignored unless that is what is awaited.
  public mutating func announceReady(_ ready: BridgeReady) -> [SessionAction] {
    guard configuration.end == .page, case .established = state,
      let payload = try? JSONValueEncoder.encode(ready)
    else { return [] }
    exchange.handshake.sendReady()
    state = .open
    return [.send(number(kind: .event, method: .ready, payload: payload)), .disarmDeadline(.handshake), .ready]
  }

  // MARK: - Serving

  /// Serves a request from now on.
  public mutating func serve(_ method: Method) { configuration.served.insert(method) }

  /// Serves a request no longer; what runs may finish.
  public mutating func stopServing(_ method: Method) { configuration.served.remove(method) }

  // MARK: - Ending

  /// Ends the session for a reason outside the protocol.
  ///
  /// Ignored when it has ended already, unless the new reason is
  /// final.
  public mutating func invalidate(_ reason: SessionEndReason) -> [SessionAction] {
    if case .ended(let previous) = state {
      if previous.admitsNextPage && !reason.admitsNextPage { state = .ended(reason) }
      return []
    }
    return finish(reason, nil)
  }

  /// Ends everything once: handlers are told to stop, calls end, deadlines go.
  mutating func finish(_ reason: SessionEndReason, _ error: WireError?) -> [SessionAction] {
    var actions: [SessionAction] = []
    switch state {
    case .handshaking, .established: actions.append(.disarmDeadline(.handshake))
    default: break
    }
    for id in runningRequests { actions.append(.cancelHandler(id: id)) }
    for id in pendingCalls {
      guard let call = exchange.calls[id] else { continue }
      actions.append(.disarmDeadline(.call(id)))
      let why =
        call.hasLeft
        ? "the session ended (\(reason.rawValue)) before the response came"
        : "the session ended (\(reason.rawValue)) before the request left"
      actions.append(.completeCall(id: id, .failure(WireError(.sessionClosed, why, retryable: !call.hasLeft))))
    }
    actions.append(.end(reason, error))
    state = .ended(reason)
    reset()
    return actions
  }

  mutating func reset() {
    exchange = Exchange(handshake: HandshakeStateMachine(versions: configuration.versions))
  }

  // MARK: - Numbering

  mutating func nextCallID() -> String {
    callCount += 1
    return (configuration.end == .host ? "h" : "p") + String(callCount)
  }

  /// The number inside an identity this end gave; 0 for any other.
  func callNumber(_ id: String) -> UInt64 {
    guard id.first == (configuration.end == .host ? "h" : "p") else { return 0 }
    return UInt64(id.dropFirst()) ?? 0
  }

  mutating func number(
    kind: Envelope.Kind, method: Method, id: String? = nil, payload: JSONValue? = nil, error: WireError? = nil,
    trace: TraceContext? = nil
  ) -> Envelope {
    exchange.outbound += 1
    return Envelope(
      protocolVersion: exchange.version, sessionID: exchange.sessionID, sequence: exchange.outbound, id: id,
      kind: kind, method: method, payload: payload, error: error, trace: trace)
  }

  /// An answer that belongs to no session, and so has no number.
  func outsideAnswer(to head: EnvelopeHead, _ error: WireError) -> Envelope {
    Envelope(
      protocolVersion: .v1, sessionID: "", sequence: 0, id: head.id, kind: .response, method: head.method,
      error: error)
  }
}
