/// The identity of one span inside a trace, written as 16 lower-case hexadecimal digits.
public struct SpanID: Sendable, Hashable, CustomStringConvertible {
  /// The identity as a number; never zero.
  public let value: UInt64

  /// Makes an identity from a number.
  ///
  /// - Returns: `nil` for zero, which trace formats reserve for "none".
  public init?(value: UInt64) {
    guard value != 0 else { return nil }
    self.value = value
  }

  /// Reads 16 hexadecimal digits; `nil` for anything else, zero included.
  public init?(_ text: String) {
    guard text.utf8.count == 16, let value = hexadecimalValue(text.utf8) else { return nil }
    self.init(value: value)
  }

  /// The 16 lower-case hexadecimal digits.
  public var description: String { hexadecimalDigits(value) }
}
