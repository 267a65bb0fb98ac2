public import BridgeProtocol

extension DocumentFormat {
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
