/// What a virtual machine would otherwise take from the world: time, chance, place.
///
/// One per virtual machine, fixed at its start.
public struct JSEnvironment: Sendable {
  /// The clock behind timers, `performance` and, when it does not pass by itself, `Date`.
  public var clock: any JSClock
  /// The seed of `Math.random` and of random bytes; nil for real randomness.
  public var randomSeed: UInt64?

  /// The time zone of `Date` and `Intl`, such as `Europe/Zurich`; nil for the system's.
  ///
  /// JavaScriptCore knows one time zone per process and reads it once. So the first virtual machine that names one
  /// decides, and making a virtual machine with another afterwards throws `unavailable`.
  public var timeZone: String?

  /// Puts the parts together.
  public init(clock: any JSClock, randomSeed: UInt64? = nil, timeZone: String? = nil) {
    self.clock = clock
    self.randomSeed = randomSeed
    self.timeZone = timeZone
  }

  /// The system's clocks and real randomness.
  public static let live = JSEnvironment(clock: LiveClock())
}
