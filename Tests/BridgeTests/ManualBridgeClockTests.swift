import Bridge
import Synchronization
import Testing

@Suite("ManualBridgeClock")
struct ManualBridgeClockTests {
  @Test("actions run in order of time, then of scheduling, and never early")
  func order() {
    let clock = ManualBridgeClock()
    let log = Mutex<[String]>([])
    @Sendable func note(_ text: String) { log.withLock { $0.append(text) } }
    _ = clock.schedule(afterMilliseconds: 20) { note("c") }
    _ = clock.schedule(afterMilliseconds: 10) {
      note("a")
      _ = clock.schedule(afterMilliseconds: 5) { note("nested") }
    }
    _ = clock.schedule(afterMilliseconds: 10) { note("b") }
    let cancelled = clock.schedule(afterMilliseconds: 12) { note("cancelled") }
    cancelled.cancel()
    clock.advance(byMilliseconds: 9)
    #expect(log.withLock { $0 } == [])
    clock.advance(byMilliseconds: 1)
    #expect(log.withLock { $0 } == ["a", "b"])
    clock.advance(byMilliseconds: 100)
    #expect(log.withLock { $0 } == ["a", "b", "nested", "c"])
    #expect(clock.pendingCount == 0)
  }
}
