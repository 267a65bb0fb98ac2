import Synchronization
import Testing
import Tracing

@Suite("TraceRecorder")
struct RecorderTests {
  @Test("a recorder that is off keeps nothing and makes no arguments")
  func off() {
    let recorder = TraceRecorder.off()
    let made = Mutex(0)
    func arguments() -> [String: TraceValue] {
      made.withLock { $0 += 1 }
      return [:]
    }
    #expect(recorder.begin("a", category: "c", lane: .native) == nil)
    recorder.end(nil, arguments: arguments())
    recorder.instant("a", category: "c", lane: .page, arguments: arguments())
    #expect(recorder.span("a", category: "c", lane: .native, arguments: arguments()) { 7 } == 7)
    recorder.counter("a", ["b": 1])
    recorder.flowStart("x", name: "a", lane: .bridge)
    #expect(recorder.events.isEmpty)
    #expect(made.withLock { $0 } == 0)
  }

  @Test("a span is kept when it ends, also when its work throws")
  func spans() {
    struct Failure: Error {}
    let recorder = TraceRecorder()
    #expect(throws: Failure.self) {
      try recorder.span("fails", category: "c", lane: .native) { () throws(Failure) in throw Failure() }
    }
    let open = recorder.begin("later", category: "c", lane: .native)
    #expect(recorder.events.map(\.name) == ["fails"])
    recorder.end(open, arguments: ["n": 1])
    #expect(recorder.events.map(\.name) == ["fails", "later"])
    #expect(recorder.events[1].arguments == ["n": 1])
  }

  @Test("what does not fit is counted")
  func capacity() {
    let recorder = TraceRecorder(capacity: 3)
    for _ in 0..<10 { recorder.instant("i", category: "c", lane: .native) }
    #expect(recorder.events.count == 3)
    #expect(recorder.droppedCount == 7)
  }

  @Test("events recorded from many tasks at once are all there, with identities of their own")
  func concurrent() async {
    let recorder = TraceRecorder()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 { recorder.end(recorder.begin("s", category: "c", lane: .native)) }
        }
      }
    }
    let identities = recorder.events.compactMap { event in
      if case .span(let id, _, _) = event.kind { id } else { nil }
    }
    #expect(identities.count == 4_000)
    #expect(Set(identities).count == 4_000)
  }
}
