/// The file formats a document is read from and written to.
public enum DocumentFormat: String, Codable, Sendable, Hashable, CaseIterable {
  /// CommonMark with tables and task lists.
  case markdown
  /// The editor's own document JSON.
  case json
}
