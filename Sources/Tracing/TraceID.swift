/// The identity of one opening of one document, shared by both runtimes.
///
/// Written as 32 lower-case hexadecimal digits, which is also how W3C Trace Context and OTLP write it. The all-zero
/// value is not a valid identity in those formats and is never produced here.
public struct TraceID: Sendable, Hashable, CustomStringConvertible {
  /// The first sixteen digits.
  public let high: UInt64
  /// The last sixteen digits.
  public let low: UInt64

  /// Makes an identity from its two halves.
  ///
  /// - Returns: `nil` for the all-zero value.
  public init?(high: UInt64, low: UInt64) {
    guard high != 0 || low != 0 else { return nil }
    self.high = high
    self.low = low
  }

  /// Draws a new identity from a generator, which a reproducible run seeds.
  public init(using generator: inout some RandomNumberGenerator) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    while high == 0 && low == 0 {
      high = generator.next()
      low = generator.next()
    }
    self.high = high
    self.low = low
  }

  /// Draws a new identity from the system's generator.
  public static func random() -> TraceID {
    var generator = SystemRandomNumberGenerator()
    return TraceID(using: &generator)
  }

  /// Reads 32 hexadecimal digits.
  ///
  /// - Returns: `nil` for another length, another character or the all-zero value.
  public init?(_ text: String) {
    guard text.utf8.count == 32, let high = hexadecimalValue(text.utf8.prefix(16)),
      let low = hexadecimalValue(text.utf8.suffix(16))
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The 32 lower-case hexadecimal digits.
  public var description: String { hexadecimalDigits(high) + hexadecimalDigits(low) }
}

/// Writes sixteen lower-case hexadecimal digits.
func hexadecimalDigits(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}

/// Reads up to sixteen hexadecimal digits; `nil` on any other character (a sign included).
func hexadecimalValue(_ digits: some Collection<UInt8>) -> UInt64? {
  var value: UInt64 = 0
  for digit in digits {
    switch digit {
    case 0x30...0x39: value = value << 4 | UInt64(digit - 0x30)
    case 0x41...0x46: value = value << 4 | UInt64(digit - 0x41 + 10)
    case 0x61...0x66: value = value << 4 | UInt64(digit - 0x61 + 10)
    default: return nil
    }
  }
  return digits.isEmpty ? nil : value
}
