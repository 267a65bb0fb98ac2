import Foundation

/// The help pages, made from the syntax of the commands.
enum HelpText {
  /// The page of the program.
  static func overview(of commands: [CommandSyntax]) -> String {
    var lines = [
      "Bridgehead opens documents in a real web editor: JavaScript in JavaScriptCore, the bridge and its host in Swift.",
      "",
      "Usage: bridgehead COMMAND [ARGUMENT…]",
      "",
      "Commands:",
    ]
    lines += table(commands.map { ($0.name, $0.abstract) })
    lines += table([("help", "Print the help of a command.")])
    lines += ["", "Options:"]
    lines += table([("--help", "Print this help."), ("--version", "Print the version.")])
    lines += ["", "Examples:"]
    lines += commands.compactMap(\.examples.first).map { "  \($0.command)" }
    lines += ["", "Exit codes:"]
    lines += exitCodes
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of one command.
  static func page(of command: CommandSyntax) -> String {
    var usage = "Usage: bridgehead \(command.name)"
    if let operand = command.operand { usage += " \(operand)" }
    if !command.options.isEmpty { usage += " [OPTION…]" }
    var lines = [command.abstract, "", usage, "", "Options:"]
    lines += table(command.allOptions.map { ($0.name + ($0.value.map { " \($0)" } ?? ""), $0.help) })
    for note in command.notes { lines += ["", note] }
    if !command.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in command.examples { lines += ["  # \(example.purpose)", "  \(example.command)"] }
    }
    lines += ["", "Exit codes:"]
    lines += exitCodes
    return lines.joined(separator: "\n") + "\n"
  }

  private static var exitCodes: [String] {
    table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
  }

  private static func table(_ rows: [(String, String)]) -> [String] {
    let width = max(12, rows.map(\.0.count).max() ?? 0)
    return rows.map { "  " + $0.0.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + $0.1 }
  }
}
