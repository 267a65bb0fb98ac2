extension SessionStateMachine {
  /// Takes a message from the other end.
  ///
  /// The order of the checks is part of the contract: hello, session, sequence, version, handshake, kind. A message
  /// that fails the session check is not counted; one that fails a later check is.
  public mutating func receive(_ message: ReceivedMessage) -> [SessionAction] {
    switch message {
    case .refused(let head?, let error): receive(head, envelope: nil, fault: error)
    case .refused(nil, let error): [.report(.malformed(error))]
    case .envelope(let envelope): receive(envelope.head, envelope: envelope, fault: nil)
    }
  }

  private mutating func receive(_ head: EnvelopeHead, envelope: Envelope?, fault: WireError?) -> [SessionAction] {
    if head.method == .hello, head.sessionID.isEmpty, configuration.end == .host, head.kind == .request {
      return receiveHello(head, envelope, fault)
    }
    if case .handshaking = state, configuration.end == .page, head.method == .hello, head.kind == .response {
      return receiveAnswer(head, envelope, fault)
    }
    switch state {
    case .established, .open: break
    case .idle, .handshaking, .ended: return refuseOutside(head)
    }
    guard head.sessionID == exchange.sessionID else { return [.report(.sessionMismatch(head.method))] }

    switch exchange.inbound.admit(head) {
    case .duplicate: return [.report(.duplicate(sequence: head.sequence))]
    case .violation(let expected):
      let error = WireError(
        .sequenceViolation, "sequence \(head.sequence) came where \(expected) was expected")
      var actions: [SessionAction] = [
        .report(.sequenceViolation(expected: expected, received: head.sequence))
      ]
      if head.kind == .request, let id = head.id { actions.append(.send(answer(id, head.method, error))) }
      return actions + finish(.sequenceViolation, error)
    case .next: break
    }
    if head.protocolVersion != exchange.version {
      return refuse(
        head,
        WireError(
          .versionUnsupported, "the message is of version \(head.protocolVersion), agreed is \(exchange.version)"))
    }
    if let fault { return refuse(head, fault) }
    guard let envelope else { return [] }
    return state == .open ? receiveBusiness(envelope) : receiveBeforeReady(envelope)
  }

  // MARK: - Handshake

  private mutating func receiveHello(
    _ head: EnvelopeHead, _ envelope: Envelope?, _ fault: WireError?
  ) -> [SessionAction] {
    if let envelope, envelope == exchange.hello { return [.report(.duplicate(sequence: head.sequence))] }
    var actions: [SessionAction] = []
    switch state {
    case .idle: return refuseOutside(head)
    case .handshaking where exchange.hello == nil: break
    case .handshaking, .established, .open:
      // A page says hello once, so this is the next page. The old one's calls end before anything of the new one
      // begins.
      actions += finish(.reloaded, nil)
      actions += start()
    case .ended(let reason):
      guard reason.admitsNextPage else { return refuseOutside(head) }
      actions += start()
    }
    if head.sequence != 1 {
      let error = WireError(.sequenceViolation, "a hello has sequence 1, not \(head.sequence)")
      return actions + [.report(.refused(.hello, error)), .send(outsideAnswer(to: head, error))]
        + finish(.handshakeFailed, error)
    }
    guard let envelope else {
      let error = fault ?? WireError(.payloadInvalid, "the hello cannot be read")
      return actions + [.report(.refused(.hello, error)), .send(outsideAnswer(to: head, error))]
        + finish(.handshakeFailed, error)
    }
    _ = exchange.inbound.admit(head)
    exchange.hello = envelope
    switch exchange.handshake.receiveHello(envelope.payload) {
    case .consider(let hello, let version): return actions + [.considerHello(hello, version: version)]
    case .refuse(let error):
      return actions + [.report(.refused(.hello, error)), .send(outsideAnswer(to: head, error))]
        + finish(.handshakeFailed, error)
    }
  }

  private mutating func receiveAnswer(
    _ head: EnvelopeHead, _ envelope: Envelope?, _ fault: WireError?
  ) -> [SessionAction] {
    guard head.id == exchange.hello?.id else { return [.report(.beforeHandshake(head.method))] }
    if let error = fault ?? envelope?.error {
      exchange.handshake.receiveRefusal(error)
      return finish(.handshakeFailed, error)
    }
    guard let envelope, head.sequence == 1, !head.sessionID.isEmpty else {
      let error = WireError(.sequenceViolation, "the answer to the hello begins a session with sequence 1")
      exchange.handshake.receiveRefusal(error)
      return finish(.handshakeFailed, error)
    }
    if let error = exchange.handshake.receiveAnswer(envelope.payload, sessionID: head.sessionID) {
      return finish(.handshakeFailed, error)
    }
    guard let agreement = exchange.handshake.agreement else { return [] }
    _ = exchange.inbound.admit(head)
    exchange.sessionID = head.sessionID
    exchange.version = ProtocolVersion(agreement.answer.version)
    state = .established
    return [.established(agreement)]
  }

  private mutating func receiveBeforeReady(_ envelope: Envelope) -> [SessionAction] {
    guard configuration.end == .host, envelope.method == .ready, envelope.kind == .event else {
      let error = WireError(.handshakeRequired, "\(envelope.method) came before the page was ready")
      var actions: [SessionAction] = [.report(.beforeHandshake(envelope.method))]
      if envelope.kind == .request, let id = envelope.id { actions.append(.send(answer(id, envelope.method, error))) }
      return actions
    }
    if let error = exchange.handshake.receiveReady(envelope.payload) {
      return [.report(.refused(.ready, error))]
    }
    state = .open
    return [
      .disarmDeadline(.handshake), .ready,
      .deliverEvent(method: .ready, payload: envelope.payload, trace: envelope.trace),
    ]
  }

  /// Refuses what belongs to no session.
  ///
  /// A request that names none is answered, so that its sender learns what is
  /// missing; late traffic of an ended session is not, since its sender is gone.
  private func refuseOutside(_ head: EnvelopeHead) -> [SessionAction] {
    guard head.sessionID.isEmpty else { return [.report(.sessionMismatch(head.method))] }
    var actions: [SessionAction] = [.report(.beforeHandshake(head.method))]
    if case .handshaking = state, head.kind == .request, head.id != nil {
      actions.append(
        .send(outsideAnswer(to: head, WireError(.handshakeRequired, "\(head.method) came before the handshake"))))
    }
    return actions
  }

  // MARK: - Business

  private mutating func receiveBusiness(_ envelope: Envelope) -> [SessionAction] {
    switch envelope.kind {
    case .request: receiveRequest(envelope)
    case .response: receiveResponse(envelope)
    case .event: receiveEvent(envelope)
    case .ack: [.deliverAcknowledgement(method: envelope.method, payload: envelope.payload)]
    case .cancel: receiveCancel(envelope)
    }
  }

  private mutating func receiveRequest(_ envelope: Envelope) -> [SessionAction] {
    guard let id = envelope.id else { return [] }
    // Answering would make two responses of one identity, so a reused one is only reported.
    if exchange.requests[id] != nil || exchange.withdrawn.contains(id) { return [.report(.requestIDReused(id))] }
    let method = envelope.method
    guard configuration.served.contains(method) else {
      let descriptor = configuration.methods[method]
      if descriptor.map({ !$0.isRequest || !comesHere($0) }) == true {
        return refuse(
          envelope.head, WireError(.methodNotAllowed, "\(method) is not a request this end takes"))
      }
      return refuse(envelope.head, WireError(.methodUnknown, "\(method) is not served"))
    }
    guard exchange.requests.count < configuration.concurrentRequests else {
      return refuse(envelope.head, WireError(.backpressure, "\(exchange.requests.count) requests are running"))
    }
    exchange.requests[id] = method
    return [.deliverRequest(id: id, method: method, payload: envelope.payload, trace: envelope.trace)]
  }

  private mutating func receiveResponse(_ envelope: Envelope) -> [SessionAction] {
    guard let id = envelope.id else { return [] }
    guard let call = exchange.calls[id] else {
      if exchange.abandoned.remove(id) { return [.report(.lateResponse(id: id))] }
      let number = callNumber(id)
      return [.report(number > 0 && number <= callCount ? .duplicateResponse(id: id) : .unknownResponse(id: id))]
    }
    guard envelope.method == call.method else {
      let error = WireError(.payloadInvalid, "$.method is \(envelope.method), the request's was \(call.method)")
      return [.report(.refused(envelope.method, error))] + complete(id, .failure(error))
    }
    if let error = envelope.error { return complete(id, .failure(error)) }
    return complete(id, .success(envelope.payload))
  }

  private mutating func receiveEvent(_ envelope: Envelope) -> [SessionAction] {
    guard let descriptor = configuration.methods[envelope.method] else {
      return [.report(.unknownEvent(envelope.method))]
    }
    guard !descriptor.isRequest, comesHere(descriptor), envelope.method != .ready else {
      return refuse(
        envelope.head, WireError(.methodNotAllowed, "\(envelope.method) is not an event this end takes now"))
    }
    return [.deliverEvent(method: envelope.method, payload: envelope.payload, trace: envelope.trace)]
  }

  private mutating func receiveCancel(_ envelope: Envelope) -> [SessionAction] {
    guard let id = envelope.id else { return [] }
    guard let method = exchange.requests.removeValue(forKey: id) else {
      return [.report(.unknownCancellation(id: id))]
    }
    exchange.withdrawn.insert(id)
    return [
      .cancelHandler(id: id), .send(answer(id, method, WireError(.cancelled, "the caller withdrew the request"))),
    ]
  }

  // MARK: - Parts

  /// Refuses a counted message for its content: a request is answered, a response ends its call, anything else is
  /// reported.
  private mutating func refuse(_ head: EnvelopeHead, _ error: WireError) -> [SessionAction] {
    var actions: [SessionAction] = [.report(.refused(head.method, error))]
    guard let id = head.id else { return actions }
    switch head.kind {
    case .request where exchange.requests[id] == nil: actions.append(.send(answer(id, head.method, error)))
    case .response where exchange.calls[id] != nil: actions += complete(id, .failure(error))
    default: break
    }
    return actions
  }

  private mutating func answer(_ id: String, _ method: Method, _ error: WireError) -> Envelope {
    number(kind: .response, method: method, id: id, error: error)
  }

  mutating func complete(_ id: String, _ result: Result<JSONValue?, WireError>) -> [SessionAction] {
    exchange.calls[id] = nil
    return [.disarmDeadline(.call(id)), .completeCall(id: id, result)]
  }

  private func comesHere(_ descriptor: MethodDescriptor) -> Bool {
    switch configuration.end {
    case .host: descriptor.direction == .pageToHost
    case .page: descriptor.direction == .hostToPage
    }
  }
}
