/// What one message may hold; checked on the text before anything is decoded, and by the sender before anything is
/// sent.
public struct WireLimits: Sendable, Hashable, Codable {
  /// Bytes of the message's text as UTF-8.
  public let messageBytes: Int
  /// Arrays and objects inside each other, the envelope itself included.
  public let depth: Int
  /// Members of all objects together.
  public let keys: Int
  /// UTF-16 units of one string, as JavaScript counts them; keys are strings too.
  public let stringLength: Int

  /// Makes limits.
  public init(messageBytes: Int, depth: Int, keys: Int, stringLength: Int) {
    self.messageBytes = messageBytes
    self.depth = depth
    self.keys = keys
    self.stringLength = stringLength
  }

  /// The limits of version 1.
  ///
  /// A megabyte holds some ten thousand pending operations, and whatever is larger belongs on the blob path; 64 levels
  /// are four times what any payload of the protocol needs; the key limit keeps the cost of a hostile message near
  /// that of its bytes.
  public static let standard = WireLimits(messageBytes: 1 << 20, depth: 64, keys: 65_536, stringLength: 1 << 19)

  /// Bytes kept free for the envelope around a payload.
  static let envelopeReserve = 1_024
  /// UTF-16 units that identities and method names may have.
  static let nameLength = 128
}
