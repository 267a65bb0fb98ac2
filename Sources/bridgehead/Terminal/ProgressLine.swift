import Foundation

/// One line on standard error that says what the program is at; gone when the result is printed.
///
/// Silent unless a person watches.
struct ProgressLine: Sendable {
  private let style: TerminalStyle
  private let write: @Sendable (String) -> Void

  /// - Parameter write: Where the text goes; standard error unless given.
  init(style: TerminalStyle, write: @escaping @Sendable (String) -> Void = ProgressLine.writeToStandardError) {
    self.style = style
    self.write = write
  }

  /// Replaces the line.
  func show(_ text: String) {
    guard style.drawsBars else { return }
    write("\r\u{1B}[K" + style.quiet(String(text.prefix(max(0, style.width - 1)))))
  }

  /// Takes the line away.
  func clear() {
    guard style.drawsBars else { return }
    write("\r\u{1B}[K")
  }

  static let writeToStandardError: @Sendable (String) -> Void = { text in
    // A closed standard error is no reason to fail.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
