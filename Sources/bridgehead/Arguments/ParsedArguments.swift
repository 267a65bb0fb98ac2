/// The arguments of one command, sorted into operands, switches and values by its syntax.
struct ParsedArguments: Equatable, Sendable {
  private(set) var operands: [String] = []
  private(set) var switches: Set<String> = []
  private(set) var values: [String: String] = [:]

  /// Sorts the arguments; throws a usage error that names the first one that does not fit.
  ///
  /// Understood are `--name`, `--name value`, `--name=value` and `--`, after which everything is an operand. An
  /// option's value may start with a dash unless it is itself an option of the command: `--save --json` is more likely
  /// a forgotten value than a file of that name.
  init(_ arguments: some Collection<String>, for syntax: CommandSyntax) throws(CommandError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0] == "-h" ? "--help" : String(parts[0])
      guard let option = syntax.allOptions.first(where: { $0.name == name }) else {
        throw .usage("there is no option \(name)\(Self.suggestion(for: name, in: syntax))", command: syntax.name)
      }
      if switches.contains(name) || values[name] != nil {
        throw .usage("\(name) is given twice", command: syntax.name)
      }
      guard option.value != nil else {
        guard parts.count == 1 else { throw .usage("\(name) takes no value", command: syntax.name) }
        switches.insert(name)
        continue
      }
      if parts.count == 2 {
        values[name] = String(parts[1])
      } else if let next = rest.first, !syntax.allOptions.contains(where: { $0.name == next }) {
        values[name] = next
        rest.removeFirst()
      } else {
        throw .usage("\(name) needs a value", command: syntax.name)
      }
    }
    if switches.contains("--help") { return }
    if syntax.operand == nil, let surplus = operands.first {
      throw .usage("\(syntax.name) takes no argument", subject: surplus, command: syntax.name)
    }
    if syntax.operand != nil, operands.count > 1 {
      throw .usage("\(syntax.name) takes one \(syntax.operand ?? "")", subject: operands[1], command: syntax.name)
    }
  }

  private static func suggestion(for name: String, in syntax: CommandSyntax) -> String {
    nearest(to: name, among: syntax.allOptions.map(\.name)).map { ", perhaps \($0)" } ?? ""
  }

  /// The candidate that differs least, if it differs by a slip of the hand only.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let ranked = candidates.map { (candidate: $0, distance: editDistance(name, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= 2 else { return nil }
    return best.candidate
  }

  private static func editDistance(_ some: String, _ other: String) -> Int {
    let (a, b) = (Array(some), Array(other))
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let substituted = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, diagonal + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}
