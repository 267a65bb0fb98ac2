#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one clock all spans of a trace are put on: monotonic nanoseconds, with the wall time of their origin.
///
/// A trace shows where real time went, so this clock never follows a page's virtual time; only tests replace its
/// source. The wall time is read once, at the origin: a step of the system's clock during a run bends no span.
public struct TraceClock: Sendable {
  /// Wall time of the origin in milliseconds since 1970, with its fraction.
  public let originEpochMilliseconds: Double

  private let origin: Int64
  private let readMonotonic: @Sendable () -> Int64

  /// Makes a clock whose origin is now, on the system's clocks.
  ///
  /// It counts as `performance.now()` does: time the machine sleeps is left out.
  public init() {
    let clock = SuspendingClock()
    let start = clock.now
    self.init(originEpochMilliseconds: Date().timeIntervalSince1970 * 1_000) {
      let (seconds, attoseconds) = start.duration(to: clock.now).components
      return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
  }

  /// Makes a clock over another source; the origin is what the source reads now.
  ///
  /// - Parameters:
  ///   - originEpochMilliseconds: Wall time of the origin.
  ///   - monotonicNanoseconds: The source. Called from any thread, never backwards.
  public init(originEpochMilliseconds: Double, monotonicNanoseconds: @escaping @Sendable () -> Int64) {
    self.originEpochMilliseconds = originEpochMilliseconds
    readMonotonic = monotonicNanoseconds
    origin = monotonicNanoseconds()
  }

  /// The current instant.
  public func now() -> TraceInstant { TraceInstant(nanoseconds: readMonotonic() - origin) }

  /// The wall time of an instant in milliseconds since 1970: the form in which times cross the bridge.
  public func epochMilliseconds(at instant: TraceInstant) -> Double {
    originEpochMilliseconds + instant.milliseconds
  }

  /// The instant of a wall time in milliseconds since 1970, counted from this clock's origin.
  ///
  /// A time too far away to be counted in nanoseconds, or not finite, gives the nearest instant that can be.
  public func instant(epochMilliseconds: Double) -> TraceInstant {
    let nanoseconds = (epochMilliseconds - originEpochMilliseconds) * 1_000_000
    guard nanoseconds.isFinite else { return TraceInstant(nanoseconds: nanoseconds < 0 ? .min / 4 : .max / 4) }
    let bound = Double(Int64.max / 4)
    return TraceInstant(nanoseconds: Int64(max(-bound, min(bound, nanoseconds)).rounded()))
  }
}
