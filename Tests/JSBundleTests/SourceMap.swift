import Foundation

/// Where the parts of a bundled script came from, so that a stack names the file a person wrote.
struct SourceMap: Sendable {
  private struct Segment {
    var column: Int
    var source: Int
    var line: Int
  }

  private var sources: [String] = []
  /// By line of the script, in the order of their columns.
  private var lines: [[Segment]] = []

  /// Reads the map beside a script; translates nothing if there is none.
  init(beside script: URL) {
    struct Encoded: Decodable {
      var sources: [String]
      var mappings: String
    }
    guard let data = try? Data(contentsOf: script.appendingPathExtension("map")),
      let encoded = try? JSONDecoder().decode(Encoded.self, from: data)
    else { return }
    sources = encoded.sources.map {
      URL(filePath: $0, relativeTo: script.deletingLastPathComponent()).standardized.path
    }
    lines = Self.decode(encoded.mappings)
  }

  /// The stack with each place in the script replaced by the place it came from.
  func translate(_ stack: String, script: String) -> String {
    stack.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard
        let found = line.firstMatch(
          of: #/^(?<function>[^@]*)@(?:[^@\s]*/)?(?<file>[^/\s:]+):(?<line>\d+):(?<column>\d+)$/#),
        found.file == script, let row = Int(found.line), let column = Int(found.column), let place = place(row, column)
      else { return String(line) }
      return "\(found.function.isEmpty ? "(anonymous)" : String(found.function)) \(place)"
    }.joined(separator: "\n")
  }

  private func place(_ line: Int, _ column: Int) -> String? {
    guard lines.indices.contains(line - 1),
      let segment = lines[line - 1].last(where: { $0.column < column }), sources.indices.contains(segment.source)
    else { return nil }
    return "\(sources[segment.source]):\(segment.line + 1)"
  }

  /// Reads the mappings: lines end with semicolons, segments with commas, and their fields are differences in base 64.
  private static func decode(_ mappings: String) -> [[Segment]] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var values = [Int](repeating: 0, count: 128)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = value }
    var (source, line) = (0, 0)
    return mappings.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { text in
      var column = 0
      return text.split(separator: UInt8(ascii: ",")).compactMap { segment in
        var (fields, number, shift): ([Int], Int, Int) = ([], 0, 0)
        for digit in segment {
          let value = values[Int(digit & 0x7F)]
          number |= (value & 31) << shift
          shift += 5
          guard value & 32 == 0 else { continue }
          fields.append(number & 1 == 0 ? number >> 1 : -(number >> 1))
          (number, shift) = (0, 0)
        }
        guard let first = fields.first else { return nil }
        column += first
        guard fields.count >= 4 else { return nil }
        source += fields[1]
        line += fields[2]
        return Segment(column: column, source: source, line: line)
      }
    }
  }
}
