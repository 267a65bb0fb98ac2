/// Puts a page's clock on the trace's axis, with the error that the measurement leaves.
///
/// The offset is found as network time protocols do: from the four times of one request and its answer. Whatever the
/// two ways really took, the true offset lies within ± half of the round trip (without the time the host held the
/// request).
public struct ClockMapping: Sendable, Hashable {
  /// Milliseconds to add to a page time to get a host time.
  public let offset: Double
  /// Milliseconds by which the offset may be wrong, either way.
  public let error: Double

  /// Makes a mapping from a measured offset and its error.
  public init(offset: Double, error: Double) {
    self.offset = offset
    self.error = error
  }

  /// The mapping of a page that shares the host's clock.
  public static let identity = ClockMapping(offset: 0, error: 0)

  /// Measures from the four times of a request that the page sent and the host answered.
  ///
  /// - Parameters:
  ///   - requestSent: Page clock, when the page sent.
  ///   - requestReceived: Host clock, when the host received.
  ///   - responseSent: Host clock, when the host answered.
  ///   - responseReceived: Page clock, when the page had the answer.
  public init(requestSent: Double, requestReceived: Double, responseSent: Double, responseReceived: Double) {
    offset = ((requestReceived - requestSent) + (responseSent - responseReceived)) / 2
    error = max(0, ((responseReceived - requestSent) - (responseSent - requestReceived)) / 2)
  }

  /// A page time (milliseconds since 1970) as a host time.
  public func hostEpochMilliseconds(fromPage time: Double) -> Double { time + offset }

  /// A page time (milliseconds since 1970) on the trace's axis.
  public func instant(fromPage time: Double, on clock: TraceClock) -> TraceInstant {
    clock.instant(epochMilliseconds: hostEpochMilliseconds(fromPage: time))
  }

  /// The error in nanoseconds, rounded up.
  public var errorNanoseconds: Int64 {
    error.isFinite ? Int64(min(error * 1_000_000, 9e18).rounded(.up)) : .max
  }
}
