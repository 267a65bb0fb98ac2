import Testing

@testable import bridgehead

@Suite("Arguments")
struct ParsedArgumentsTests {
  private func parse(_ arguments: String...) throws(CommandError) -> ParsedArguments {
    try ParsedArguments(arguments, for: OpenOptions.syntax)
  }

  @Test("operands, switches and values are told apart wherever they stand")
  func sorts() throws {
    let parsed = try parse("--json", "notes.md", "--type", "Hello", "--save=out.md")
    #expect(parsed.operands == ["notes.md"])
    #expect(parsed.switches == ["--json"])
    #expect(parsed.values == ["--type": "Hello", "--save": "out.md"])
  }

  @Test("after -- everything is an operand")
  func separator() throws {
    #expect(try parse("--", "--json").operands == ["--json"])
  }

  @Test("a value may be empty, start with a dash or hold an equals sign")
  func unusualValues() throws {
    #expect(try parse("a.md", "--type", "- item").values["--type"] == "- item")
    #expect(try parse("a.md", "--type=").values["--type"] == "")
    #expect(try parse("a.md", "--type=a=b").values["--type"] == "a=b")
  }

  @Test("a single dash is an operand")
  func dash() throws {
    #expect(try parse("-").operands == ["-"])
  }

  @Test(
    "what does not fit is refused by name",
    arguments: [
      (["a.md", "--sav", "x"], "there is no option --sav, perhaps --save"),
      (["a.md", "--frobnicate"], "there is no option --frobnicate"),
      (["a.md", "--save"], "--save needs a value"),
      (["a.md", "--save", "--json"], "--save needs a value"),
      (["a.md", "--json=yes"], "--json takes no value"),
      (["a.md", "--json", "--json"], "--json is given twice"),
      (["a.md", "--type", "a", "--type=b"], "--type is given twice"),
      (["a.md", "b.md"], "open takes one DOCUMENT"),
    ])
  func refuses(_ arguments: [String], _ cause: String) {
    let error = #expect(throws: CommandError.self) { try ParsedArguments(arguments, for: OpenOptions.syntax) }
    #expect(error?.exitCode == .usage)
    #expect(error?.cause == cause)
  }

  @Test("help is given even if the rest does not fit")
  func helpWins() throws {
    #expect(try parse("a.md", "b.md", "-h").switches.contains("--help"))
  }

  @Test("a command without operand refuses one")
  func noOperand() {
    #expect(throws: CommandError.self) { try ParsedArguments(["x"], for: DoctorCommand.syntax) }
  }
}
