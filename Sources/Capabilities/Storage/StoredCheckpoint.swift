public import Foundation

/// A durable point of an editing session: snapshot, operations since, and what they belong to.
public struct StoredCheckpoint: Sendable, Equatable {
  /// What the session that wants to restore a checkpoint knows of itself.
  public struct Expectation: Sendable {
    /// The account in force.
    public var accountID: String
    /// The document being opened.
    public var documentID: String
    /// The session that opens it.
    public var sessionID: String
    /// The schema versions that the editor bundle reads.
    public var schemaVersions: ClosedRange<Int>

    /// Puts the four together.
    public init(accountID: String, documentID: String, sessionID: String, schemaVersions: ClosedRange<Int>) {
      self.accountID = accountID
      self.documentID = documentID
      self.sessionID = sessionID
      self.schemaVersions = schemaVersions
    }
  }

  /// The six identities.
  public var identity: CheckpointIdentity
  /// The editor's snapshot, opaque to the host.
  public var snapshot: Data
  /// The operations after the snapshot, a JSON array, opaque to the host.
  public var pendingOperations: Data
  /// The hash of the document file that the content was read from or last saved to; nil for a document that was never a
  /// file.
  public var sourceHash: ContentHash?
  /// Whether the checkpoint holds edits that the document file lacks.
  public var hasUnsavedChanges: Bool
  /// When it was made, in milliseconds since 1970.
  public var createdAt: Double

  /// Puts the parts together.
  public init(
    identity: CheckpointIdentity, snapshot: Data, pendingOperations: Data, sourceHash: ContentHash?,
    hasUnsavedChanges: Bool, createdAt: Double
  ) {
    self.identity = identity
    self.snapshot = snapshot
    self.pendingOperations = pendingOperations
    self.sourceHash = sourceHash
    self.hasUnsavedChanges = hasUnsavedChanges
    self.createdAt = createdAt
  }

  /// Compares all six identities with those of the session; returns the first that speaks against restoring, or nil.
  ///
  /// Hashes the snapshot, so it takes time in proportion to its size.
  public func refusal(for expectation: Expectation) -> CheckpointRefusal? {
    if identity.accountID != expectation.accountID { return .accountMismatch }
    if identity.documentID != expectation.documentID { return .documentMismatch(found: identity.documentID) }
    if identity.sessionID.isEmpty || identity.sessionID == expectation.sessionID { return .sessionInvalid }
    if !expectation.schemaVersions.contains(identity.editorSchemaVersion) {
      return .schemaUnsupported(found: identity.editorSchemaVersion, supported: expectation.schemaVersions)
    }
    if identity.baseRevision < 0 { return .revisionInvalid(found: identity.baseRevision) }
    let found = ContentHash(of: snapshot)
    if found != identity.snapshotHash {
      return .snapshotDamaged(
        expectedHash: identity.snapshotHash.hexadecimal, foundHash: found.hexadecimal, foundBytes: snapshot.count)
    }
    return nil
  }
}
