/// Writes values as JSON text, with keys in order so that equal values give equal bytes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// The text of one value.
  static func text(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let value): raw(value ? "true" : "false")
    case .number(let value): raw(value.literal)
    case .string(let value): write(value)
    case .array(let elements):
      raw("[")
      var isFirst = true
      for element in elements {
        if !isFirst { raw(",") }
        isFirst = false
        write(element)
      }
      raw("]")
    case .object(let members):
      raw("{")
      var isFirst = true
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        member(key, isFirst: &isFirst)
        write(value)
      }
      raw("}")
    }
  }

  /// Writes the comma, the key and the colon of a member.
  mutating func member(_ key: String, isFirst: inout Bool) {
    if !isFirst { raw(",") }
    isFirst = false
    write(key)
    raw(":")
  }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

extension JSONValue {
  /// Reads a value from JSON text, within limits.
  public init(text: String, limits: WireLimits = .standard) throws(JSONFault) {
    self = try JSONParser.parse(Array(text.utf8), limits: limits)
  }

  /// Reads a value from the bytes of a JSON text, within limits.
  public init(bytes: [UInt8], limits: WireLimits = .standard) throws(JSONFault) {
    self = try JSONParser.parse(bytes, limits: limits)
  }

  /// The value as JSON text on one line, keys in order.
  public var text: String { JSONWriter.text(self) }
}
