/// Asks the page to open a document.
public struct DocumentOpen: BridgeRequest, Hashable {
  /// The method it asks.
  public static let method: Method = "document.open"

  /// The document.
  public let documentID: String
  /// The account it is opened for.
  public let accountID: String
  /// Its name, to show.
  public let name: String
  /// The format of the content, and of later exports unless they say otherwise.
  public let format: DocumentFormat
  /// Whether edits are refused.
  public let readOnly: Bool
  /// The content beside the bridge; `nil` takes what a checkpoint restored.
  public let content: BlobReference?

  /// Makes the request.
  public init(
    documentID: String, accountID: String, name: String, format: DocumentFormat, readOnly: Bool,
    content: BlobReference?
  ) {
    self.documentID = documentID
    self.accountID = accountID
    self.name = name
    self.format = format
    self.readOnly = readOnly
    self.content = content
  }

  private enum CodingKeys: String, CodingKey {
    case documentID, accountID, name, format, readOnly, content
  }

  /// Writes the request; content that is not there is written as null, since its absence means something.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(documentID, forKey: .documentID)
    try container.encode(accountID, forKey: .accountID)
    try container.encode(name, forKey: .name)
    try container.encode(format, forKey: .format)
    try container.encode(readOnly, forKey: .readOnly)
    try container.encode(content, forKey: .content)
  }

  /// Checks identities and the reference.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    try requireName(documentID, path, "documentID")
    try requireName(accountID, path, "accountID")
    try requireName(name, path, "name")
    try content?.validate(at: path.member("content"))
  }

  /// What was opened.
  public struct Response: BridgePayload, Hashable {
    /// The document's revision.
    public let revision: Int
    /// How many blocks it has.
    public let blocks: Int
    /// How many characters of text.
    public let characters: Int
    /// Whether it came from a checkpoint.
    public let restored: Bool

    /// Makes an answer.
    public init(revision: Int, blocks: Int, characters: Int, restored: Bool) {
      self.revision = revision
      self.blocks = blocks
      self.characters = characters
      self.restored = restored
    }

    /// Checks the numbers.
    public func validate(at path: JSONPath) throws(PayloadFault) {
      try requireCount(revision, path, "revision")
      try requireCount(blocks, path, "blocks")
      try requireCount(characters, path, "characters")
    }
  }
}
