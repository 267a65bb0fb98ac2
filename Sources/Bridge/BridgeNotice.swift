public import BridgeProtocol

/// What happened to a bridge's session.
public enum BridgeNotice: Sendable, Hashable {
  /// A page and the host agreed; business may not flow yet.
  case established(HandshakeStateMachine.Agreement)
  /// Business may flow.
  case ready(HandshakeStateMachine.Agreement)
  /// The session is over; a page that loads anew may begin the next one where the reason admits it.
  case ended(SessionEndReason, WireError?)
  /// Something against the rules was seen and dealt with.
  case finding(SessionFinding)
  /// A message of another origin or frame, or one that is no text, was dropped.
  case foreignMessage
}
