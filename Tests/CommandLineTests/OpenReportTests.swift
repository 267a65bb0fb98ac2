import Foundation
import Testing

@testable import bridgehead

@Suite("Report of open")
struct OpenReportTests {
  static let report = OpenReport(
    document: "notes.md", blocks: 1, characters: 12_345, restored: false,
    stages: [
      .init(name: "native-start", runtime: .native, outcome: .reached(atMilliseconds: 0.5)),
      .init(name: "bridge-handshake", runtime: .page, outcome: .reached(atMilliseconds: 100.1234567)),
      .init(name: "checkpoint-restored", runtime: .page, outcome: .skipped(reason: "no checkpoint")),
      .init(name: "editor-interactive", runtime: .page, outcome: .reached(atMilliseconds: 200)),
    ],
    messages: .init(sent: 3, received: 4, bytes: 5678), clockErrorMilliseconds: 0.04, engine: "JavaScriptCore 2.50.6")

  @Test("the JSON form has the keys that scripts rely on, and no others")
  func json() throws {
    let text = try Self.report.json()
    #expect(!text.contains("\n"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(
      Set(object.keys)
        == ["document", "blocks", "characters", "restored", "stages", "messages", "bridgehead", "engine"])
    let stages = try #require(object["stages"] as? [[String: Any]])
    #expect(stages.map { $0["name"] as? String } == Self.report.stages.map(\.name))
    #expect(stages[1]["at_ms"] as? Double == 100.123)
    #expect(stages[1]["runtime"] as? String == "page")
    #expect(Set(stages[1].keys) == ["name", "at_ms", "runtime"])
    #expect(stages[2]["at_ms"] is NSNull)
    #expect(stages[2]["skipped"] as? String == "no checkpoint")
    let messages = try #require(object["messages"] as? [String: Int])
    #expect(messages == ["sent": 3, "received": 4, "bytes": 5678])
  }

  @Test("a pipe gets every figure and no escape sequence, bar or tab")
  func plain() {
    let text = Self.report.text(on: .plain)
    #expect(!text.contains("\u{1B}"))
    #expect(!text.contains("█"))
    #expect(!text.contains("\t"))
    #expect(text.hasPrefix("notes.md: 1 block, 12,345 characters, read from the file, ready in 200.0 ms\n"))
    #expect(text.contains("bridge-handshake     page     100.1 ms   99.6 ms\n"))
    #expect(text.contains("checkpoint-restored  page      skipped: no checkpoint\n"))
    #expect(text.contains("editor-interactive   page     200.0 ms   99.9 ms\n"))
  }

  @Test("a terminal gets one line per stage that fits its width", arguments: [60, 80, 100, 200])
  func waterfall(_ width: Int) {
    let style = TerminalStyle(usesColours: false, drawsBars: true, width: width)
    let lines = Self.report.text(on: style).split(separator: "\n")
    let stages = lines.filter { line in Self.report.stages.contains { line.hasPrefix($0.name) } }
    #expect(stages.count == Self.report.stages.count)
    #expect(stages.allSatisfy { $0.count <= width })
    #expect(stages[1].contains("█"))
  }

  @Test("bars follow each other: each starts where the one before it ended")
  func barsFollow() throws {
    let style = TerminalStyle(usesColours: false, drawsBars: true, width: 100)
    let lines = Self.report.text(on: style).split(separator: "\n").filter { $0.contains("█") }
    let first = try #require(lines.first)
    let second = try #require(lines.last)
    let end = try #require(first.lastIndex(of: "█")).utf16Offset(in: first)
    let start = try #require(second.firstIndex(of: "█")).utf16Offset(in: second)
    #expect(abs(start - end) <= 1)
  }

  @Test("colours are written only where they are allowed, and always ended")
  func colours() {
    let coloured = Self.report.text(on: TerminalStyle(usesColours: true, drawsBars: true, width: 80))
    let starts = coloured.split(separator: "\u{1B}[", omittingEmptySubsequences: false).dropFirst()
    #expect(starts.count > 0)
    #expect(starts.filter { $0.hasPrefix("0m") }.count * 2 == starts.count)
  }

  @Test("an opening without any stage reached is still printed")
  func empty() {
    var report = Self.report
    report.stages = []
    #expect(report.totalMilliseconds == 0)
    #expect(report.text(on: TerminalStyle(usesColours: true, drawsBars: true, width: 20)).contains("ready in 0.000 ms"))
  }

  @Test("what was typed, saved and recorded is named")
  func extras() {
    var report = Self.report
    report.restored = true
    report.typedCharacters = 5
    report.saved = .init(name: "out.md", bytes: 1)
    report.traceFile = "open.json"
    let text = report.text(on: .plain)
    #expect(text.contains("restored from its checkpoint"))
    #expect(text.contains("typed     5 characters\n"))
    #expect(text.contains("saved     out.md, 1 byte\n"))
    #expect(text.contains("trace     open.json"))
  }

  @Test(
    "numbers are grouped by thousands",
    arguments: [
      (0, "0 blocks"), (1, "1 block"), (999, "999 blocks"), (1000, "1,000 blocks"), (-1_234_567, "−1,234,567 blocks"),
    ])
  func grouping(_ number: Int, _ text: String) {
    #expect(OpenReport.count(number, "block") == text)
  }
}
