/// A version of the bridge protocol.
public struct ProtocolVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The version's number, as on the wire.
  public let number: Int

  /// Makes a version; whether anybody speaks it is found out by negotiation.
  public init(_ number: Int) {
    self.number = number
  }

  /// The first version.
  public static let v1 = ProtocolVersion(1)
  /// An experimental version that only tests speak; it proves that a second layout fits behind the same machines.
  public static let experimental = ProtocolVersion(99)

  /// The version's number.
  public var description: String { String(number) }

  /// Orders versions by number.
  public static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool { left.number < right.number }

  /// The layout of the version's messages; `nil` for a version this build does not speak.
  public var format: (any WireFormat.Type)? {
    switch self {
    case .v1: V1.self
    case .experimental: V99.self
    default: nil
    }
  }

  /// Picks the highest version both ends speak.
  ///
  /// - Returns: `nil` when there is none.
  public static func negotiate(
    host: some Sequence<ProtocolVersion>, page: some Sequence<ProtocolVersion>
  ) -> ProtocolVersion? {
    Set(host).intersection(page).max()
  }
}
