/// The first thing that is wrong with a payload, and where.
public struct PayloadFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where.
  public let path: JSONPath
  /// What, without repeating the value.
  public let reason: String

  /// Makes a fault.
  public init(_ path: JSONPath, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Path and reason.
  public var description: String { "\(path) \(reason)" }

  /// The error to answer with.
  public var wireError: WireError { WireError(.payloadInvalid, description) }
}
