import BridgeProtocol

/// A host's and a page's machine with a line between them that may lose, repeat and swap messages.
struct TwoEnds {
  private var generator: SplitMix
  private let noise: Int
  private var host = SessionStateMachine(
    configuration: SessionConfiguration(end: .host, served: ["auth.token", "navigation.open"]))
  private var page = TwoEnds.makePage()
  private var hostKeeper = PromiseKeeper(isHost: true)
  private var pageKeeper = PromiseKeeper(isHost: false)
  private var toHost: [String] = []
  private var toPage: [String] = []
  private var hostRequests: [(id: String, session: String)] = []
  private var pageRequests: [(id: String, session: String)] = []
  private var sessions = 0
  private var pages = 0
  private(set) var endReasons: [SessionEndReason] = []
  private(set) var unexpectedFindings: [SessionFinding] = []

  /// - Parameter noise: 0 for a faithful line and no reloads, more for more trouble.
  init(seed: UInt64, noise: Int) {
    generator = SplitMix(state: seed)
    self.noise = noise
  }

  private static func makePage() -> SessionStateMachine {
    SessionStateMachine(configuration: SessionConfiguration(end: .page, served: ["document.open", "editor.focus"]))
  }

  /// - Returns: The first broken promise.
  mutating func run(steps: Int) -> String? {
    if let broken = takeHost(host.start()) ?? load() { return broken }
    for _ in 0..<steps {
      if let broken = step() { return broken }
    }
    return nil
  }

  /// Lets everything under way arrive and everything asked be answered.
  ///
  /// - Returns: Whether no call stays open.
  mutating func finishQuietly() -> Bool {
    for _ in 0..<2_000 {
      if !toHost.isEmpty {
        guard deliverToHost() == nil else { return false }
      } else if !toPage.isEmpty {
        guard deliverToPage() == nil else { return false }
      } else if !hostRequests.isEmpty || !pageRequests.isEmpty {
        guard answer() == nil else { return false }
      } else {
        break
      }
    }
    return host.pendingCalls.isEmpty && page.pendingCalls.isEmpty
  }

  private mutating func load() -> String? {
    pages += 1
    page = Self.makePage()
    pageKeeper = PromiseKeeper(isHost: false)
    pageRequests = []
    toPage = []
    let hello = BridgeHello(
      versions: [1], bundle: BridgeHello.Bundle(version: "1", hash: "h"), schemaVersion: 1,
      methods: ["document.open", "editor.focus"], capabilities: [], timeOrigin: Double(pages), sentAt: Double(pages))
    return takePage(page.start(hello: hello))
  }

  private mutating func step() -> String? {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<5: return deliverToHost()
    case 5..<10: return deliverToPage()
    case 10, 11:
      let call = host.call(Bool.random(using: &generator) ? "document.open" : "editor.focus", payload: .emptyObject)
      hostKeeper.called(call.id)
      return takeHost(call.actions)
    case 12, 13:
      let call = page.call(Bool.random(using: &generator) ? "auth.token" : "navigation.open", payload: .emptyObject)
      pageKeeper.called(call.id)
      return takePage(call.actions)
    case 14: return takePage((try? page.emit("document.state", payload: .emptyObject)) ?? [])
    case 15, 16: return answer()
    case 17:
      if let id = host.pendingCalls.randomElement(using: &generator) {
        return takeHost(Bool.random(using: &generator) ? host.cancel(id) : host.deadlinePassed(.call(id)))
      }
      if let id = page.pendingCalls.randomElement(using: &generator) { return takePage(page.cancel(id)) }
      return nil
    case 18 where noise > 0: return disturb()
    default: return nil
    }
  }

  private mutating func disturb() -> String? {
    switch Int.random(in: 0..<(noise == 1 ? 2 : 7), using: &generator) {
    case 0: return load()
    case 1:
      if let message = toHost.last { toHost.append(message) }
      return nil
    case 2:
      if !toHost.isEmpty { toHost.removeFirst() }
      return nil
    case 3:
      if toPage.count > 1 { toPage.swapAt(0, 1) }
      return nil
    case 4:
      if !toPage.isEmpty { toPage[0].removeLast() }
      return nil
    case 5: return takeHost(host.invalidate(.navigated)) ?? takeHost(host.start())
    default:
      if let message = toPage.first { toPage.insert(message, at: 0) }
      return nil
    }
  }

  private mutating func deliverToHost() -> String? {
    guard !toHost.isEmpty else { return nil }
    return takeHost(host.receive(V1.decode(toHost.removeFirst(), limits: .standard)))
  }

  private mutating func deliverToPage() -> String? {
    guard !toPage.isEmpty else { return nil }
    return takePage(page.receive(V1.decode(toPage.removeFirst(), limits: .standard)))
  }

  private mutating func answer() -> String? {
    if !hostRequests.isEmpty, Bool.random(using: &generator) || pageRequests.isEmpty {
      let request = hostRequests.remove(at: Int.random(in: 0..<hostRequests.count, using: &generator))
      return takeHost(host.respond(to: request.id, of: request.session, with: .success(.emptyObject)))
    }
    guard !pageRequests.isEmpty else { return nil }
    let request = pageRequests.remove(at: Int.random(in: 0..<pageRequests.count, using: &generator))
    return takePage(page.respond(to: request.id, of: request.session, with: .failure(WireError(.unavailable, "busy"))))
  }

  private mutating func takeHost(_ actions: [SessionAction]) -> String? {
    if let broken = hostKeeper.check(actions, of: host) { return "host: \(broken)" }
    for action in actions {
      switch action {
      case .send(let envelope): toPage.append(V1.encode(envelope))
      case .considerHello:
        sessions += 1
        let answer = BridgeHello.Response(
          version: 1, sessionID: "S\(sessions)", capabilities: [], limits: .standard, credits: .init(durable: 1),
          traceID: String(repeating: "a", count: 32), receivedAt: 0, sentAt: 0)
        if let broken = takeHost(host.answerHello(answer)) { return broken }
      case .deliverRequest(let id, _, _, _): hostRequests.append((id, host.sessionID))
      case .end(let reason, _): endReasons.append(reason)
      case .report(let finding): note(finding)
      default: break
      }
    }
    return nil
  }

  private mutating func takePage(_ actions: [SessionAction]) -> String? {
    if let broken = pageKeeper.check(actions, of: page) { return "page: \(broken)" }
    for action in actions {
      switch action {
      case .send(let envelope): toHost.append(V1.encode(envelope))
      case .established:
        if let broken = takePage(page.announceReady(BridgeReady(clock: .init(offset: 0, error: 0)))) { return broken }
      case .deliverRequest(let id, _, _, _): pageRequests.append((id, page.sessionID))
      case .end(let reason, _): endReasons.append(reason)
      case .report(let finding): note(finding)
      default: break
      }
    }
    return nil
  }

  /// Late responses and cancellations that pass each other belong to honest traffic.
  private mutating func note(_ finding: SessionFinding) {
    switch finding {
    case .lateResponse, .unknownCancellation: break
    default: unexpectedFindings.append(finding)
    }
  }
}
