/// Turns a checked text into a value.
///
/// Runs only on what ``JSONScanner`` has passed: it relies on the grammar holding and on the depth being bounded. What
/// the scanner leaves to it are the checks that need decoding: UTF-8, surrogate pairs, doubled keys and the size of
/// numbers.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0

  /// Checks and parses a whole text.
  static func parse(_ bytes: [UInt8], limits: WireLimits) throws(JSONFault) -> JSONValue {
    try JSONScanner.check(bytes, limits: limits)
    var parser = JSONParser(bytes: bytes)
    return try parser.parseValue()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func parseValue() throws(JSONFault) -> JSONValue {
    skipSpace()
    switch bytes[position] {
    case UInt8(ascii: "{"): return try parseObject()
    case UInt8(ascii: "["): return try parseArray()
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"):
      position += 4
      return .bool(true)
    case UInt8(ascii: "f"):
      position += 5
      return .bool(false)
    case UInt8(ascii: "n"):
      position += 4
      return .null
    default: return .number(try parseNumber())
    }
  }

  private mutating func parseObject() throws(JSONFault) -> JSONValue {
    var members: [String: JSONValue] = [:]
    position += 1
    skipSpace()
    while bytes[position] != UInt8(ascii: "}") {
      if bytes[position] == UInt8(ascii: ",") {
        position += 1
        skipSpace()
      }
      let start = position
      let key = try parseString()
      skipSpace()
      position += 1
      // Two readers of one message must not see different values, which a doubled key invites.
      guard members.updateValue(try parseValue(), forKey: key) == nil else { throw JSONFault(.duplicateKey, at: start) }
      skipSpace()
    }
    position += 1
    return .object(members)
  }

  private mutating func parseArray() throws(JSONFault) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    skipSpace()
    while bytes[position] != UInt8(ascii: "]") {
      if bytes[position] == UInt8(ascii: ",") { position += 1 }
      elements.append(try parseValue())
      skipSpace()
    }
    position += 1
    return .array(elements)
  }

  private mutating func parseNumber() throws(JSONFault) -> JSONNumber {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        position += 1
        continue
      default: break
      }
      break
    }
    let literal = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = JSONNumber(literal: literal[...].utf8) else { throw JSONFault(.numberTooLarge, at: start) }
    return number
  }

  private mutating func parseString() throws(JSONFault) -> String {
    position += 1
    let start = position
    while bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") { return try parseEscapedString(from: start) }
      position += 1
    }
    defer { position += 1 }
    return try makeString(bytes[start..<position], at: start)
  }

  private mutating func parseEscapedString(from start: Int) throws(JSONFault) -> String {
    var decoded = Array(bytes[start..<position])
    while bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] == UInt8(ascii: "\\") else {
        decoded.append(bytes[position])
        position += 1
        continue
      }
      position += 1
      let letter = bytes[position]
      position += 1
      switch letter {
      case UInt8(ascii: "b"): decoded.append(0x08)
      case UInt8(ascii: "f"): decoded.append(0x0C)
      case UInt8(ascii: "n"): decoded.append(0x0A)
      case UInt8(ascii: "r"): decoded.append(0x0D)
      case UInt8(ascii: "t"): decoded.append(0x09)
      case UInt8(ascii: "u"): decoded.append(contentsOf: String(Character(try parseScalar())).utf8)
      default: decoded.append(letter)
      }
    }
    defer { position += 1 }
    return try makeString(decoded[...], at: start)
  }

  private mutating func parseScalar() throws(JSONFault) -> Unicode.Scalar {
    let start = position - 2
    let first = parseUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A Swift string cannot hold half a pair. Refusing says so; replacing it would change a document without a word.
    guard (0xD800..<0xDC00).contains(first), bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw JSONFault(.unpairedSurrogate, at: start) }
    position += 2
    let second = parseUnit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONFault(.unpairedSurrogate, at: start) }
    return scalar
  }

  private mutating func parseUnit() -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      unit = unit << 4 | (hexadecimalDigit(bytes[position]) ?? 0)
      position += 1
    }
    return unit
  }

  private func makeString(_ slice: ArraySlice<UInt8>, at start: Int) throws(JSONFault) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else { throw JSONFault(.invalidUTF8, at: start) }
    return text
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}
