/// Where a virtual machine takes its time from.
///
/// Both readings may be taken on any thread. The monotonic one never goes back; the wall one is what `Date` and
/// `performance.timeOrigin` say.
public protocol JSClock: Sendable {
  /// Nanoseconds since some fixed moment.
  var monotonicNanoseconds: Int64 { get }
  /// Milliseconds since 1970, with a fraction.
  var wallMilliseconds: Double { get }
  /// Whether time passes by itself.
  ///
  /// If not, the event loop waits for the clock to be moved instead of for time to pass.
  var passesByItself: Bool { get }
  /// Tells the clock of an event loop whose timers follow it.
  ///
  /// Called once, when the virtual machine starts.
  func attach(_ virtualMachine: JSVirtualMachine)
}

extension JSClock {
  /// Most clocks need not know.
  public func attach(_ virtualMachine: JSVirtualMachine) {}
}
