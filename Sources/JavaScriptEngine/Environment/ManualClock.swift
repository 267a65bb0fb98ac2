import Synchronization

/// A clock that stands still until it is moved by hand, so that tests need not wait.
///
/// Several virtual machines may share one; moving it runs the timers of all of them in the order in which they are due.
public final class ManualClock: JSClock {
  private struct Attached: Sendable {
    weak var virtualMachine: JSVirtualMachine?
  }

  private struct State {
    var elapsed: Int64 = 0
    var attached: [Attached] = []
  }

  private let origin: Double
  private let state = Mutex(State())

  /// Makes a clock that stands at a wall time, in milliseconds since 1970.
  public init(wallMilliseconds: Double = 1_750_000_000_000) {
    origin = wallMilliseconds
  }

  /// Nanoseconds by which the clock was moved so far.
  public var monotonicNanoseconds: Int64 { state.withLock { $0.elapsed } }
  /// The start plus what the clock was moved.
  public var wallMilliseconds: Double { origin + Double(monotonicNanoseconds) / 1e6 }
  /// False.
  public var passesByItself: Bool { false }

  /// Remembers the virtual machine, without keeping it alive.
  public func attach(_ virtualMachine: JSVirtualMachine) {
    state.withLock { $0.attached.append(Attached(virtualMachine: virtualMachine)) }
  }

  /// Moves the clock forward, stopping at each timer that comes due to run it with its microtasks and the tasks it
  /// posts.
  ///
  /// Returns when everything due by then has run. Callbacks see the time at which they were due.
  public func advance(by duration: Duration) async {
    let (seconds, attoseconds) = duration.components
    let target = monotonicNanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    while true {
      var next: Int64?
      let virtualMachines = state.withLock { $0.attached.compactMap(\.virtualMachine) }
      for virtualMachine in virtualMachines {
        if let due = await virtualMachine.settleAndNextTimer(), due <= target { next = min(next ?? due, due) }
      }
      guard let next else { break }
      state.withLock { $0.elapsed = max($0.elapsed, next) }
      for virtualMachine in virtualMachines { await virtualMachine.runDueTimers() }
    }
    state.withLock { $0.elapsed = max($0.elapsed, target) }
  }
}
