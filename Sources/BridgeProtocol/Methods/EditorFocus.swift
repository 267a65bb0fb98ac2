/// Asks the page to take the focus.
public struct EditorFocus: BridgeRequest, Hashable {
  /// Where the selection goes.
  public enum Place: String, Codable, Sendable, Hashable {
    case start
    case end
  }

  /// The method it asks.
  public static let method: Method = "editor.focus"

  /// Where the selection goes.
  public let at: Place

  /// Makes the request.
  public init(at place: Place) {
    at = place
  }

  /// Where the selection went.
  public struct Response: BridgePayload, Hashable {
    /// The block.
    public let blockID: String
    /// The offset in its text, in UTF-16 units.
    public let offset: Int

    /// Makes an answer.
    public init(blockID: String, offset: Int) {
      self.blockID = blockID
      self.offset = offset
    }

    /// Checks identity and offset.
    public func validate(at path: JSONPath) throws(PayloadFault) {
      try requireName(blockID, path, "blockID")
      try requireCount(offset, path, "offset")
    }
  }
}
