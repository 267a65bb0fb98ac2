/// Opens documents in the editor: the one place where bundle, web view, bridge, storage and session are put together.
@MainActor
public enum EditorHost {
  /// Opens a document and returns when the editor is interactive.
  ///
  /// Runs the opening sequence: a web view with the editor's page, the bridge's handshake, the document's checkpoint if
  /// one fits or else the file, the first blocks on the page. Cancelling the calling task ends the opening. Whatever
  /// goes wrong, nothing is left behind: no view, no handler, no timer; and stored checkpoints stay as they were.
  ///
  /// - Parameters:
  ///   - document: The file, already read.
  ///   - account: The account whose checkpoints count.
  ///   - configuration: Services and limits.
  /// - Returns: The open session. Close it with ``EditorSession/close()``; letting go of it closes it without a checkpoint.
  public static func open(
    document: DocumentFile, account: String, configuration: EditorConfiguration
  ) async throws(EditorHostError) -> EditorSession {
    let bundle =
      if let bundle = configuration.bundle { bundle } else { try EditorBundle.builtIn() }
    let session = EditorSession(document: document, account: account, bundle: bundle, configuration: configuration)
    try await session.open()
    return session
  }
}
