/// What a machine asks its driver to do.
///
/// Actions are carried out in the order given.
public enum SessionAction: Sendable, Hashable {
  /// Encode and send; order among sends is the order of the wire.
  case send(Envelope)
  /// Host: decide on the hello and call ``SessionStateMachine/answerHello(_:)`` or
  /// ``SessionStateMachine/refuseHello(_:)``.
  case considerHello(BridgeHello, version: ProtocolVersion)
  /// There is a session from here on, though business may not flow yet.
  case established(HandshakeStateMachine.Agreement)
  /// Business may flow.
  case ready
  /// Run the handler of a request and give its result to ``SessionStateMachine/respond(to:of:with:)``.
  case deliverRequest(id: String, method: Method, payload: JSONValue?, trace: TraceContext?)
  /// Tell whoever listens.
  case deliverEvent(method: Method, payload: JSONValue?, trace: TraceContext?)
  /// Release the credit of acknowledged durable events.
  case deliverAcknowledgement(method: Method, payload: JSONValue?)
  /// End a call, once.
  case completeCall(id: String, Result<JSONValue?, WireError>)
  /// Tell the handler of a request to stop; its result is no longer wanted.
  case cancelHandler(id: String)
  /// Call ``SessionStateMachine/deadlinePassed(_:)`` after so many milliseconds.
  case armDeadline(DeadlineID, milliseconds: Int)
  /// Forget a deadline.
  ///
  /// One that has passed meanwhile is harmless.
  case disarmDeadline(DeadlineID)
  /// Count and show.
  case report(SessionFinding)
  /// The session is over; nothing of it follows.
  case end(SessionEndReason, WireError?)
}
