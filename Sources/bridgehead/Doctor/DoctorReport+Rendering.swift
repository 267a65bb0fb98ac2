import Foundation

extension DoctorReport {
  /// The report for people, grouped by what each thing is needed for.
  func text(on terminal: TerminalStyle) -> String {
    var lines = [terminal.strong("Bridgehead \(bridgehead)") + " on \(system)"]
    let width = entries.map(\.name.count).max() ?? 0
    for need in [Entry.Need.run, .build, .test] {
      let group = entries.filter { $0.need == need }
      guard !group.isEmpty else { continue }
      lines += ["", "To \(need.rawValue):"]
      for entry in group {
        let name = entry.name + String(repeating: " ", count: width - entry.name.count)
        if let found = entry.found {
          lines.append("  \(terminal.good(terminal.drawsBars ? "✓" : "ok     ")) \(name)  \(found)")
        } else {
          lines.append(
            "  \(terminal.bad(terminal.drawsBars ? "✗" : "missing")) \(name)  \(terminal.drawsBars ? "missing: " : "")\(entry.wayOut)"
          )
        }
      }
    }
    lines += ["", verdict]
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    if missing.isEmpty { return "Everything is there." }
    if missing.contains(where: { $0.need == .run }) { return "Documents cannot be opened until that is mended." }
    return "Documents can be opened; what is missing is needed only to build or test."
  }

  /// The report as one JSON object: `{bridgehead, system, entries: [{name, need, found, wayOut}]}`; `found` is null for
  /// what is missing.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(Encoded(self)), as: UTF8.self)
  }

  private struct Encoded: Encodable {
    struct Entry: Encodable {
      let entry: DoctorReport.Entry

      enum CodingKeys: String, CodingKey {
        case name
        case need
        case found
        case wayOut
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entry.name, forKey: .name)
        try container.encode(entry.need, forKey: .need)
        // Written even when there is none: a reader should not have to guess whether the key exists.
        try container.encode(entry.found, forKey: .found)
        try container.encode(entry.wayOut, forKey: .wayOut)
      }
    }

    let bridgehead: String
    let system: String
    let entries: [Entry]

    init(_ report: DoctorReport) {
      bridgehead = report.bridgehead
      system = report.system
      entries = report.entries.map(Entry.init)
    }
  }
}
