/// What restores a document: a snapshot and the operations made since, bound to one account, document and schema.
///
/// A perfectly valid checkpoint of another account is still corrupt state, so every identity is compared before use.
public struct Checkpoint: BridgePayload, Hashable {
  /// The document.
  public let documentID: String
  /// The account it belongs to.
  public let accountID: String
  /// The server revision the snapshot stands on.
  public let baseRevision: Int
  /// The snapshot, as bytes beside the bridge.
  public let snapshot: BlobReference
  /// Operations made after the snapshot, oldest first.
  public let pendingOperations: [DocumentOperation]
  /// The version of the document schema the snapshot is written in.
  public let editorSchemaVersion: Int
  /// When it was made: epoch milliseconds.
  public let createdAt: Double
  /// The session that made it.
  public let sessionID: String?

  /// Makes a checkpoint.
  public init(
    documentID: String, accountID: String, baseRevision: Int, snapshot: BlobReference,
    pendingOperations: [DocumentOperation], editorSchemaVersion: Int, createdAt: Double, sessionID: String? = nil
  ) {
    self.documentID = documentID
    self.accountID = accountID
    self.baseRevision = baseRevision
    self.snapshot = snapshot
    self.pendingOperations = pendingOperations
    self.editorSchemaVersion = editorSchemaVersion
    self.createdAt = createdAt
    self.sessionID = sessionID
  }

  /// Checks identities, numbers, the reference and each operation.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    try requireName(documentID, path, "documentID")
    try requireName(accountID, path, "accountID")
    try requireCount(baseRevision, path, "baseRevision")
    try snapshot.validate(at: path.member("snapshot"))
    for (index, operation) in pendingOperations.enumerated() {
      try operation.validate(at: path.member("pendingOperations").element(index))
    }
    try require(editorSchemaVersion >= 1, path, "editorSchemaVersion", "is not a version number")
    try requireFinite(createdAt, path, "createdAt")
    if let sessionID { try requireName(sessionID, path, "sessionID") }
  }
}
