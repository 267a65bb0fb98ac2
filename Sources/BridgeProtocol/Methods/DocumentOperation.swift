/// One durable change of a document, as the editor made it.
///
/// The host stores and returns operations; it never transforms or applies them, so that the document's logic exists
/// once.
public enum DocumentOperation: Sendable, Hashable {
  /// Inserts text; the offset counts UTF-16 units.
  case insertText(blockID: String, offset: Int, text: String)
  /// Deletes the units from start to end.
  case deleteRange(blockID: String, start: Int, end: Int)
  /// Splits a block; what follows the offset moves to the new block.
  case splitBlock(blockID: String, offset: Int, newBlockID: String)
  /// Merges the trailing block into the leading one.
  case mergeBlocks(leadingID: String, trailingID: String)
  /// Patches attributes; a null member removes one.
  case setAttributes(targetID: String, patch: [String: JSONValue])
  /// Inserts an embed at an index of its parent.
  case insertEmbed(parentID: String, index: Int, embed: [String: JSONValue])
}

extension DocumentOperation: BridgePayload {
  private enum CodingKeys: String, CodingKey {
    case type, blockID, offset, text, start, end, newBlockID, leadingID, trailingID, targetID, patch, parentID, index
    case embed
  }

  private enum Kind: String, Codable {
    case insertText, deleteRange, splitBlock, mergeBlocks, setAttributes, insertEmbed
  }

  /// Reads an operation by its type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .type) {
    case .insertText:
      self = .insertText(
        blockID: try container.decode(String.self, forKey: .blockID),
        offset: try container.decode(Int.self, forKey: .offset),
        text: try container.decode(String.self, forKey: .text))
    case .deleteRange:
      self = .deleteRange(
        blockID: try container.decode(String.self, forKey: .blockID),
        start: try container.decode(Int.self, forKey: .start),
        end: try container.decode(Int.self, forKey: .end))
    case .splitBlock:
      self = .splitBlock(
        blockID: try container.decode(String.self, forKey: .blockID),
        offset: try container.decode(Int.self, forKey: .offset),
        newBlockID: try container.decode(String.self, forKey: .newBlockID))
    case .mergeBlocks:
      self = .mergeBlocks(
        leadingID: try container.decode(String.self, forKey: .leadingID),
        trailingID: try container.decode(String.self, forKey: .trailingID))
    case .setAttributes:
      self = .setAttributes(
        targetID: try container.decode(String.self, forKey: .targetID),
        patch: try container.decode([String: JSONValue].self, forKey: .patch))
    case .insertEmbed:
      self = .insertEmbed(
        parentID: try container.decode(String.self, forKey: .parentID),
        index: try container.decode(Int.self, forKey: .index),
        embed: try container.decode([String: JSONValue].self, forKey: .embed))
    }
  }

  /// Writes the operation with its type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .insertText(let blockID, let offset, let text):
      try container.encode(Kind.insertText, forKey: .type)
      try container.encode(blockID, forKey: .blockID)
      try container.encode(offset, forKey: .offset)
      try container.encode(text, forKey: .text)
    case .deleteRange(let blockID, let start, let end):
      try container.encode(Kind.deleteRange, forKey: .type)
      try container.encode(blockID, forKey: .blockID)
      try container.encode(start, forKey: .start)
      try container.encode(end, forKey: .end)
    case .splitBlock(let blockID, let offset, let newBlockID):
      try container.encode(Kind.splitBlock, forKey: .type)
      try container.encode(blockID, forKey: .blockID)
      try container.encode(offset, forKey: .offset)
      try container.encode(newBlockID, forKey: .newBlockID)
    case .mergeBlocks(let leadingID, let trailingID):
      try container.encode(Kind.mergeBlocks, forKey: .type)
      try container.encode(leadingID, forKey: .leadingID)
      try container.encode(trailingID, forKey: .trailingID)
    case .setAttributes(let targetID, let patch):
      try container.encode(Kind.setAttributes, forKey: .type)
      try container.encode(targetID, forKey: .targetID)
      try container.encode(patch, forKey: .patch)
    case .insertEmbed(let parentID, let index, let embed):
      try container.encode(Kind.insertEmbed, forKey: .type)
      try container.encode(parentID, forKey: .parentID)
      try container.encode(index, forKey: .index)
      try container.encode(embed, forKey: .embed)
    }
  }

  /// Checks identities and offsets; whether they fit a document only the editor can say.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    switch self {
    case .insertText(let blockID, let offset, let text):
      try requireName(blockID, path, "blockID")
      try requireCount(offset, path, "offset")
      try require(!text.isEmpty, path, "text", "is empty")
    case .deleteRange(let blockID, let start, let end):
      try requireName(blockID, path, "blockID")
      try requireCount(start, path, "start")
      try require(end > start, path, "end", "is not after start")
    case .splitBlock(let blockID, let offset, let newBlockID):
      try requireName(blockID, path, "blockID")
      try requireCount(offset, path, "offset")
      try requireName(newBlockID, path, "newBlockID")
      try require(newBlockID != blockID, path, "newBlockID", "is the block that is split")
    case .mergeBlocks(let leadingID, let trailingID):
      try requireName(leadingID, path, "leadingID")
      try requireName(trailingID, path, "trailingID")
      try require(leadingID != trailingID, path, "trailingID", "is the leading block")
    case .setAttributes(let targetID, let patch):
      try requireName(targetID, path, "targetID")
      try require(!patch.isEmpty, path, "patch", "is empty")
    case .insertEmbed(let parentID, let index, let embed):
      try requireName(parentID, path, "parentID")
      try requireCount(index, path, "index")
      try require(embed["type"]?.string?.isEmpty == false, path.member("embed"), "type", "is missing or empty")
    }
  }
}
