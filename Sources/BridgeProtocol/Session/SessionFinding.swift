/// Something against the rules, or late, that a machine saw and dealt with: to be counted and shown, never to be
/// hidden.
///
/// Findings name methods, identities and numbers, never payloads.
public enum SessionFinding: Sendable, Hashable {
  /// The text could not be read at all, so nobody can be answered.
  case malformed(WireError)
  /// A message was refused for its content; a request was answered so.
  case refused(Method, WireError)
  /// A message came before the handshake was complete.
  case beforeHandshake(Method)
  /// Late traffic of another session.
  case sessionMismatch(Method)
  /// A message came twice; the second was dropped.
  case duplicate(sequence: UInt64)
  /// The session ends: this number was expected, that one came.
  case sequenceViolation(expected: UInt64, received: UInt64)
  /// A request carries an identity that is in use.
  case requestIDReused(String)
  /// A second response to one request was dropped.
  case duplicateResponse(id: String)
  /// A response came after its call had timed out or was cancelled; dropped.
  case lateResponse(id: String)
  /// A response to nothing that was asked; dropped.
  case unknownResponse(id: String)
  /// A cancellation for nothing that is running: it and the response passed each other.
  case unknownCancellation(id: String)
  /// An event nobody here knows; dropped.
  case unknownEvent(Method)
  /// A handler tried to answer a second time; nothing was sent.
  case secondAnswerRefused(id: String)

  /// The finding's stable name.
  public var name: String {
    switch self {
    case .malformed: "malformed"
    case .refused: "refused"
    case .beforeHandshake: "before-handshake"
    case .sessionMismatch: "session-mismatch"
    case .duplicate: "duplicate"
    case .sequenceViolation: "sequence-violation"
    case .requestIDReused: "request-id-reused"
    case .duplicateResponse: "duplicate-response"
    case .lateResponse: "late-response"
    case .unknownResponse: "unknown-response"
    case .unknownCancellation: "unknown-cancellation"
    case .unknownEvent: "unknown-event"
    case .secondAnswerRefused: "second-answer-refused"
    }
  }
}
