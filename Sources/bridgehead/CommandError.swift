/// Why a command ends without success, as one line for a person: what it is about, the cause, the way out.
struct CommandError: Error, Equatable, CustomStringConvertible {
  var exitCode: ExitCode
  /// The file, option or command that the error is about; empty where there is none.
  var subject: String
  /// What is wrong, without a full stop.
  var cause: String
  /// What a person can do about it, without a full stop.
  var wayOut: String

  init(_ exitCode: ExitCode, subject: String = "", cause: String, wayOut: String) {
    self.exitCode = exitCode
    self.subject = subject
    self.cause = cause
    self.wayOut = wayOut
  }

  /// The line as it is printed, without the name of the program.
  ///
  /// Line breaks inside the parts become spaces: it stays one line.
  var description: String {
    [subject, cause, wayOut]
      .filter { !$0.isEmpty }
      .map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
      .joined(separator: ": ")
  }

  static func usage(_ cause: String, subject: String = "", command: String? = nil) -> CommandError {
    let help = command.map { "bridgehead help \($0)" } ?? "bridgehead --help"
    return CommandError(.usage, subject: subject, cause: cause, wayOut: "see \(help)")
  }
}
