/// Asks the page for a checkpoint; the page writes the snapshot beside the bridge first.
public struct CheckpointRequest: BridgeRequest, Hashable {
  /// The method it asks.
  public static let method: Method = "checkpoint.request"

  /// Why, for diagnostics: "interval", "close", "background" and the like.
  public let reason: String

  /// Makes the request.
  public init(reason: String) {
    self.reason = reason
  }

  /// Checks the reason.
  public func validate(at path: JSONPath) throws(PayloadFault) { try requireName(reason, path, "reason") }

  /// The checkpoint.
  public struct Response: BridgePayload, Hashable {
    /// What restores the document; the host compares its identities before it stores it.
    public let checkpoint: Checkpoint

    /// Makes an answer.
    public init(checkpoint: Checkpoint) {
      self.checkpoint = checkpoint
    }

    /// Checks the checkpoint.
    public func validate(at path: JSONPath) throws(PayloadFault) {
      try checkpoint.validate(at: path.member("checkpoint"))
    }
  }
}
