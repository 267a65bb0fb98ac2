import Foundation

/// Script text with the address that stack traces show.
public struct JSSource: Sendable {
  enum Content: Sendable {
    case text(JSText)
    case file(ScriptFile)
  }

  let content: Content
  /// The script's address, shown in stack traces and errors.
  public let url: String?
  /// The number of the text's first line.
  public let startingLine: Int

  /// Takes text.
  ///
  /// It is copied into the engine's form once, so a source that is run often is worth keeping.
  public init(_ text: String, url: String? = nil, startingLine: Int = 1) {
    content = .text(JSText(text))
    self.url = url
    self.startingLine = startingLine
  }

  /// Takes UTF-16 text, surrogates as they are.
  public init(utf16: [UInt16], url: String? = nil, startingLine: Int = 1) {
    content = .text(JSText(utf16: utf16))
    self.url = url
    self.startingLine = startingLine
  }

  /// Takes a file.
  ///
  /// A file of ASCII text, as bundlers write them, is read once for each of its versions and run in place: no copy is
  /// made, however often and in however many virtual machines it runs. Its text stays for the life of the process, so
  /// this is for bundles, not for scripts made by the hundred. Other files are read as UTF-8. Throws
  /// `sourceUnreadable`.
  public init(contentsOf path: String, url: String? = nil) throws(EngineError) {
    self.url = url ?? path
    startingLine = 1
    if let script = try ScriptFile.reading(path) {
      content = .file(script)
      return
    }
    do {
      content = .text(JSText(try String(contentsOfFile: path, encoding: .utf8)))
    } catch {
      throw EngineError(.sourceUnreadable, "is not readable as UTF-8 text (\(error.localizedDescription))", place: path)
    }
  }
}
