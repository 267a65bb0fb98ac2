/// A trace ready to be written: the events of a recorder and what is known about them as a whole.
public struct TraceExport: Sendable {
  /// The trace's identity.
  public var traceID: TraceID
  /// Wall time of the axis's origin: milliseconds since 1970.
  public var originEpochMilliseconds: Double
  /// The events, in any order.
  public var events: [TraceEvent]
  /// How many events did not fit into the recorder.
  public var droppedCount: Int
  /// The stages of the opening, if this is one.
  public var sequence: OpenSequence?
  /// The page's clock and its error, if measured.
  public var clockMapping: ClockMapping?
  /// Facts about the run, such as versions.
  public var metadata: [String: String]

  /// Takes what a recorder holds now.
  public init(
    _ recorder: TraceRecorder, sequence: OpenSequence? = nil, clockMapping: ClockMapping? = nil,
    metadata: [String: String] = [:]
  ) {
    traceID = recorder.traceID
    originEpochMilliseconds = recorder.clock.originEpochMilliseconds
    events = recorder.events
    droppedCount = recorder.droppedCount
    self.sequence = sequence
    self.clockMapping = clockMapping
    self.metadata = metadata
  }
}
