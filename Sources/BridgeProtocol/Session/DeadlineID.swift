/// Names a deadline that the driver keeps for the machine.
public enum DeadlineID: Sendable, Hashable {
  /// Until the handshake is complete.
  case handshake
  /// Until the call with this identity is answered.
  case call(String)
}
