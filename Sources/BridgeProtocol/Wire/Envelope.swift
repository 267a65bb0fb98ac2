/// One message of the bridge, as both ends understand it.
public struct Envelope: Sendable, Hashable {
  /// What a message is for.
  ///
  /// The set is closed: an unknown kind is refused, because nobody knows what its sender waits
  /// for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Asks for exactly one response.
    case request
    /// Answers the request of the same identity.
    case response
    /// Tells something; nobody answers.
    case event
    /// Confirms durable events.
    case ack
    /// Withdraws the request of the same identity.
    case cancel
  }

  /// The version whose rules the message follows.
  public let protocolVersion: ProtocolVersion
  /// The session; empty only before there is one.
  public let sessionID: String
  /// The place in its direction and session, from 1; 0 only for an answer outside any session.
  public let sequence: UInt64
  /// The request's identity, unique per sender and session; on requests, responses and cancellations.
  public let id: String?
  /// What the message is for.
  public let kind: Kind
  /// What it is about.
  public let method: Method
  /// What it says.
  public let payload: JSONValue?
  /// Why a request failed; on responses only.
  public let error: WireError?
  /// The trace it belongs to.
  public let trace: TraceContext?

  /// Makes an envelope; consistency is checked where it is decoded, not here.
  public init(
    protocolVersion: ProtocolVersion, sessionID: String, sequence: UInt64, id: String? = nil, kind: Kind,
    method: Method, payload: JSONValue? = nil, error: WireError? = nil, trace: TraceContext? = nil
  ) {
    self.protocolVersion = protocolVersion
    self.sessionID = sessionID
    self.sequence = sequence
    self.id = id
    self.kind = kind
    self.method = method
    self.payload = payload
    self.error = error
    self.trace = trace
  }

  /// The part that says where the message belongs.
  public var head: EnvelopeHead {
    EnvelopeHead(
      protocolVersion: protocolVersion, sessionID: sessionID, sequence: sequence, id: id, kind: kind, method: method)
  }
}
