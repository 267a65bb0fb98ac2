import Testing
import Tracing

@Suite("Identities")
struct IdentityTests {
  @Test("a trace identity is 32 lower-case hexadecimal digits and reads back")
  func traceIdentity() {
    for _ in 0..<100 {
      let identity = TraceID.random()
      #expect(identity.description.utf8.count == 32)
      #expect(identity.description == identity.description.lowercased())
      #expect(TraceID(identity.description) == identity)
    }
    #expect(TraceID("0000000000000000000000000000000A")?.description == "0000000000000000000000000000000a")
  }

  @Test(
    "what is not a trace identity is refused",
    arguments: [
      "", "0", "00000000000000000000000000000000", "0123456789abcdef0123456789abcdeg",
      "+123456789abcdef0123456789abcdef",
      "0123456789abcdef0123456789abcdef0",
    ])
  func notATraceIdentity(_ text: String) {
    #expect(TraceID(text) == nil)
  }

  @Test("a seeded generator gives the same identity again")
  func seeded() {
    struct Fixed: RandomNumberGenerator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return state
      }
    }
    var one = Fixed(state: 1)
    var other = Fixed(state: 1)
    #expect(TraceID(using: &one) == TraceID(using: &other))
  }

  @Test("a span identity is 16 digits and never zero")
  func spanIdentity() {
    #expect(SpanID(value: 0) == nil)
    #expect(SpanID("0000000000000000") == nil)
    #expect(SpanID(value: 255)?.description == "00000000000000ff")
    #expect(SpanID("00000000000000ff")?.value == 255)
    #expect(SpanID("ff") == nil)
  }
}
