/// A typed payload: its shape is what `Codable` says, its further rules what ``validate(at:)`` says.
public protocol BridgePayload: Codable, Sendable {
  /// Checks what the types alone do not say.
  ///
  /// - Throws: The first fault, with its path below the given one. The reason never repeats a value.
  func validate(at path: JSONPath) throws(PayloadFault)
}

extension BridgePayload {
  /// Finds nothing: the types say it all.
  public func validate(at path: JSONPath) throws(PayloadFault) {}
}

/// A payload that asks for exactly one response.
public protocol BridgeRequest: BridgePayload {
  /// What the answer says.
  associatedtype Response: BridgePayload
  /// The method it asks.
  static var method: Method { get }
}

/// A payload that tells something; nobody answers.
public protocol BridgeEvent: BridgePayload {
  /// The method it tells.
  static var method: Method { get }
}

/// The payload of a message that has nothing to say.
public struct EmptyPayload: BridgePayload, Hashable {
  /// Makes it.
  public init() {}
}

// MARK: - Rules that many payloads share

func require(
  _ condition: Bool, _ path: JSONPath, _ member: String, _ reason: @autoclosure () -> String
) throws(PayloadFault) {
  if !condition { throw PayloadFault(path.member(member), reason()) }
}

func requireName(_ text: String, _ path: JSONPath, _ member: String) throws(PayloadFault) {
  try require(!text.isEmpty, path, member, "is empty")
  try require(text.utf8.count <= 1_024, path, member, "is longer than 1024 bytes")
}

func requireCount(_ number: Int, _ path: JSONPath, _ member: String) throws(PayloadFault) {
  try require(number >= 0, path, member, "is negative")
}

func requireFinite(_ number: Double, _ path: JSONPath, _ member: String) throws(PayloadFault) {
  try require(number.isFinite, path, member, "is not finite")
}
