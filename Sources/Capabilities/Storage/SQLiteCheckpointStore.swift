import Foundation

/// The durable checkpoint store: one SQLite file, one row for each document of each account.
///
/// An actor on a queue of its own, because SQLite blocks its thread while the disk works. Several processes may use one
/// file at a time. A commit has reached the disk when ``save(_:)`` returns (`synchronous=FULL`).
public actor SQLiteCheckpointStore: CheckpointStore {
  /// The file's format; raised when the tables change.
  private static let formatVersion: Int64 = 1

  private let connection: SQLiteConnection
  private let executor: DispatchQueueExecutor

  /// The queue on which the store works.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Sound: the executor is a constant of the actor, so it lives as long as the actor does.
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Opens the store at a path, making the file when it is missing.
  ///
  /// Its directory must exist.
  ///
  /// Throws `unavailable`, `corrupt`, `newerFormat` or `busy`; a file that is no store is left as it is.
  public init(path: String) throws(CheckpointStoreError) {
    executor = DispatchQueueExecutor(label: "checkpoint-store")
    connection = try SQLiteConnection(path: path)
    try Self.prepare(connection)
  }

  private static func prepare(_ connection: SQLiteConnection) throws(CheckpointStoreError) {
    guard case .integer(let version)? = try connection.rows("PRAGMA user_version").first?.first else { return }
    guard version <= formatVersion else {
      throw CheckpointStoreError(
        .newerFormat, "the store has format \(version); this version reads up to \(formatVersion)",
        path: connection.path)
    }
    try connection.rows("PRAGMA journal_mode = WAL")
    try connection.rows("PRAGMA synchronous = FULL")
    guard version < formatVersion else { return }
    try connection.transaction { () throws(CheckpointStoreError) in
      for table in ["checkpoint", "set_aside"] {
        try connection.rows(
          """
          CREATE TABLE IF NOT EXISTS \(table) (
            account_id TEXT NOT NULL,
            document_id TEXT NOT NULL,
            session_id TEXT NOT NULL,
            schema_version INTEGER NOT NULL,
            base_revision INTEGER NOT NULL,
            snapshot BLOB NOT NULL,
            snapshot_sha256 TEXT NOT NULL,
            pending_operations BLOB NOT NULL,
            source_sha256 TEXT,
            has_unsaved_changes INTEGER NOT NULL,
            created_at REAL NOT NULL
            \(table == "checkpoint" ? ", PRIMARY KEY (account_id, document_id)" : ", reason TEXT NOT NULL")
          ) STRICT
          """)
      }
      try connection.rows("PRAGMA user_version = \(formatVersion)")
    }
  }

  private static let columns = """
    account_id, document_id, session_id, schema_version, base_revision, snapshot, snapshot_sha256, pending_operations, \
    source_sha256, has_unsaved_changes, created_at
    """

  /// The newest checkpoint, or nil.
  ///
  /// Throws `corrupt` when a row cannot be a checkpoint.
  public func checkpoint(accountID: String, documentID: String) throws(CheckpointStoreError) -> StoredCheckpoint? {
    let rows = try connection.rows(
      "SELECT \(Self.columns) FROM checkpoint WHERE account_id = ? AND document_id = ?",
      [.text(accountID), .text(documentID)])
    guard let row = rows.first else { return nil }
    guard
      case .text(let account) = row[0], case .text(let document) = row[1], case .text(let session) = row[2],
      case .integer(let schema) = row[3], case .integer(let revision) = row[4], case .blob(let snapshot) = row[5],
      case .text(let hash) = row[6], let snapshotHash = ContentHash(hexadecimal: hash),
      case .blob(let pending) = row[7],
      case .integer(let unsaved) = row[9], case .real(let createdAt) = row[10]
    else {
      throw CheckpointStoreError(
        .corrupt, "the row of document \(documentID) is not a checkpoint", path: connection.path)
    }
    var sourceHash: ContentHash?
    if case .text(let source) = row[8] { sourceHash = ContentHash(hexadecimal: source) }
    return StoredCheckpoint(
      identity: CheckpointIdentity(
        accountID: account, documentID: document, sessionID: session, editorSchemaVersion: Int(schema),
        baseRevision: Int(revision), snapshotHash: snapshotHash),
      snapshot: snapshot, pendingOperations: pending, sourceHash: sourceHash, hasUnsavedChanges: unsaved != 0,
      createdAt: createdAt)
  }

  /// Replaces the newest checkpoint.
  ///
  /// Throws `diskFull`, `busy` or `unavailable`; the earlier checkpoint is then still there.
  public func save(_ checkpoint: StoredCheckpoint) throws(CheckpointStoreError) {
    let identity = checkpoint.identity
    try connection.transaction { () throws(CheckpointStoreError) in
      try connection.rows(
        "INSERT OR REPLACE INTO checkpoint (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          .text(identity.accountID), .text(identity.documentID), .text(identity.sessionID),
          .integer(Int64(identity.editorSchemaVersion)), .integer(Int64(identity.baseRevision)),
          .blob(checkpoint.snapshot),
          .text(identity.snapshotHash.hexadecimal), .blob(checkpoint.pendingOperations),
          checkpoint.sourceHash.map { .text($0.hexadecimal) } ?? .null, .integer(checkpoint.hasUnsavedChanges ? 1 : 0),
          .real(checkpoint.createdAt),
        ])
    }
  }

  /// Moves the newest checkpoint to the table of those set aside, with the reason.
  public func setAside(accountID: String, documentID: String, reason: String) throws(CheckpointStoreError) {
    let key: [SQLiteConnection.Value] = [.text(accountID), .text(documentID)]
    try connection.transaction { () throws(CheckpointStoreError) in
      try connection.rows(
        """
        INSERT INTO set_aside (\(Self.columns), reason)
        SELECT \(Self.columns), ? FROM checkpoint WHERE account_id = ? AND document_id = ?
        """, [.text(reason)] + key)
      try connection.rows("DELETE FROM checkpoint WHERE account_id = ? AND document_id = ?", key)
    }
  }

  /// How many checkpoints of the document were set aside.
  public func setAsideCount(accountID: String, documentID: String) throws(CheckpointStoreError) -> Int {
    let rows = try connection.rows(
      "SELECT COUNT(*) FROM set_aside WHERE account_id = ? AND document_id = ?", [.text(accountID), .text(documentID)])
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    return Int(count)
  }
}
