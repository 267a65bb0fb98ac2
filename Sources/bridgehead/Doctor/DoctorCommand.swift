import Foundation

/// `bridgehead doctor`: says what is installed, in which version, and what to do about what is missing.
struct DoctorCommand: Sendable {
  static let syntax = CommandSyntax(
    name: "doctor",
    abstract: "Say what is installed, which versions, and what is missing.",
    options: [.init(name: "--json", value: nil, help: "Print the findings as one JSON object.")],
    notes: ["The exit code is 1 only if something is missing that opening a document needs."],
    examples: [
      .init(command: "bridgehead doctor", purpose: "See what is there."),
      .init(
        command: "bridgehead doctor --json | jq '.entries[] | select(.found == null)'", purpose: "List what is missing."
      ),
    ])

  let output: TerminalStyle
  let tools: ToolProbe
  let bundles: BundleProbe

  func run(_ arguments: ParsedArguments) throws(CommandError) -> (text: String, exitCode: ExitCode) {
    let report = examine()
    guard arguments.switches.contains("--json") else { return (report.text(on: output), report.exitCode) }
    do {
      return (try report.json() + "\n", report.exitCode)
    } catch {
      throw CommandError(.failure, cause: "the findings have no JSON form: \(error)", wayOut: "leave --json out")
    }
  }

  func examine() -> DoctorReport {
    typealias Entry = DoctorReport.Entry
    let setup = "run Scripts/setup"
    let bundle = "run Scripts/build-bundle, then build the program again"
    let swift = tools.firstLine(of: "swift", "--version").map { line in
      line.firstMatch(of: #/Swift version (\S+)/#).map { String($0.1) } ?? line
    }
    let entries = [
      Entry(name: "JavaScriptCore", need: .run, found: LoadedLibraries.javaScriptCore, wayOut: setup),
      Entry(name: "GLib", need: .run, found: LoadedLibraries.glib, wayOut: setup),
      Entry(name: "SQLite", need: .run, found: LoadedLibraries.sqlite, wayOut: setup),
      Entry(name: "page environment", need: .run, found: bundles.pageEnvironment(), wayOut: bundle),
      Entry(name: "editor", need: .run, found: bundles.editor(), wayOut: bundle),
      Entry(
        name: "Swift", need: .build, found: swift,
        wayOut: "install Swift 6.3 or later from https://www.swift.org/install"),
      development("javascriptcoregtk-4.1"), development("glib-2.0"), development("sqlite3"), development("libsoup-3.0"),
      Entry(name: "node", need: .build, found: tools.firstLine(of: "node", "--version"), wayOut: setup),
      Entry(name: "esbuild", need: .build, found: tools.firstLine(of: "esbuild", "--version"), wayOut: setup),
      nodePackage("jsdom", .build), nodePackage("markdown-it", .build),
      nodePackage("typescript", .test), nodePackage("mocha", .test), nodePackage("chai", .test),
    ]
    return DoctorReport(system: tools.system(), entries: entries)
  }

  private func development(_ name: String) -> DoctorReport.Entry {
    let found = tools.developmentVersion(of: name)
    return .init(name: "\(name) (headers)", need: .build, found: found, wayOut: "run Scripts/setup")
  }

  private func nodePackage(_ name: String, _ need: DoctorReport.Entry.Need) -> DoctorReport.Entry {
    .init(name: name, need: need, found: tools.nodePackageVersion(name), wayOut: "run Scripts/setup")
  }
}
