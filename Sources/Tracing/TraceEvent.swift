/// One recorded fact of a trace.
public struct TraceEvent: Sendable, Hashable {
  /// What kind of fact it is.
  public enum Kind: Sendable, Hashable {
    /// Work with a beginning and an end.
    case span(id: SpanID, parent: SpanID?, end: TraceInstant)
    /// A moment.
    case instant
    /// A message leaves; the identity joins it to its end.
    case flowStart(FlowID)
    /// A message passes by on its way.
    case flowStep(FlowID)
    /// A message arrives.
    case flowEnd(FlowID)
    /// Measured values at a moment, one series per name.
    case counter([String: Double])
  }

  /// The name people read.
  public let name: String
  /// A coarse group to filter by.
  public let category: String
  /// Who was at work.
  public let lane: TraceLane
  /// When it happened, or began.
  public let start: TraceInstant
  /// What it is.
  public let kind: Kind
  /// Facts about it; never document text.
  public let arguments: [String: TraceValue]

  /// Makes an event; nothing is checked here, exporters order and check.
  public init(
    name: String, category: String, lane: TraceLane, start: TraceInstant, kind: Kind,
    arguments: [String: TraceValue] = [:]
  ) {
    self.name = name
    self.category = category
    self.lane = lane
    self.start = start
    self.kind = kind
    self.arguments = arguments
  }
}
