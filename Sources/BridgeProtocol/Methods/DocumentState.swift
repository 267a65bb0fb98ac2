/// Tells the host how the document stands; only the newest counts.
public struct DocumentState: BridgeEvent, Hashable {
  /// What made the page tell.
  public enum Phase: String, Codable, Sendable, Hashable {
    /// The document is open.
    case ready
    /// It was edited.
    case edited
  }

  /// The method it tells.
  public static let method: Method = "document.state"

  /// What made the page tell.
  public let phase: Phase
  /// The document's revision.
  public let revision: Int
  /// How many blocks it has.
  public let blocks: Int
  /// How many characters of text.
  public let characters: Int
  /// Whether it differs from what was opened or last exported.
  public let dirty: Bool

  /// Makes the event.
  public init(phase: Phase, revision: Int, blocks: Int, characters: Int, dirty: Bool) {
    self.phase = phase
    self.revision = revision
    self.blocks = blocks
    self.characters = characters
    self.dirty = dirty
  }

  /// Checks the numbers.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    try requireCount(revision, path, "revision")
    try requireCount(blocks, path, "blocks")
    try requireCount(characters, path, "characters")
  }
}
