import Foundation

extension OpenReport {
  /// The report for people: a summary and the stages of opening.
  ///
  /// A terminal gets a waterfall: each bar starts where the stage before it was reached and ends where its own was. A
  /// pipe gets the same figures as plain columns.
  func text(on terminal: TerminalStyle) -> String {
    var lines = [summary(terminal), ""]
    lines += terminal.drawsBars ? waterfall(terminal) : columns()
    lines.append("")
    lines += details
    return lines.joined(separator: "\n") + "\n"
  }

  private func summary(_ terminal: TerminalStyle) -> String {
    let how = restored ? "restored from its checkpoint" : "read from the file"
    return terminal.strong(document)
      + ": \(Self.count(blocks, "block")), \(Self.count(characters, "character")), \(how), "
      + "ready in \(Self.milliseconds(totalMilliseconds))"
  }

  private var details: [String] {
    var lines: [String] = []
    if let typedCharacters { lines.append("typed     \(Self.count(typedCharacters, "character"))") }
    if let saved { lines.append("saved     \(saved.name), \(Self.count(saved.bytes, "byte"))") }
    if let traceFile { lines.append("trace     \(traceFile), to open in Perfetto") }
    lines.append(
      "messages  \(messages.sent) to the page, \(messages.received) to the host, \(Self.count(messages.bytes, "byte"))")
    if let clockErrorMilliseconds {
      lines.append("clocks    the page's times are exact to ±\(Self.milliseconds(clockErrorMilliseconds))")
    }
    lines.append("engine    \(engine), Bridgehead \(bridgehead)")
    return lines
  }

  /// A stage with the time that passed since the one before it.
  private struct Row {
    var stage: Stage
    var start: Double
    var end: Double
    var skipped: String?
  }

  private var rows: [Row] {
    var previous = 0.0
    return stages.map { stage in
      switch stage.outcome {
      case .reached(let time):
        defer { previous = max(previous, time) }
        return Row(stage: stage, start: min(previous, time), end: time, skipped: nil)
      case .skipped(let reason):
        return Row(stage: stage, start: previous, end: previous, skipped: reason)
      }
    }
  }

  private func columns() -> [String] {
    let nameWidth = max(5, stages.map(\.name.count).max() ?? 0)
    var lines = ["stage".padded(to: nameWidth) + "  runtime        at      took"]
    for row in rows {
      let start = row.stage.name.padded(to: nameWidth) + "  " + row.stage.runtime.rawValue.padded(to: 7)
      if let reason = row.skipped {
        lines.append(start + "   skipped: " + reason)
      } else {
        lines.append(
          start + Self.milliseconds(row.end).padded(toLeft: 10)
            + Self.milliseconds(row.end - row.start).padded(toLeft: 10))
      }
    }
    return lines
  }

  private func waterfall(_ terminal: TerminalStyle) -> [String] {
    let nameWidth = max(5, stages.map(\.name.count).max() ?? 0)
    let labelWidth = nameWidth + 2 + 4
    let barWidth = max(10, min(60, terminal.width - labelWidth - 2 - 12))
    let total = max(totalMilliseconds, 0.001)
    return rows.map { row in
      let runtime = row.stage.runtime.rawValue
      let label = row.stage.name.padded(to: nameWidth) + "  "
      if let reason = row.skipped {
        return terminal.quiet(label + runtime + "  skipped: " + reason)
      }
      let paint = row.stage.runtime == .native ? terminal.nativeColour : terminal.pageColour
      let bar = Self.bar(from: row.start / total, to: row.end / total, width: barWidth)
      return label + paint(runtime) + "  " + bar.indent + paint(bar.body) + bar.rest
        + Self.milliseconds(row.end).padded(toLeft: 10)
    }
  }

  /// A bar drawn to an eighth of a cell at its end; never invisible, since the stage did happen.
  private static func bar(from start: Double, to end: Double, width: Int) -> (
    indent: String, body: String, rest: String
  ) {
    let cells = Double(width)
    let first = min(Int(start * cells), width - 1)
    let eighths = max(1, Int((end * cells - Double(first)) * 8))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let body = String(repeating: "█", count: eighths / 8) + partial
    let used = first + body.count
    return (String(repeating: " ", count: first), body, String(repeating: " ", count: max(0, width - used)))
  }

  /// "1 block", "12,345 blocks": grouped by thousands in every locale, since scripts and people compare these lines.
  static func count(_ number: Int, _ noun: String) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (number < 0 ? "−" : "") + groups.joined(separator: ",") + " " + noun + (number == 1 ? "" : "s")
  }

  /// "0.042 ms", "4.20 ms", "42.1 ms", "1234 ms": three figures where there are that many.
  static func milliseconds(_ value: Double) -> String {
    let digits =
      switch abs(value) {
      case ..<1: 3
      case ..<10: 2
      case ..<1000: 1
      default: 0
      }
    return String(format: "%.\(digits)f ms", value)
  }
}

extension String {
  /// The text with spaces after it up to the width.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with spaces before it up to the width.
  fileprivate func padded(toLeft width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
