/// Any JSON value: what a payload is between the wire and its type.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The empty object: the payload of a message that has nothing to say.
  public static let emptyObject = JSONValue.object([:])

  /// The member of an object; `nil` when this is no object or has no such member.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The element of an array; `nil` when this is no array or the index is outside.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The text, if this is a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The number, if this is one.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The truth value, if this is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements, if this is an array.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members, if this is an object.
  public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

  /// The name of the value's kind, for messages to people.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes null.
  public init(nilLiteral: ()) { self = .null }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// Makes text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object; of a key given twice the last value stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

// MARK: - Coding

extension JSONValue: Codable {
  /// Reads any JSON value from a decoder; exact numbers survive only the protocol's own decoder.
  public init(from decoder: any Decoder) throws {
    if let own = decoder as? JSONValueDecoder.Node {
      self = own.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
      self = .number(number)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value to an encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let whole = value.int64 { try container.encode(whole) } else { try container.encode(value.double) }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
