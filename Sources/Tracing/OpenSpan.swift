/// A span that has begun and not ended.
///
/// A plain value: it may cross threads and suspension points, and forgetting it costs nothing but the event.
public struct OpenSpan: Sendable {
  /// The identity children name as their parent.
  public let id: SpanID
  let parent: SpanID?
  let name: String
  let category: String
  let lane: TraceLane
  let start: TraceInstant
}
