import Foundation

/// How text looks on one output stream: with colours and bars on a terminal, plain in a pipe.
struct TerminalStyle: Equatable, Sendable {
  /// Whether escape sequences for colours may be written.
  var usesColours: Bool
  /// Whether a person looks at it as it grows: bars, and lines that are written over.
  var drawsBars: Bool
  /// In columns.
  var width: Int

  static let plain = TerminalStyle(usesColours: false, drawsBars: false, width: 80)

  /// The style for an open file: `NO_COLOR` (set to anything) turns colours off, `TERM=dumb` everything.
  ///
  /// - Parameter isTerminal: Whether the file is a terminal. Asked of the system unless given.
  init(fileDescriptor: Int32, environment: [String: String], isTerminal: Bool? = nil) {
    let interactive = (isTerminal ?? (isatty(fileDescriptor) == 1)) && environment["TERM"] != "dumb"
    drawsBars = interactive
    usesColours = interactive && (environment["NO_COLOR"] ?? "").isEmpty
    width = environment["COLUMNS"].flatMap(Int.init) ?? (interactive ? Self.columns(of: fileDescriptor) : nil) ?? 80
  }

  init(usesColours: Bool, drawsBars: Bool, width: Int) {
    self.usesColours = usesColours
    self.drawsBars = drawsBars
    self.width = width
  }

  func strong(_ text: String) -> String { painted(text, "1") }
  func quiet(_ text: String) -> String { painted(text, "2") }
  func good(_ text: String) -> String { painted(text, "32") }
  func bad(_ text: String) -> String { painted(text, "31") }
  func nativeColour(_ text: String) -> String { painted(text, "36") }
  func pageColour(_ text: String) -> String { painted(text, "33") }

  private func painted(_ text: String, _ code: String) -> String {
    usesColours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The width the terminal states; `nil` if it states none.
  private static func columns(of fileDescriptor: Int32) -> Int? {
    var size = winsize()
    // Sound: the call fills the structure it is given and keeps no pointer to it.
    guard unsafe ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
