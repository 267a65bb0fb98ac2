/// The six things that say what a checkpoint is a checkpoint of.
///
/// A checkpoint that is valid in itself but belongs to another account, document or schema is corrupt state for the
/// session that opens it. So all six are stored beside the snapshot and compared before a byte of it reaches the page;
/// see ``StoredCheckpoint/refusal(for:)``.
public struct CheckpointIdentity: Sendable, Hashable {
  /// The account whose document it is.
  public var accountID: String
  /// The document, stable over renames of its title and over sessions.
  public var documentID: String
  /// The session that wrote the checkpoint; never the one that restores it.
  public var sessionID: String
  /// The version of the editor's schema that the snapshot is written in, from 1.
  public var editorSchemaVersion: Int
  /// The revision the snapshot stands at, from 0.
  public var baseRevision: Int
  /// The hash of the snapshot's bytes.
  public var snapshotHash: ContentHash

  /// Puts the six together.
  public init(
    accountID: String, documentID: String, sessionID: String, editorSchemaVersion: Int, baseRevision: Int,
    snapshotHash: ContentHash
  ) {
    self.accountID = accountID
    self.documentID = documentID
    self.sessionID = sessionID
    self.editorSchemaVersion = editorSchemaVersion
    self.baseRevision = baseRevision
    self.snapshotHash = snapshotHash
  }
}
