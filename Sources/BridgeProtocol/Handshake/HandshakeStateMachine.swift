/// The handshake of one page load, for either end: hello, answer, ready.
///
/// A pure value: it reads no clock and sends nothing. It decides which message the moment admits; numbering and
/// delivery are the session's. Nothing but the hello is admitted before the answer, nothing but the ready after it, so
/// no business message can outrun what it relies on.
public struct HandshakeStateMachine: Sendable, Hashable {
  /// What the two ends agreed on.
  public struct Agreement: Sendable, Hashable {
    /// What the page said.
    public let hello: BridgeHello
    /// What the host answered.
    public let answer: BridgeHello.Response
  }

  /// Where the handshake stands.
  public enum State: Sendable, Hashable {
    /// Nothing has been said.
    case idle
    /// Host: the hello is being considered.
    ///
    /// The version is the highest both ends speak.
    case considering(BridgeHello, ProtocolVersion)
    /// Page: the hello is under way.
    case awaitingAnswer(BridgeHello)
    /// Both: agreed; the page installs its methods.
    case awaitingReady(Agreement)
    /// Both: business may flow.
    case complete(Agreement)
    /// The two ends could not agree.
    case failed(WireError)
  }

  /// What to do about a hello.
  public enum HelloAction: Sendable, Hashable {
    /// Decide on it, then call ``answer(_:)`` or ``refuse(_:)``.
    case consider(BridgeHello, ProtocolVersion)
    /// Answer with the error; the handshake has failed.
    case refuse(WireError)
  }

  /// Where the handshake stands.
  public private(set) var state = State.idle
  /// Versions this end speaks.
  public let versions: [ProtocolVersion]

  /// Makes a machine in its first state.
  public init(versions: [ProtocolVersion]) {
    self.versions = versions
  }

  /// What was agreed, once it was.
  public var agreement: Agreement? {
    switch state {
    case .awaitingReady(let agreement), .complete(let agreement): agreement
    default: nil
    }
  }

  // MARK: - Host

  /// Takes the page's hello.
  ///
  /// Only in the first state; a session begins each page load with a new machine.
  public mutating func receiveHello(_ payload: JSONValue?) -> HelloAction {
    guard case .idle = state else { preconditionFailure("a hello is taken once") }
    let hello: BridgeHello
    do {
      hello = try JSONValueDecoder.decode(BridgeHello.self, from: payload)
    } catch {
      return .refuse(fail(error.wireError))
    }
    guard let version = ProtocolVersion.negotiate(host: versions, page: hello.versions.map(ProtocolVersion.init)) else {
      let own = versions.map(\.description).joined(separator: ", ")
      let other = hello.versions.map(String.init).joined(separator: ", ")
      return .refuse(fail(WireError(.versionUnsupported, "the host speaks [\(own)], the page [\(other)]")))
    }
    state = .considering(hello, version)
    return .consider(hello, version)
  }

  /// Agrees.
  ///
  /// Only while a hello is being considered.
  public mutating func answer(_ answer: BridgeHello.Response) {
    guard case .considering(let hello, _) = state else { preconditionFailure("there is no hello to answer") }
    state = .awaitingReady(Agreement(hello: hello, answer: answer))
  }

  /// Declines.
  ///
  /// Only while a hello is being considered.
  public mutating func refuse(_ error: WireError) {
    guard case .considering = state else { preconditionFailure("there is no hello to refuse") }
    state = .failed(error)
  }

  /// Takes the page's ready.
  ///
  /// - Returns: What is wrong with it; the handshake then still waits for a proper one.
  public mutating func receiveReady(_ payload: JSONValue?) -> WireError? {
    guard case .awaitingReady(let agreement) = state else { preconditionFailure("no ready is expected") }
    do {
      _ = try JSONValueDecoder.decode(BridgeReady.self, from: payload)
    } catch {
      return error.wireError
    }
    state = .complete(agreement)
    return nil
  }

  // MARK: - Page

  /// Begins on the page's end.
  public mutating func sendHello(_ hello: BridgeHello) {
    guard case .idle = state else { preconditionFailure("a hello is sent once") }
    state = .awaitingAnswer(hello)
  }

  /// Takes the host's answer.
  ///
  /// - Returns: What is wrong with it; the handshake has then failed.
  public mutating func receiveAnswer(_ payload: JSONValue?, sessionID: String) -> WireError? {
    guard case .awaitingAnswer(let hello) = state else { preconditionFailure("no answer is expected") }
    let answer: BridgeHello.Response
    do {
      answer = try JSONValueDecoder.decode(BridgeHello.Response.self, from: payload)
    } catch {
      return fail(error.wireError)
    }
    guard hello.versions.contains(answer.version) else {
      return fail(WireError(.versionUnsupported, "the host chose version \(answer.version), which was not offered"))
    }
    guard answer.sessionID == sessionID else {
      return fail(WireError(.sessionMismatch, "the answer names another session than its envelope"))
    }
    state = .awaitingReady(Agreement(hello: hello, answer: answer))
    return nil
  }

  /// Takes the host's refusal.
  public mutating func receiveRefusal(_ error: WireError) {
    guard case .awaitingAnswer = state else { preconditionFailure("no answer is expected") }
    state = .failed(error)
  }

  /// Completes on the page's end, when every announced method is installed.
  public mutating func sendReady() {
    guard case .awaitingReady(let agreement) = state else { preconditionFailure("there is nothing to be ready for") }
    state = .complete(agreement)
  }

  private mutating func fail(_ error: WireError) -> WireError {
    state = .failed(error)
    return error
  }
}
