/// The layout of one version's messages.
public protocol WireFormat: Sendable {
  /// The version.
  static var version: ProtocolVersion { get }
  /// The names of the envelope's members.
  static var keys: EnvelopeKeys { get }
}

/// The names of the envelope's members in one version.
public struct EnvelopeKeys: Sendable, Hashable {
  var protocolVersion = "protocolVersion"
  var sessionID = "sessionID"
  var sequence = "sequence"
  var id = "id"
  var kind = "kind"
  var method = "method"
  var payload = "payload"
  var error = "error"
  var trace = "trace"
}

/// The layout of version 1, in which the handshake is always written.
public enum V1: WireFormat {
  /// Version 1.
  public static let version = ProtocolVersion.v1
  /// The names as the grammar gives them.
  public static let keys = EnvelopeKeys()
}

/// The layout of the experimental version: one member renamed, which is the kind of change a second version would make.
public enum V99: WireFormat {
  /// The experimental version.
  public static let version = ProtocolVersion.experimental
  /// The names, with a shorter one for the method.
  public static let keys = EnvelopeKeys(method: "name")
}

extension WireFormat {
  /// Writes an envelope in this layout.
  public static func encode(_ envelope: Envelope) -> String { EncodedEnvelope<Self>(encoding: envelope).text }

  /// Reads a message in this layout.
  public static func decode(_ text: String, limits: WireLimits) -> ReceivedMessage {
    EncodedEnvelope<Self>(text: text).decode(limits: limits)
  }
}
