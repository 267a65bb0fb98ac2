import Synchronization
import Testing

@testable import bridgehead

@Suite("Terminal")
struct TerminalTests {
  @Test(
    "a terminal gets colours unless NO_COLOR or TERM forbid them; a pipe never does",
    arguments: [
      (true, [:], true, true),
      (true, ["NO_COLOR": "1"], false, true),
      (true, ["NO_COLOR": ""], true, true),
      (true, ["TERM": "dumb"], false, false),
      (false, [:], false, false),
      (false, ["COLORTERM": "truecolor"], false, false),
    ] as [(Bool, [String: String], Bool, Bool)])
  func style(_ isTerminal: Bool, _ environment: [String: String], _ colours: Bool, _ bars: Bool) {
    let style = TerminalStyle(fileDescriptor: 1, environment: environment, isTerminal: isTerminal)
    #expect(style.usesColours == colours)
    #expect(style.drawsBars == bars)
  }

  @Test("the width stated in the environment counts")
  func width() {
    #expect(TerminalStyle(fileDescriptor: 1, environment: ["COLUMNS": "132"], isTerminal: true).width == 132)
    #expect(TerminalStyle(fileDescriptor: 1, environment: [:], isTerminal: false).width == 80)
  }

  @Test("progress is shown to a terminal only, cut to its width, and taken away without a trace")
  func progress() {
    let written = Mutex("")
    func line(_ style: TerminalStyle) -> ProgressLine {
      ProgressLine(style: style) { text in written.withLock { $0 += text } }
    }
    let piped = line(.plain)
    piped.show("Opening")
    piped.clear()
    #expect(written.withLock { $0 } == "")
    let watched = line(TerminalStyle(usesColours: false, drawsBars: true, width: 5))
    watched.show("Opening")
    watched.clear()
    #expect(written.withLock { $0 } == "\r\u{1B}[KOpen\r\u{1B}[K")
  }

  @Test("an error is one line whatever its parts hold")
  func errorLine() {
    let error = CommandError(.failure, subject: "a\nb.md", cause: "it is\r\nbroken", wayOut: "mend it")
    #expect(error.description == "a b.md: it is broken: mend it")
  }
}
