import Foundation

/// The command line: picks the command, prints what it returns, ends with its exit code.
@main
struct Bridgehead {
  static let commands = [OpenOptions.syntax, DoctorCommand.syntax]

  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    do throws(CommandError) {
      let (text, exitCode) = try await run(
        Array(ProcessInfo.processInfo.arguments.dropFirst()), environment: environment)
      try print(text)
      exit(exitCode.rawValue)
    } catch {
      let style = TerminalStyle(fileDescriptor: STDERR_FILENO, environment: environment)
      ProgressLine.writeToStandardError(style.bad("bridgehead:") + " \(error)\n")
      exit(error.exitCode.rawValue)
    }
  }

  /// What a command line prints on standard output, and its exit code.
  static func run(
    _ arguments: [String], environment: [String: String]
  ) async throws(CommandError) -> (text: String, exitCode: ExitCode) {
    guard let name = arguments.first else { throw .usage("no command is given") }
    let rest = arguments.dropFirst()
    switch name {
    case "--version", "version": return ("bridgehead \(bridgeheadVersion)\n", .success)
    case "--help", "-h": return (HelpText.overview(of: commands), .success)
    case "help": return (try help(about: rest.first), .success)
    default: break
    }
    guard let syntax = commands.first(where: { $0.name == name }) else {
      let near = ParsedArguments.nearest(to: name, among: commands.map(\.name)).map { ", perhaps \($0)" } ?? ""
      throw .usage("there is no command \(name)\(near)")
    }
    let parsed = try ParsedArguments(rest, for: syntax)
    if parsed.switches.contains("--help") { return (HelpText.page(of: syntax), .success) }
    let output = TerminalStyle(fileDescriptor: STDOUT_FILENO, environment: environment)
    switch syntax.name {
    case OpenOptions.syntax.name:
      let options = try OpenOptions(parsed, environment: environment)
      let progress = ProgressLine(style: TerminalStyle(fileDescriptor: STDERR_FILENO, environment: environment))
      return (try await OpenCommand(open: openDocument, output: output, progress: progress).run(options), .success)
    default:
      return try DoctorCommand(output: output, tools: ToolProbe(environment: environment), bundles: BundleProbe()).run(
        parsed)
    }
  }

  private static func help(about name: String?) throws(CommandError) -> String {
    guard let name else { return HelpText.overview(of: commands) }
    guard let syntax = commands.first(where: { $0.name == name }) else { throw .usage("there is no command \(name)") }
    return HelpText.page(of: syntax)
  }

  private static func print(_ text: String) throws(CommandError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw CommandError(
        .unwritableOutput, subject: "standard output", cause: "it cannot be written",
        wayOut: "send it somewhere with room")
    }
  }
}
