/// The part of a message that says where it belongs: what remains readable when the rest had to be refused.
///
/// With it a refused request is still answered and its sequence number still counted, so one bad payload does not end
/// a session.
public struct EnvelopeHead: Sendable, Hashable {
  /// The version whose rules the message follows.
  public let protocolVersion: ProtocolVersion
  /// The session; empty before there is one.
  public let sessionID: String
  /// The place in its direction and session.
  public let sequence: UInt64
  /// The request's identity.
  public let id: String?
  /// What the message is for; `nil` when the kind is not one of the protocol's.
  public let kind: Envelope.Kind?
  /// What it is about.
  public let method: Method

  /// Makes a head.
  public init(
    protocolVersion: ProtocolVersion, sessionID: String, sequence: UInt64, id: String?, kind: Envelope.Kind?,
    method: Method
  ) {
    self.protocolVersion = protocolVersion
    self.sessionID = sessionID
    self.sequence = sequence
    self.id = id
    self.kind = kind
    self.method = method
  }
}
