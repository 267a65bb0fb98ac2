/// Keeps the newest checkpoint of each document of each account.
///
/// Writing is atomic: after a crash a reader finds the old checkpoint or the new one, never a mixture. Nothing is
/// deleted in silence: a checkpoint that cannot be used is set aside with its reason. Implementations may be called
/// from any task; calls of one store run one after another.
public protocol CheckpointStore: Sendable {
  /// The checkpoint of a document, or nil when there is none.
  ///
  /// The identities are as stored: the caller compares them.
  func checkpoint(accountID: String, documentID: String) async throws(CheckpointStoreError) -> StoredCheckpoint?
  /// Makes a checkpoint the newest of its account and document.
  ///
  /// When the call returns, the bytes are on the disk.
  func save(_ checkpoint: StoredCheckpoint) async throws(CheckpointStoreError)
  /// Moves a document's checkpoint out of the way, with the reason, where it is kept.
  ///
  /// Does nothing when there is none.
  func setAside(accountID: String, documentID: String, reason: String) async throws(CheckpointStoreError)
  /// How many checkpoints of a document were set aside.
  func setAsideCount(accountID: String, documentID: String) async throws(CheckpointStoreError) -> Int
}
