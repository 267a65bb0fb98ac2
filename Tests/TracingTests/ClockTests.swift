import Synchronization
import Testing
import Tracing

@Suite("Clocks")
struct ClockTests {
  @Test("a trace clock counts from its origin and never goes back")
  func monotonic() {
    let clock = TraceClock()
    var last = TraceInstant.origin
    for _ in 0..<1_000 {
      let now = clock.now()
      #expect(now >= last)
      last = now
    }
  }

  @Test("wall times and instants turn into each other")
  func wall() {
    let source = Mutex(Int64(5_000))
    let clock = TraceClock(originEpochMilliseconds: 1_700_000_000_000.25) { source.withLock { $0 } }
    source.withLock { $0 += 2_500_000 }
    #expect(clock.now() == TraceInstant(nanoseconds: 2_500_000))
    #expect(clock.epochMilliseconds(at: clock.now()) == 1_700_000_000_002.75)
    #expect(clock.instant(epochMilliseconds: 1_700_000_000_002.75) == clock.now())
    #expect(clock.instant(epochMilliseconds: .infinity) > clock.now())
    #expect(clock.instant(epochMilliseconds: -1e300) < .origin)
    #expect(clock.instant(epochMilliseconds: .nan) > .origin)
  }

  @Test("the measured offset is within its stated error, whatever the two ways took (seed printed on failure)")
  func measurement() {
    var generator = SplitMix(state: UInt64.random(in: 0...UInt64.max))
    let seed = generator.state
    for _ in 0..<2_000 {
      let truth = Double.random(in: -1e6...1e6, using: &generator)
      let out = Double.random(in: 0...50, using: &generator)
      let held = Double.random(in: 0...50, using: &generator)
      let back = Double.random(in: 0...50, using: &generator)
      let sent = 1_700_000_000_000.0
      let mapping = ClockMapping(
        requestSent: sent, requestReceived: sent + out + truth, responseSent: sent + out + held + truth,
        responseReceived: sent + out + held + back)
      #expect(abs(mapping.offset - truth) <= mapping.error + 1e-3, "seed \(seed)")
      #expect(abs(mapping.error - (out + back) / 2) < 1e-3, "seed \(seed)")
    }
  }

  @Test("a page time lands on the trace's axis")
  func mapping() {
    let clock = TraceClock(originEpochMilliseconds: 1_000) { 0 }
    let mapping = ClockMapping(offset: 5, error: 0.25)
    #expect(mapping.instant(fromPage: 1_010, on: clock) == TraceInstant(nanoseconds: 15_000_000))
    #expect(mapping.errorNanoseconds == 250_000)
  }
}

/// A small seeded generator, so that a failing run can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
