/// Brings the page's spans and milestones to the host, on the page's clock.
public struct TraceSpans: BridgeEvent, Hashable {
  /// Work with a beginning and an end.
  public struct Span: Codable, Sendable, Hashable {
    /// The name people read.
    public let name: String
    /// A coarse group to filter by.
    public let category: String
    /// Beginning: epoch milliseconds on the page's clock.
    public let start: Double
    /// End: epoch milliseconds on the page's clock.
    public let end: Double

    /// Makes a span.
    public init(name: String, category: String, start: Double, end: Double) {
      self.name = name
      self.category = category
      self.start = start
      self.end = end
    }
  }

  /// A stage of the opening that was reached.
  public struct Milestone: Codable, Sendable, Hashable {
    /// The stage's name; a name the host does not know is reported, not refused.
    public let stage: String
    /// When: epoch milliseconds on the page's clock.
    public let at: Double

    /// Makes a milestone.
    public init(stage: String, at time: Double) {
      self.stage = stage
      at = time
    }
  }

  /// The method it tells.
  public static let method: Method = "trace.spans"

  /// Spans that have ended since the last message.
  public let spans: [Span]
  /// Stages that were reached since the last message.
  public let milestones: [Milestone]
  /// How many spans did not fit.
  public let dropped: Int

  /// Makes the event.
  public init(spans: [Span], milestones: [Milestone], dropped: Int) {
    self.spans = spans
    self.milestones = milestones
    self.dropped = dropped
  }

  /// Checks names and times.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    for (index, span) in spans.enumerated() {
      let path = path.member("spans").element(index)
      try requireName(span.name, path, "name")
      try requireFinite(span.start, path, "start")
      try require(span.end.isFinite && span.end >= span.start, path, "end", "is before start")
    }
    for (index, milestone) in milestones.enumerated() {
      let path = path.member("milestones").element(index)
      try requireName(milestone.stage, path, "stage")
      try requireFinite(milestone.at, path, "at")
    }
    try requireCount(dropped, path, "dropped")
  }
}
