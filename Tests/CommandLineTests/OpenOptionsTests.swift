import Foundation
import Testing

@testable import bridgehead

@Suite("Options of open")
struct OpenOptionsTests {
  private func options(
    _ arguments: [String], environment: [String: String] = ["HOME": "/home/ada"]
  ) throws(CommandError) -> OpenOptions {
    try OpenOptions(ParsedArguments(arguments, for: OpenOptions.syntax), environment: environment)
  }

  @Test("only the document is needed")
  func defaults() throws {
    let options = try options(["notes.md"])
    #expect(options.document == "notes.md")
    #expect(options.typedText == nil)
    #expect(options.saveFile == nil)
    #expect(options.traceFile == nil)
    #expect(!options.printsJSON)
    #expect(options.timeout == OpenOptions.defaultTimeout)
    #expect(options.dataDirectory.path == "/home/ada/.local/share/bridgehead")
  }

  @Test("the data directory is the option's, then that of the base directory specification")
  func dataDirectory() throws {
    let environment = ["HOME": "/home/ada", "XDG_DATA_HOME": "/data"]
    #expect(try options(["a.md"], environment: environment).dataDirectory.path == "/data/bridgehead")
    #expect(try options(["a.md", "--data-directory", "/x"], environment: environment).dataDirectory.path == "/x")
    let relative = ["HOME": "/home/ada", "XDG_DATA_HOME": "data"]
    #expect(try options(["a.md"], environment: relative).dataDirectory.path == "/home/ada/.local/share/bridgehead")
  }

  @Test(
    "times carry their unit, seconds without one",
    arguments: [
      ("30", Duration.seconds(30)), ("2.5", .milliseconds(2500)), ("10s", .seconds(10)), ("500ms", .milliseconds(500)),
      ("2min", .seconds(120)), ("0.0001", .milliseconds(1)),
    ])
  func times(_ text: String, _ duration: Duration) throws {
    #expect(try options(["a.md", "--timeout", text]).timeout == duration)
  }

  @Test("a time that is none is refused", arguments: ["0", "-1", "ten", "", "nan", "inf", "5h", "s", "1e9"])
  func refusedTimes(_ text: String) {
    let error = #expect(throws: CommandError.self) { try options(["a.md", "--timeout=\(text)"]) }
    #expect(error?.exitCode == .usage)
  }

  @Test("an empty file name is refused", arguments: ["--save", "--trace", "--data-directory"])
  func emptyNames(_ option: String) {
    #expect(throws: CommandError.self) { try options(["a.md", "\(option)="]) }
  }

  @Test("without a document there is nothing to open", arguments: [[], [""], ["--json"]])
  func noDocument(_ arguments: [String]) {
    #expect(throws: CommandError.self) { try options(arguments) }
  }
}
