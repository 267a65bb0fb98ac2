/// Asks the page to write the document in a format, as bytes beside the bridge.
public struct DocumentExport: BridgeRequest, Hashable {
  /// The method it asks.
  public static let method: Method = "document.export"

  /// The format to write.
  public let format: DocumentFormat

  /// Makes the request.
  public init(format: DocumentFormat) {
    self.format = format
  }

  /// Where the document was written.
  public struct Response: BridgePayload, Hashable {
    /// The content beside the bridge.
    public let content: BlobReference
    /// The revision it shows.
    public let revision: Int

    /// Makes an answer.
    public init(content: BlobReference, revision: Int) {
      self.content = content
      self.revision = revision
    }

    /// Checks the reference and the number.
    public func validate(at path: JSONPath) throws(PayloadFault) {
      try content.validate(at: path.member("content"))
      try requireCount(revision, path, "revision")
    }
  }
}
