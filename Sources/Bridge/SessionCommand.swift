import BridgeProtocol
import Tracing

/// All a session driver can be told.
///
/// One queue carries them, so their order is the order in which they were said.
enum SessionCommand: Sendable {
  case start
  case received(String, at: TraceInstant)
  case serve(Method)
  case stopServing(Method)
  case call(Ticket<JSONValue?>, Method, JSONValue?, SessionStateMachine.Deadline)
  case cancelCall(Ticket<JSONValue?>)
  case emit(Ticket<Void>, Method, JSONValue?)
  case respond(id: String, sessionID: String, Result<JSONValue?, WireError>)
  case requestLeft(id: String)
  case undeliverable(sessionID: String, sequence: UInt64)
  case deadlinePassed(DeadlineID, generation: UInt64)
  case awaitReady(Ticket<HandshakeStateMachine.Agreement>)
  case invalidate(SessionEndReason)
}

/// A message that is encoded and waits for its turn on the main actor.
struct OutboundMessage: Sendable {
  let text: String
  let sessionID: String
  let sequence: UInt64
  let method: Method
  /// The call whose request this is, to note that it has left.
  let callID: String?
  let flow: FlowID
  let queued: TraceInstant
}
