import Foundation

/// The command `bridgehead open`, which opens the document and prints the report.
///
/// How a document is opened is given; this only shows it.
struct OpenCommand: Sendable {
  /// Opens, types and saves as the options say.
  ///
  /// Told what to show meanwhile through the progress line.
  typealias Open = @Sendable (OpenOptions, ProgressLine) async throws(CommandError) -> OpenReport

  let open: Open
  let output: TerminalStyle
  let progress: ProgressLine
  /// Tells of a finding; on standard error unless given.
  var warn: @Sendable (String) -> Void = { ProgressLine.writeToStandardError("bridgehead: warning: \($0)\n") }

  /// The text for standard output.
  func run(_ options: OpenOptions) async throws(CommandError) -> String {
    progress.show("Opening \(options.document) …")
    defer { progress.clear() }
    let report = try await open(options, progress)
    progress.clear()
    for finding in report.findings { warn(finding) }
    guard options.printsJSON else { return report.text(on: output) }
    do {
      return try report.json() + "\n"
    } catch {
      // Only a number that JSON does not know (an infinite time) can do this.
      throw CommandError(
        .failure, subject: options.document, cause: "the report has no JSON form: \(error)", wayOut: "leave --json out")
    }
  }
}
