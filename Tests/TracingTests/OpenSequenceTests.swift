import Testing
import Tracing

@Suite("OpenSequence")
struct OpenSequenceTests {
  private func at(_ milliseconds: Int64) -> TraceInstant { TraceInstant(nanoseconds: milliseconds * 1_000_000) }

  private func complete() -> OpenSequence {
    var sequence = OpenSequence()
    for (index, stage) in OpenStage.allCases.enumerated() {
      sequence.record(stage, at: at(Int64(index)), by: stage.reporters.contains(.page) ? .page : .native)
    }
    return sequence
  }

  @Test("the stages have the contract's names and order")
  func names() {
    #expect(
      OpenStage.allCases.map(\.rawValue) == [
        "native-start", "web-view-acquired", "bundle-loaded", "bridge-handshake", "checkpoint-restored", "model-ready",
        "first-blocks-rendered", "editor-interactive", "collaboration-connected",
      ])
    #expect(OpenStage.allCases == OpenStage.allCases.sorted())
  }

  @Test("nine stages, each once and in order, have no findings")
  func clean() {
    let sequence = complete()
    #expect(sequence.findings().isEmpty)
    #expect(sequence.isComplete())
    #expect(sequence.milestones.map(\.stage) == OpenStage.allCases)
  }

  @Test("a stage that is neither reached nor skipped is missing", arguments: OpenStage.allCases)
  func missing(_ absent: OpenStage) {
    var sequence = OpenSequence()
    for (index, stage) in OpenStage.allCases.enumerated() where stage != absent {
      sequence.record(stage, at: at(Int64(index)), by: stage.reporters.contains(.page) ? .page : .native)
    }
    #expect(sequence.findings() == [.missing(absent)])
    #expect(!sequence.isComplete())
    sequence.skip(absent, reason: "not configured")
    #expect(sequence.findings().isEmpty)
    #expect(sequence.isComplete())
    #expect(sequence.skipReason(absent) == "not configured")
  }

  @Test("a second report is a finding, and the first one stands", arguments: OpenStage.allCases)
  func duplicate(_ stage: OpenStage) throws {
    var sequence = complete()
    let first = try #require(sequence.milestone(stage))
    let isFirst = sequence.record(stage, at: at(50), by: .page)
    #expect(!isFirst)
    #expect(sequence.milestone(stage) == first)
    #expect(sequence.findings() == [.duplicate(stage, at: at(50), by: .page)])
  }

  @Test("a stage before its predecessor is out of order, beyond the clock's stated error")
  func order() {
    var sequence = OpenSequence()
    sequence.record(.bundleLoaded, at: at(10), by: .native)
    sequence.record(.bridgeHandshake, at: at(20), by: .native)
    sequence.record(.modelReady, at: at(18), by: .page)
    sequence.skip(.checkpointRestored, reason: "no checkpoint")
    let order = OpenSequence.Finding.outOfOrder(.modelReady, before: .bridgeHandshake, byNanoseconds: 2_000_000)
    #expect(sequence.findings(through: .bridgeHandshake).contains(order))
    #expect(!sequence.findings(clockErrorNanoseconds: 2_000_000).contains(order))
  }

  @Test("a runtime that cannot know a stage first-hand may not report it")
  func reporter() {
    var sequence = OpenSequence()
    sequence.record(.nativeStart, at: at(0), by: .page)
    #expect(sequence.findings(through: .nativeStart) == [.wrongReporter(.nativeStart, .page)])
  }

  @Test("a stage is not both skipped and reached")
  func both() {
    var sequence = OpenSequence()
    sequence.skip(.nativeStart, reason: "first")
    sequence.skip(.nativeStart, reason: "second")
    sequence.record(.nativeStart, at: at(0), by: .native)
    #expect(sequence.findings(through: .nativeStart) == [.skippedAndReached(.nativeStart)])
    #expect(sequence.skipReason(.nativeStart) == "first")
  }
}
