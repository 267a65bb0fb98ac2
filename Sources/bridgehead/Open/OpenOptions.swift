import BridgeProtocol
import EditorHost
import Foundation

/// What `bridgehead open` was asked to do.
struct OpenOptions: Equatable, Sendable {
  /// As the caller wrote it; messages name it so.
  var document: String
  /// Typed at the end of the document through the same path as a person's keys; a line break is the Enter key.
  var typedText: String?
  var saveFile: String?
  /// Prints the report as one JSON object instead of text.
  var printsJSON: Bool
  var traceFile: String?
  /// Where checkpoints are kept.
  var dataDirectory: URL
  /// For the whole of opening, typing and saving.
  var timeout: Duration
  /// Whose checkpoints count.
  var account: String
  /// Whether a stored checkpoint is set aside instead of restored.
  var discardsCheckpoint: Bool
  /// What the document is read as; nil to tell by its name.
  var format: DocumentFormat?

  static let defaultTimeout = Duration.seconds(60)

  static let syntax = CommandSyntax(
    name: "open",
    abstract: "Open a document in the editor and show how that went.",
    operand: "DOCUMENT",
    options: [
      .init(name: "--type", value: "TEXT", help: "Type the text at the end of the document, as keys."),
      .init(name: "--save", value: "FILE", help: "Write the document as it is then; in the format the name ends with."),
      .init(name: "--json", value: nil, help: "Print the report as one JSON object."),
      .init(
        name: "--trace", value: "FILE", help: "Write the timeline of both runtimes as Chrome trace events (Perfetto)."),
      .init(
        name: "--data-directory", value: "DIR",
        help: "Keep checkpoints there; otherwise in $XDG_DATA_HOME/bridgehead or ~/.local/share/bridgehead."),
      .init(
        name: "--format", value: "FORMAT",
        help: "Read the document as markdown or json, whatever its name ends with."),
      .init(name: "--account", value: "NAME", help: "Whose checkpoints count; otherwise those of \"local\"."),
      .init(
        name: "--discard-checkpoint", value: nil,
        help: "Set a stored checkpoint aside, where it is kept, and read the file."),
      .init(
        name: "--timeout", value: "TIME", help: "Give up after that time: 30, 30s, 500ms, 2min. Otherwise after 60 s."),
    ],
    notes: [
      """
      The document is a Markdown file (.md, .markdown, .txt) or a document in JSON (.json). It is opened, shown and, with --type,
      edited in the page; the file itself is written only if --save names it.
      """,
      """
      The report shows when each stage of opening was reached, since the program started, and in which runtime: native (Swift)
      or page (JavaScript). A document that was opened before is restored from its checkpoint.
      """,
    ],
    examples: [
      .init(command: "bridgehead open notes.md", purpose: "Open a document and see the timeline."),
      .init(
        command: #"bridgehead open notes.md --type "One more line" --save notes.md"#, purpose: "Edit a file in place."),
      .init(command: "bridgehead open notes.md --save notes.json", purpose: "Convert Markdown to JSON."),
      .init(
        command: "bridgehead open notes.md --trace open.trace.json",
        purpose: "Record both runtimes; open the file in Perfetto."),
      .init(
        command: "bridgehead open notes.md --json | jq '.stages[] | [.name, .at_ms]'",
        purpose: "Read the report in a script."),
    ])

  /// Reads the options; throws a usage error that names what does not fit.
  init(_ arguments: ParsedArguments, environment: [String: String]) throws(CommandError) {
    guard let document = arguments.operands.first, !document.isEmpty else {
      throw .usage("open needs the name of a document", command: "open")
    }
    self.document = document
    typedText = arguments.values["--type"]
    saveFile = try Self.fileName("--save", in: arguments)
    printsJSON = arguments.switches.contains("--json")
    traceFile = try Self.fileName("--trace", in: arguments)
    account = try Self.fileName("--account", in: arguments) ?? "local"
    discardsCheckpoint = arguments.switches.contains("--discard-checkpoint")
    format = try arguments.values["--format"].map { text throws(CommandError) in
      guard let format = DocumentFormat(rawValue: text) else {
        throw .usage("--format is neither markdown nor json", subject: text, command: "open")
      }
      return format
    }
    dataDirectory =
      try Self.fileName("--data-directory", in: arguments).map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? Self.defaultDataDirectory(environment)
    timeout =
      try arguments.values["--timeout"].map { text throws(CommandError) in try Self.duration(text) }
      ?? Self.defaultTimeout
  }

  private static func fileName(_ option: String, in arguments: ParsedArguments) throws(CommandError) -> String? {
    let name = arguments.values[option]
    if name == "" { throw .usage("\(option) needs the name of a file", command: "open") }
    return name
  }

  private static func defaultDataDirectory(_ environment: [String: String]) -> URL {
    // The base directory specification says that a relative path is as good as none.
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
      return URL(filePath: base, directoryHint: .isDirectory).appending(path: "bridgehead", directoryHint: .isDirectory)
    }
    let home = environment["HOME"].map { URL(filePath: $0, directoryHint: .isDirectory) } ?? URL.homeDirectory
    return home.appending(path: ".local/share/bridgehead", directoryHint: .isDirectory)
  }

  private static func duration(_ text: String) throws(CommandError) -> Duration {
    let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let number = Double(text.dropLast(unit.suffix.count)), number.isFinite, number > 0, number < 1_000_000
      else { break }
      return .milliseconds(Int64((number * unit.seconds * 1000).rounded(.up)))
    }
    throw .usage("--timeout is not a time above zero, such as 30, 500ms or 2min", subject: text, command: "open")
  }
}
