/// Allows or refuses edits from now on.
public struct DocumentSetReadOnly: BridgeRequest, Hashable {
  /// The method it asks.
  public static let method: Method = "document.setReadOnly"
  /// The answer has nothing to say.
  public typealias Response = EmptyPayload

  /// Whether edits are refused.
  public let readOnly: Bool

  /// Makes the request.
  public init(readOnly: Bool) {
    self.readOnly = readOnly
  }
}
