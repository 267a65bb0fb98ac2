import Synchronization
import Tracing

/// Figures of a bridge that any thread may read while its driver works.
final class CounterBox: Sendable {
  struct Figures: Sendable {
    var counters = BridgeCounters()
    var clockMapping: ClockMapping?
  }

  private let figures = Mutex(Figures())

  var current: Figures { figures.withLock { $0 } }

  func update(_ body: (inout Figures) -> Void) { figures.withLock { body(&$0) } }
}
