import Foundation
import Testing
import Tracing

@Suite("Chrome trace export")
struct ChromeTraceTests {
  private func at(_ microseconds: Int64) -> TraceInstant { TraceInstant(nanoseconds: microseconds * 1_000) }

  @Test("an export has its threads named, nests, and joins each message that arrived")
  func export() throws {
    let recorder = TraceRecorder()
    recorder.span("outer", category: "c", lane: .native, from: at(0), to: at(100))
    recorder.span("inner", category: "c", lane: .native, from: at(10), to: at(50))
    recorder.span("overlaps", category: "c", lane: .native, from: at(40), to: at(140))
    recorder.span("page", category: "c", lane: .page, from: at(-5), to: at(7), arguments: ["bytes": 12, "ok": true])
    recorder.flowStart("m1", name: "hello", lane: .native, at: at(12))
    recorder.flowStep("m1", name: "hello", lane: .bridge, at: at(13))
    recorder.flowEnd("m1", name: "hello", lane: .page, at: at(14))
    recorder.flowStart("m2", name: "lost", lane: .native, at: at(15))
    recorder.flowEnd("m3", name: "came from nowhere", lane: .native, at: at(16))
    recorder.instant("mark \"quoted\"\n\u{1}", category: "c", lane: .bridge, at: at(20))
    recorder.counter("heap", ["bytes": 1.5])
    var sequence = OpenSequence()
    sequence.record(.nativeStart, at: at(0), by: .native)
    sequence.record(.webViewAcquired, at: at(30), by: .native)
    sequence.skip(.checkpointRestored, reason: "no checkpoint")
    let export = TraceExport(
      recorder, sequence: sequence, clockMapping: ClockMapping(offset: 1, error: 0.5), metadata: ["version": "1"])
    let text = ChromeTraceExporter(export).text()
    let summary = try ChromeTraceChecker.check(text)
    #expect(summary.spans == 6)
    #expect(summary.flows == 1)
    #expect(summary.instants == 1)
    #expect(summary.counters == 1)
    #expect(summary.lostFlows == ["m2", "m3"])
    #expect(summary.threads == [1: "native", 2: "bridge", 3: "page", 4: "stages"])
    #expect(text.contains(recorder.traceID.description))
    #expect(text.contains("\"skippedStages\":{\"checkpoint-restored\":\"no checkpoint\"}"))
  }

  @Test("random programs of spans and messages always give a trace that passes the check (seed printed on failure)")
  func random() throws {
    let start = UInt64.random(in: 0...UInt64.max)
    for round in 0..<60 {
      var generator = SplitMix(state: start &+ UInt64(round))
      let recorder = TraceRecorder()
      for index in 0..<Int.random(in: 0...80, using: &generator) {
        let lane = TraceLane.allCases.randomElement(using: &generator)!
        let begin = Int64.random(in: -50...200, using: &generator)
        let length = Int64.random(in: 0...60, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1: recorder.span("s\(index)", category: "c", lane: lane, from: at(begin), to: at(begin + length))
        case 2:
          let id = FlowID("m\(index)")
          recorder.flowStart(id, name: "m", lane: lane, at: at(begin))
          if Bool.random(using: &generator) { recorder.flowEnd(id, name: "m", lane: .page, at: at(begin + length)) }
        default: recorder.instant("i", category: "c", lane: lane, at: at(begin))
        }
      }
      let text = ChromeTraceExporter(TraceExport(recorder)).text()
      #expect(throws: Never.self, "seed \(start &+ UInt64(round))") { try ChromeTraceChecker.check(text) }
    }
  }

  @Test(
    "the checker refuses what a viewer would draw wrongly",
    arguments: [
      "[", "{}", #"{"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0}]}"#,
      #"{"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":5},{"ph":"X","name":"b","pid":1,"tid":1,"ts":3,"dur":5}]}"#,
      #"{"traceEvents":[{"ph":"s","name":"a","cat":"m","id":"1","pid":1,"tid":1,"ts":0}]}"#,
      #"{"traceEvents":[{"ph":"s","name":"a","id":"1","pid":1,"tid":1,"ts":4},{"ph":"f","bp":"e","name":"a","id":"1","pid":1,"tid":1,"ts":3}]}"#,
      #"{"traceEvents":[{"ph":"b","name":"a","id":"1","pid":1,"tid":1,"ts":4}]}"#,
      #"{"traceEvents":[{"ph":"C","name":"a","pid":1,"tid":1,"ts":4,"args":{"v":"x"}}]}"#,
      #"{"traceEvents":[{"ph":"?","name":"a","pid":1,"tid":1,"ts":4}]}"#,
    ])
  func refuses(_ text: String) {
    #expect(throws: ChromeTraceChecker.Fault.self) { try ChromeTraceChecker.check(text) }
  }

  @Test("a file appears complete under its name, and replaces an older one")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trace-\(TraceID.random())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "open.json").path
    let recorder = TraceRecorder()
    for index in 0..<2_000 {
      recorder.span("s", category: "c", lane: .native, from: at(Int64(index)), to: at(Int64(index + 1)))
    }
    for _ in 0..<2 {
      try ChromeTraceExporter(TraceExport(recorder)).write(to: path)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try ChromeTraceChecker.check(text).spans == 2_000)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["open.json"])
  }

  @Test("a file that cannot be written is an error that names it, and leaves nothing behind")
  func unwritable() throws {
    let exporter = ChromeTraceExporter(TraceExport(TraceRecorder()))
    let error = #expect(throws: TraceFileError.self) { try exporter.write(to: "/nowhere/at/all/open.json") }
    #expect(error?.path == "/nowhere/at/all/open.json")
    #expect(error?.description.contains("cannot create the file") == true)
  }
}
