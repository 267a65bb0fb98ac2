/// The file formats that the editor reads and writes.
public enum DocumentFormat: String, Sendable, CaseIterable {
  /// Markdown as in CommonMark, with tables, strikethrough and task lists.
  case markdown
  /// The editor's own JSON.
  case json

  /// The format that a file name's extension stands for, or nil when it stands for none.
  ///
  /// A file without an extension, and plain text, are read as Markdown.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "md", "markdown", "mdown", "mkd", "txt", "": self = .markdown
    case "json": self = .json
    default: return nil
    }
  }
}
