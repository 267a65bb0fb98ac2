/// A point on the trace's one time axis: nanoseconds since the trace clock's origin.
///
/// The value is signed because a page's clock, mapped by measurement, may land a little before the origin.
public struct TraceInstant: Sendable, Hashable, Comparable {
  /// Nanoseconds since the origin of the clock that made the instant.
  public let nanoseconds: Int64

  /// Makes an instant from nanoseconds since the origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The origin of the axis.
  public static let origin = TraceInstant(nanoseconds: 0)

  /// Milliseconds since the origin, with their fraction.
  public var milliseconds: Double { Double(nanoseconds) / 1_000_000 }

  /// The instant a number of nanoseconds later (earlier when negative).
  public func advanced(byNanoseconds amount: Int64) -> TraceInstant {
    TraceInstant(nanoseconds: nanoseconds + amount)
  }

  /// Nanoseconds from this instant to another; negative when the other is earlier.
  public func nanoseconds(to other: TraceInstant) -> Int64 { other.nanoseconds - nanoseconds }

  /// Orders instants of the same clock.
  public static func < (left: TraceInstant, right: TraceInstant) -> Bool { left.nanoseconds < right.nanoseconds }
}
