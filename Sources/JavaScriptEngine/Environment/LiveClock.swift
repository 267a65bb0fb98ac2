import Glibc

/// The system's clocks.
public struct LiveClock: JSClock {
  /// Makes one; all are alike.
  public init() {}

  /// The system's monotonic clock.
  public var monotonicNanoseconds: Int64 { Self.read(CLOCK_MONOTONIC) }
  /// The system's wall clock.
  public var wallMilliseconds: Double { Double(Self.read(CLOCK_REALTIME)) / 1e6 }
  /// True.
  public var passesByItself: Bool { true }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // Sound: the pointer is to a local that lives through the call.
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
