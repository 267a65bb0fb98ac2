import Foundation
import Testing

@testable import bridgehead

/// The built program, run as a process: what a script sees of it.
@Suite("Program")
struct ProgramTests {
  @Test("the version is one line on standard output")
  func version() throws {
    for argument in ["--version", "version"] {
      let run = try ProgramRun(argument)
      #expect(run.output == "bridgehead \(bridgeheadVersion)\n")
      #expect(run.errors == "")
      #expect(run.status == ExitCode.success.rawValue)
    }
  }

  @Test("help names every command, exit code and an example")
  func help() throws {
    for arguments in [["--help"], ["-h"], ["help"]] {
      let run = try ProgramRun(arguments)
      #expect(run.status == 0)
      for command in Bridgehead.commands { #expect(run.output.contains("  \(command.name) ")) }
      for code in ExitCode.allCases { #expect(run.output.contains(code.meaning)) }
      #expect(run.output.contains("Examples:"))
    }
  }

  @Test("each command has a page with its options and examples", arguments: Bridgehead.commands.map(\.name))
  func commandHelp(_ name: String) throws {
    let syntax = try #require(Bridgehead.commands.first { $0.name == name })
    let pages = try [ProgramRun(name, "--help"), ProgramRun("help", name)]
    #expect(pages[0].output == pages[1].output)
    for option in syntax.allOptions { #expect(pages[0].output.contains("  \(option.name)")) }
    for example in syntax.examples { #expect(pages[0].output.contains("  \(example.command)\n")) }
  }

  @Test(
    "what is not understood ends with status 2 and one line on standard error",
    arguments: [
      [], ["opne", "a.md"], ["help", "nothing"], ["open"], ["open", "a.md", "--sav", "x"],
      ["open", "a.md", "--timeout", "soon"],
      ["doctor", "x"], ["--frobnicate"],
    ])
  func usageErrors(_ arguments: [String]) throws {
    let run = try ProgramRun(arguments)
    #expect(run.status == ExitCode.usage.rawValue)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("bridgehead: "))
    #expect(run.errors.hasSuffix("\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test("a slip of the hand is answered with what was meant")
  func suggestion() throws {
    #expect(try ProgramRun("opne").errors.contains("perhaps open"))
  }

  @Test("the doctor prints plain text into a pipe and JSON on request")
  func doctor() throws {
    let text = try ProgramRun("doctor")
    #expect(!text.output.contains("\u{1B}"))
    #expect(text.output.hasPrefix("Bridgehead \(bridgeheadVersion) on "))
    let json = try ProgramRun("doctor", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["bridgehead"] as? String == bridgeheadVersion)
    #expect(text.status == json.status)
  }
}
