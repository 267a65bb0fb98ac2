/// When a user script runs.
public enum WKUserScriptInjectionTime: Int, Sendable {
  /// When the document's window exists, before any script of the page.
  case atDocumentStart = 0
  /// When the document has been parsed, before its `load` event.
  case atDocumentEnd = 1
}
