extension SessionStateMachine {
  /// Whether a call uses the deadline its method has.
  public enum Deadline: Sendable, Hashable {
    /// What the table says about the method.
    case standard
    /// So many milliseconds.
    case milliseconds(Int)
    /// As long as the session lives.
    case none
  }

  /// Sends a request.
  ///
  /// - Returns: The call's identity, and the actions; exactly one of all actions to come completes the call. A call
  ///   that cannot be sent completes among the actions returned here and spends no sequence number.
  public mutating func call(
    _ method: Method, payload: JSONValue?, deadline: Deadline = .standard, trace: TraceContext? = nil
  ) -> (id: String, actions: [SessionAction]) {
    let id = nextCallID()
    if let error = obstacle(to: method, payload: payload, asRequest: true) {
      return (id, [.completeCall(id: id, .failure(error))])
    }
    exchange.calls[id] = PendingCall(method: method)
    var actions: [SessionAction] = [
      .send(number(kind: .request, method: method, id: id, payload: payload, trace: trace))
    ]
    let milliseconds: Int? =
      switch deadline {
      case .standard: configuration.methods[method]?.deadline
      case .milliseconds(let value): value
      case .none: nil
      }
    if let milliseconds { actions.append(.armDeadline(.call(id), milliseconds: milliseconds)) }
    return (id, actions)
  }

  /// Sends an event.
  ///
  /// - Throws: Why it cannot be sent; no sequence number is spent then.
  public mutating func emit(
    _ method: Method, payload: JSONValue?, trace: TraceContext? = nil
  ) throws(WireError) -> [SessionAction] {
    if let error = obstacle(to: method, payload: payload, asRequest: false) { throw error }
    return [.send(number(kind: .event, method: method, payload: payload, trace: trace))]
  }

  /// Answers a request that was delivered.
  ///
  /// The first answer counts. A second one is refused and reported; one for a request that was cancelled is dropped. A
  /// payload beyond the limits is replaced by an error, so that the caller hears something.
  ///
  /// - Parameter sessionID: The session the request was delivered in. Identities of requests are the other end's and
  ///   begin anew with each page, so an answer that outlived its session must not reach a request of the next one; it
  ///   is dropped.
  public mutating func respond(
    to id: String, of sessionID: String, with result: Result<JSONValue?, WireError>
  ) -> [SessionAction] {
    guard sessionID == exchange.sessionID, !sessionID.isEmpty else { return [] }
    guard let method = exchange.requests.removeValue(forKey: id) else {
      return exchange.withdrawn.remove(id) ? [] : [.report(.secondAnswerRefused(id: id))]
    }
    switch result {
    case .success(let payload):
      if let payload, let error = JSONMeasure(payload).fault(within: limits) {
        return [
          .report(.refused(method, error)), .send(number(kind: .response, method: method, id: id, error: error)),
        ]
      }
      return [.send(number(kind: .response, method: method, id: id, payload: payload))]
    case .failure(let error): return [.send(number(kind: .response, method: method, id: id, error: error))]
    }
  }

  /// Learns that a request has left this end: from now on the other end may have started it.
  public mutating func requestLeft(_ id: String) { exchange.calls[id]?.hasLeft = true }

  /// Withdraws a call: it ends at once, and the other end is told.
  ///
  /// Ignored when it has ended already.
  public mutating func cancel(_ id: String) -> [SessionAction] {
    abandon(id, WireError(.cancelled, "the caller withdrew the request"))
  }

  /// Learns that a deadline has passed.
  ///
  /// Ignored for one that was disarmed meanwhile.
  public mutating func deadlinePassed(_ deadline: DeadlineID) -> [SessionAction] {
    switch deadline {
    case .handshake:
      switch state {
      case .handshaking, .established:
        return finish(
          .handshakeTimedOut, WireError(.deadlineExceeded, "the handshake was not complete in time"))
      default: return []
      }
    case .call(let id):
      let isIdempotent = exchange.calls[id].flatMap { configuration.methods[$0.method]?.isIdempotent } ?? false
      return abandon(id, WireError(.deadlineExceeded, "no response came in time", retryable: isIdempotent))
    }
  }

  private mutating func abandon(_ id: String, _ error: WireError) -> [SessionAction] {
    guard let call = exchange.calls[id] else { return [] }
    exchange.abandoned.insert(id)
    return complete(id, .failure(error)) + [.send(number(kind: .cancel, method: call.method, id: id))]
  }

  /// Why a message cannot be sent.
  private func obstacle(to method: Method, payload: JSONValue?, asRequest: Bool) -> WireError? {
    switch state {
    case .open: break
    case .ended(let reason):
      return WireError(.sessionClosed, "the session has ended (\(reason.rawValue))", retryable: true)
    case .idle, .handshaking, .established:
      return WireError(.handshakeRequired, "\(method) has to wait until the session is ready")
    }
    let goesThere: MethodDescriptor.Direction = configuration.end == .host ? .hostToPage : .pageToHost
    if let descriptor = configuration.methods[method],
      descriptor.direction != goesThere || descriptor.isRequest != asRequest || method == .hello || method == .ready
    {
      return WireError(.methodNotAllowed, "\(method) does not go this way in this form")
    }
    // The page announced what it serves; asking for more would cost a round trip to hear the same.
    if asRequest, configuration.end == .host,
      exchange.handshake.agreement?.hello.methods.contains(method.rawValue) != true
    {
      return WireError(.methodUnknown, "the page does not serve \(method)")
    }
    return payload.flatMap { JSONMeasure($0).fault(within: limits) }
  }
}
