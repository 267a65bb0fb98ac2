public import BridgeProtocol

extension EditorBridge {
  // MARK: - Asking the page

  /// Asks the page and waits for its one answer.
  ///
  /// Cancelling the task withdraws the request, and the page is told.
  ///
  /// - Throws: The page's error, or why there is no answer. An answer of the wrong shape is payload_invalid with the
  ///   path of the first fault.
  public nonisolated func request<Request: BridgeRequest>(
    _ request: Request, deadline: SessionStateMachine.Deadline = .standard
  ) async throws(BridgeError) -> Request.Response {
    let answer = try await self.request(
      Request.method, payload: try Self.encode(request, for: Request.method), deadline: deadline)
    do throws(PayloadFault) {
      return try JSONValueDecoder.decode(Request.Response.self, from: answer)
    } catch {
      throw BridgeError(error.wireError, method: Request.method)
    }
  }

  /// Asks the page by method and JSON payload; for methods whose payloads have no type of their own.
  public nonisolated func request(
    _ method: Method, payload: JSONValue?, deadline: SessionStateMachine.Deadline = .standard
  ) async throws(BridgeError) -> JSONValue? {
    let ticket = Ticket<JSONValue?>()
    submit(.call(ticket, method, payload, deadline), for: ticket)
    let commands = driver.commands
    let result = await withTaskCancellationHandler {
      await ticket.wait()
    } onCancel: {
      commands.yield(.cancelCall(ticket))
    }
    do throws(WireError) { return try result.get() } catch { throw BridgeError(error, method: method) }
  }

  // MARK: - Telling the page

  /// Tells the page something; returns once the message has its place in the order.
  ///
  /// - Throws: Why it cannot be sent; nothing has been sent then.
  public nonisolated func emit<Event: BridgeEvent>(_ event: Event) async throws(BridgeError) {
    try await emit(Event.method, payload: try Self.encode(event, for: Event.method))
  }

  private nonisolated static func encode(_ payload: some Encodable, for method: Method) throws(BridgeError) -> JSONValue
  {
    do throws(PayloadFault) {
      return try JSONValueEncoder.encode(payload)
    } catch {
      throw BridgeError(error.wireError, method: method)
    }
  }

  /// Tells the page something by method and JSON payload.
  public nonisolated func emit(_ method: Method, payload: JSONValue?) async throws(BridgeError) {
    let ticket = Ticket<Void>()
    submit(.emit(ticket, method, payload), for: ticket)
    do throws(WireError) { try await ticket.wait().get() } catch { throw BridgeError(error, method: method) }
  }

  // MARK: - Serving the page

  /// Serves a request of the page from now on, in place of an earlier handler of the method.
  ///
  /// - Parameters:
  ///   - type: The request.
  ///   - executor: Where the handler's task runs; the concurrent pool unless given. A slow handler delays nobody else
  ///     either way.
  ///   - body: Called once per request, off the main actor, with a payload that has passed validation. It may throw a
  ///     ``WireError`` for the page to see; any other error reaches the page as `internal` without its text. Its task
  ///     is cancelled when the page withdraws the request or the session ends, and its result is dropped then. A body
  ///     that never returns keeps its request pending until then.
  public nonisolated func handle<Request: BridgeRequest>(
    _ type: Request.Type, on executor: (any TaskExecutor)? = nil,
    _ body: @escaping @Sendable (Request, BridgeRequestContext) async throws -> Request.Response
  ) {
    handle(Request.method, on: executor) { payload, context in
      let request = try JSONValueDecoder.decode(Request.self, from: payload)
      return try JSONValueEncoder.encode(try await body(request, context))
    }
  }

  /// Serves a request of the page by method and JSON payload; for methods whose payloads have no type of their own.
  public nonisolated func handle(
    _ method: Method, on executor: (any TaskExecutor)? = nil,
    _ body: @escaping @Sendable (JSONValue?, BridgeRequestContext) async throws -> JSONValue?
  ) {
    driver.handlers[method] = HandlerRegistry.Handler(body: body, executor: executor)
    driver.commands.yield(.serve(method))
  }

  /// Serves a request no longer; what runs may finish.
  public nonisolated func stopHandling(_ method: Method) {
    driver.handlers[method] = nil
    driver.commands.yield(.stopServing(method))
  }

  // MARK: - Listening to the page

  /// The page's events of a type from now on, in order.
  ///
  /// The stream ends with the bridge. A slow listener loses what the method's delivery class lets it lose: all but the
  /// newest of what coalesces, the oldest of what is sampled, nothing of what is durable.
  public nonisolated func events<Event: BridgeEvent>(_ type: Event.Type) -> AsyncStream<Event> {
    let descriptor = MethodTable.v1[Event.method]
    let buffering: AsyncStream<Event>.Continuation.BufferingPolicy =
      switch descriptor?.delivery {
      case .latest where descriptor?.coalescingKey == nil: .bufferingNewest(1)
      case .latest, .expiring: .bufferingNewest(256)
      case .sampled: .bufferingNewest(4_096)
      case .durable, .request, nil: .unbounded
      }
    return driver.events.events(type, buffering: buffering)
  }
}
