/// A JSON number, kept exactly as far as its sender could mean it.
///
/// Whole numbers of 64 bits stay integers, what a double holds exactly stays a double, and everything else keeps its
/// text. So a number that only passes through leaves as it came, also one beyond the 53 bits JavaScript can count.
public struct JSONNumber: Sendable, Hashable {
  private enum Storage: Sendable, Hashable {
    case integer(Int64)
    case double(Double)
    case literal(String)
  }

  private let storage: Storage

  /// Makes a whole number.
  public init(_ value: Int64) {
    storage = .integer(value)
  }

  /// Makes a number from a double.
  ///
  /// - Returns: `nil` for what JSON cannot write: infinities and not-a-number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if let whole = Int64(exactly: value), !(whole == 0 && value.sign == .minus) {
      storage = .integer(whole)
    } else {
      storage = .double(value)
    }
  }

  /// Makes a number from a literal that the scanner has found to be a JSON number.
  ///
  /// - Returns: `nil` when a double would be infinite, which no receiver could use.
  init?(literal: Substring.UTF8View) {
    let text = String(Substring(literal))
    if let whole = Int64(text), !(whole == 0 && text.hasPrefix("-")) {
      storage = .integer(whole)
      return
    }
    guard let value = Double(text), value.isFinite else { return nil }
    let isPlainInteger = literal.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
    if value.description == text || (value == 0 && value.sign == .minus) {
      storage = .double(value)
    } else if !isPlainInteger, let whole = Int64(exactly: value), whole.magnitude <= 1 << 53 {
      storage = .integer(whole)
    } else {
      storage = .literal(text)
    }
  }

  /// The value when it is whole and fits 64 bits.
  public var int64: Int64? {
    switch storage {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value)
    case .literal: nil
    }
  }

  /// The nearest double, which is how JavaScript reads the number.
  public var double: Double {
    switch storage {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .literal(let text): Double(text) ?? .nan
    }
  }

  /// The literal to write.
  var literal: String {
    switch storage {
    case .integer(let value): String(value)
    case .double(let value): value == 0 ? "-0" : value.description
    case .literal(let text): text
    }
  }
}
