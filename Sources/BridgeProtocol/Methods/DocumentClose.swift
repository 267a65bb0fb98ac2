/// Asks the page to close the document; the answer says what was the last revision.
public struct DocumentClose: BridgeRequest, Hashable {
  /// The method it asks.
  public static let method: Method = "document.close"

  /// Makes the request.
  public init() {}

  /// The document as it was closed.
  public struct Response: BridgePayload, Hashable {
    /// The last revision.
    public let revision: Int

    /// Makes an answer.
    public init(revision: Int) {
      self.revision = revision
    }

    /// Checks the number.
    public func validate(at path: JSONPath) throws(PayloadFault) { try requireCount(revision, path, "revision") }
  }
}
