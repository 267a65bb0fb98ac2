/// Turns JSON values into payload types, naming the path of the first fault.
public enum JSONValueDecoder {
  /// Reads and validates a payload; an absent payload is read as the empty object.
  public static func decode<Payload: BridgePayload>(
    _ type: Payload.Type, from value: JSONValue?
  ) throws(PayloadFault) -> Payload {
    let payload: Payload
    do {
      payload = try Payload(from: Node(value: value ?? .emptyObject, codingPath: []))
    } catch let fault as PayloadFault {
      throw fault
    } catch let DecodingError.keyNotFound(key, context) {
      throw PayloadFault(JSONPath(context.codingPath + [key]), "is missing")
    } catch let DecodingError.typeMismatch(_, context) {
      throw PayloadFault(JSONPath(context.codingPath), context.debugDescription)
    } catch let DecodingError.valueNotFound(_, context) {
      throw PayloadFault(JSONPath(context.codingPath), context.debugDescription)
    } catch let DecodingError.dataCorrupted(context) {
      // Texts of the standard library's own conformances may quote the value; only those of this decoder are known not
      // to.
      throw PayloadFault(JSONPath(context.codingPath), "does not have an allowed value")
    } catch {
      throw PayloadFault(.root, "cannot be read")
    }
    try payload.validate(at: .root)
    return payload
  }

  /// The decoder of one value inside a payload.
  struct Node: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      guard case .object(let members) = value else { throw mismatch("object") }
      return KeyedDecodingContainer(KeyedContainer<Key>(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      guard case .array(let elements) = value else { throw mismatch("array") }
      return UnkeyedContainer(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func mismatch(_ expected: String) -> DecodingError {
      .typeMismatch(
        JSONValue.self,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "must be a\(expected.isVowelFirst ? "n" : "") \(expected)"))
    }

    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
      guard case .number(let number) = value, let whole = number.int64 else { throw mismatch("integer") }
      guard let result = Value(exactly: whole) else {
        throw DecodingError.typeMismatch(
          type, DecodingError.Context(codingPath: codingPath, debugDescription: "is out of range"))
      }
      return result
    }

    func double() throws -> Double {
      guard case .number(let number) = value else { throw mismatch("number") }
      return number.double
    }
  }
}

extension String {
  fileprivate var isVowelFirst: Bool { first.map("aeiou".contains) ?? false }
}

// MARK: - Single values

extension JSONValueDecoder.Node: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let result) = value else { throw mismatch("boolean") }
    return result
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let result) = value else { throw mismatch("string") }
    return result
  }

  func decode(_ type: Double.Type) throws -> Double { try double() }
  func decode(_ type: Float.Type) throws -> Float { Float(try double()) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

// MARK: - Objects

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func node(_ key: any CodingKey) throws -> JSONValueDecoder.Node {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "is missing"))
    }
    return JSONValueDecoder.Node(value: value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try node(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try node(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try node(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try node(key).double() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try node(key).double()) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try node(key).integer(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try node(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try node(key).integer(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try node(key).integer(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try node(key).integer(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try node(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try node(key).integer(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try node(key).integer(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try node(key).integer(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try node(key).integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: node(key)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try node(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try node(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    JSONValueDecoder.Node(value: .object(members), codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try node(key) }
}

// MARK: - Arrays

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> JSONValueDecoder.Node {
    let path = codingPath + [IndexKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, DecodingError.Context(codingPath: path, debugDescription: "is missing"))
    }
    defer { currentIndex += 1 }
    return JSONValueDecoder.Node(value: elements[currentIndex], codingPath: path)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next()) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

/// The key of an array's element.
struct IndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map(String.init) ?? "" }

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { return nil }
}
