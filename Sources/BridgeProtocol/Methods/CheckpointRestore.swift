/// Asks the page to take up a document where a checkpoint left it.
public struct CheckpointRestore: BridgeRequest, Hashable {
  /// The method it asks.
  public static let method: Method = "checkpoint.restore"

  /// What to restore; the host has compared its identities with the session's before it sends.
  public let checkpoint: Checkpoint

  /// Makes the request.
  public init(checkpoint: Checkpoint) {
    self.checkpoint = checkpoint
  }

  /// Checks the checkpoint.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    try checkpoint.validate(at: path.member("checkpoint"))
  }

  /// What stands after restoring.
  public struct Response: BridgePayload, Hashable {
    /// The document's revision.
    public let revision: Int
    /// How many blocks it has.
    public let blocks: Int

    /// Makes an answer.
    public init(revision: Int, blocks: Int) {
      self.revision = revision
      self.blocks = blocks
    }

    /// Checks the numbers.
    public func validate(at path: JSONPath) throws(PayloadFault) {
      try requireCount(revision, path, "revision")
      try requireCount(blocks, path, "blocks")
    }
  }
}
