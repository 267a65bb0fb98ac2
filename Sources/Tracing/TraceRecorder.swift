import Synchronization

/// Collects the events of one trace from any thread.
///
/// Near free when off: each call reads one flag and returns before its arguments are made. The buffer is bounded; what
/// no longer fits is counted in ``droppedCount``, so that a trace is never silently short.
public final class TraceRecorder: Sendable {
  /// The identity all events share; it also crosses the bridge.
  public let traceID: TraceID
  /// The axis of all events.
  public let clock: TraceClock

  private struct Buffer {
    var events: [TraceEvent] = []
    var dropped = 0
    var nextSpan: UInt64 = 1
  }

  private let enabled: Atomic<Bool>
  private let capacity: Int
  private let buffer = Mutex(Buffer())

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - traceID: The trace's identity.
  ///   - clock: The axis; its origin is the trace's zero.
  ///   - isEnabled: Whether it records from the start.
  ///   - capacity: Events kept; the newest beyond it are dropped and counted, since the opening is what a trace is for.
  public init(
    traceID: TraceID = .random(), clock: TraceClock = TraceClock(), isEnabled: Bool = true, capacity: Int = 1_000_000
  ) {
    self.traceID = traceID
    self.clock = clock
    self.capacity = capacity
    enabled = Atomic(isEnabled)
  }

  /// Makes a recorder that is off: its clock and identity still work, it keeps nothing.
  public static func off(traceID: TraceID = .random(), clock: TraceClock = TraceClock()) -> TraceRecorder {
    TraceRecorder(traceID: traceID, clock: clock, isEnabled: false, capacity: 0)
  }

  /// Whether events are kept.
  ///
  /// May be switched at any time, from any thread.
  public var isEnabled: Bool {
    get { enabled.load(ordering: .relaxed) }
    set { enabled.store(newValue, ordering: .relaxed) }
  }

  /// The events so far, in the order they were recorded (a span is recorded when it ends).
  public var events: [TraceEvent] { buffer.withLock { $0.events } }

  /// How many events did not fit.
  public var droppedCount: Int { buffer.withLock { $0.dropped } }

  /// Keeps an event made elsewhere, such as a span the page measured on its own clock and the host mapped.
  public func record(_ event: @autoclosure () -> TraceEvent) {
    guard isEnabled else { return }
    let event = event()
    buffer.withLock { buffer in
      guard buffer.events.count < capacity else {
        buffer.dropped += 1
        return
      }
      buffer.events.append(event)
    }
  }

  // MARK: - Spans

  /// Begins a span.
  ///
  /// - Returns: A token to end it with; `nil` when the recorder is off, which ``end(_:arguments:)`` accepts.
  ///   A token that is never ended leaves no event.
  public func begin(_ name: String, category: String, lane: TraceLane, parent: SpanID? = nil) -> OpenSpan? {
    guard isEnabled else { return nil }
    return OpenSpan(
      id: makeSpanID(), parent: parent, name: name, category: category, lane: lane, start: clock.now())
  }

  /// Ends a span now and keeps it.
  public func end(_ span: OpenSpan?, arguments: @autoclosure () -> [String: TraceValue] = [:]) {
    guard let span else { return }
    let end = clock.now()
    record(
      TraceEvent(
        name: span.name, category: span.category, lane: span.lane, start: span.start,
        kind: .span(id: span.id, parent: span.parent, end: end), arguments: arguments()))
  }

  /// Runs synchronous work inside a span.
  public func span<Result, Failure: Error>(
    _ name: String, category: String, lane: TraceLane, parent: SpanID? = nil,
    arguments: @autoclosure () -> [String: TraceValue] = [:], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let open = begin(name, category: category, lane: lane, parent: parent) else { return try body() }
    defer { end(open, arguments: arguments()) }
    return try body()
  }

  /// Keeps a span whose two ends are known.
  ///
  /// - Returns: The identity it got; `nil` when the recorder is off.
  @discardableResult
  public func span(
    _ name: String, category: String, lane: TraceLane, parent: SpanID? = nil, from start: TraceInstant,
    to end: TraceInstant, arguments: @autoclosure () -> [String: TraceValue] = [:]
  ) -> SpanID? {
    guard isEnabled else { return nil }
    let id = makeSpanID()
    record(
      TraceEvent(
        name: name, category: category, lane: lane, start: start, kind: .span(id: id, parent: parent, end: end),
        arguments: arguments()))
    return id
  }

  // MARK: - Moments

  /// Marks a moment, now unless another is given.
  public func instant(
    _ name: String, category: String, lane: TraceLane, at instant: TraceInstant? = nil,
    arguments: @autoclosure () -> [String: TraceValue] = [:]
  ) {
    guard isEnabled else { return }
    record(
      TraceEvent(
        name: name, category: category, lane: lane, start: instant ?? clock.now(), kind: .instant,
        arguments: arguments()))
  }

  /// Marks that a message leaves.
  public func flowStart(
    _ id: @autoclosure () -> FlowID, name: String, lane: TraceLane, at instant: TraceInstant? = nil
  ) {
    flow(name, lane: lane, at: instant, .flowStart(id()))
  }

  /// Marks that a message passes by.
  public func flowStep(
    _ id: @autoclosure () -> FlowID, name: String, lane: TraceLane, at instant: TraceInstant? = nil
  ) {
    flow(name, lane: lane, at: instant, .flowStep(id()))
  }

  /// Marks that a message arrives.
  public func flowEnd(
    _ id: @autoclosure () -> FlowID, name: String, lane: TraceLane, at instant: TraceInstant? = nil
  ) {
    flow(name, lane: lane, at: instant, .flowEnd(id()))
  }

  /// Keeps measured values, one series per name.
  public func counter(_ name: String, lane: TraceLane = .native, _ values: @autoclosure () -> [String: Double]) {
    guard isEnabled else { return }
    record(TraceEvent(name: name, category: "counter", lane: lane, start: clock.now(), kind: .counter(values())))
  }

  private func flow(
    _ name: String, lane: TraceLane, at instant: TraceInstant?, _ kind: @autoclosure () -> TraceEvent.Kind
  ) {
    guard isEnabled else { return }
    record(
      TraceEvent(name: name, category: "message", lane: lane, start: instant ?? clock.now(), kind: kind()))
  }

  private func makeSpanID() -> SpanID {
    let value = buffer.withLock { buffer in
      defer { buffer.nextSpan += 1 }
      return buffer.nextSpan
    }
    return SpanID(value: value)!
  }
}
