/// A checkpoint store that lives as long as the process: for tests, previews and sessions that must leave nothing
/// behind.
///
/// It keeps to the same rules as the durable one; the conformance suite runs over both.
public actor InMemoryCheckpointStore: CheckpointStore {
  private struct Key: Hashable {
    var accountID: String
    var documentID: String
  }

  private var checkpoints: [Key: StoredCheckpoint] = [:]
  private var setAside: [Key: [(checkpoint: StoredCheckpoint, reason: String)]] = [:]

  /// Makes an empty store.
  public init() {}

  /// The newest checkpoint, or nil.
  public func checkpoint(accountID: String, documentID: String) -> StoredCheckpoint? {
    checkpoints[Key(accountID: accountID, documentID: documentID)]
  }

  /// Replaces the newest checkpoint.
  public func save(_ checkpoint: StoredCheckpoint) {
    checkpoints[Key(accountID: checkpoint.identity.accountID, documentID: checkpoint.identity.documentID)] = checkpoint
  }

  /// Moves the newest checkpoint to those set aside.
  public func setAside(accountID: String, documentID: String, reason: String) {
    let key = Key(accountID: accountID, documentID: documentID)
    guard let checkpoint = checkpoints.removeValue(forKey: key) else { return }
    setAside[key, default: []].append((checkpoint, reason))
  }

  /// How many were set aside.
  public func setAsideCount(accountID: String, documentID: String) -> Int {
    setAside[Key(accountID: accountID, documentID: documentID)]?.count ?? 0
  }
}
