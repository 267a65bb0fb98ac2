/// The stable name of something that may cross the bridge.
///
/// An open set: a name nobody serves is answered, not a decoding failure.
public struct Method: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name on the wire.
  public let rawValue: String

  /// Makes a method from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a method from its name on the wire.
  public init(_ name: String) {
    rawValue = name
  }

  /// Makes a method from a literal.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The name on the wire.
  public var description: String { rawValue }

  static let hello: Method = "bridge.hello"
  static let ready: Method = "bridge.ready"
}
