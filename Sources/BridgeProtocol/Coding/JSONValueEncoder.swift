/// Turns payload types into JSON values.
public enum JSONValueEncoder {
  /// Writes a payload.
  ///
  /// - Throws: A fault with the path of what JSON cannot hold, such as an infinite number.
  public static func encode(_ payload: some Encodable) throws(PayloadFault) -> JSONValue {
    let slot = Slot()
    do {
      try payload.encode(to: Node(slot: slot, codingPath: []))
    } catch let EncodingError.invalidValue(_, context) {
      throw PayloadFault(JSONPath(context.codingPath), "cannot be written as JSON")
    } catch {
      throw PayloadFault(.root, "cannot be written as JSON")
    }
    return slot.value
  }

  /// Where one value grows.
  ///
  /// Confined to the one call that encodes, hence never shared.
  fileprivate final class Slot {
    enum Content {
      case empty
      case scalar(JSONValue)
      case object([String: Slot])
      case array([Slot])
    }

    var content = Content.empty

    var value: JSONValue {
      switch content {
      case .empty: .emptyObject
      case .scalar(let value): value
      case .object(let members): .object(members.mapValues(\.value))
      case .array(let elements): .array(elements.map(\.value))
      }
    }

    func member(_ name: String) -> Slot {
      var members: [String: Slot] = [:]
      if case .object(let present) = content { members = present }
      content = .empty
      let slot = Slot()
      members[name] = slot
      content = .object(members)
      return slot
    }

    func element() -> Slot {
      var elements: [Slot] = []
      if case .array(let present) = content { elements = present }
      content = .empty
      let slot = Slot()
      elements.append(slot)
      content = .array(elements)
      return slot
    }
  }

  fileprivate struct Node: Encoder, SingleValueEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      if case .empty = slot.content { slot.content = .object([:]) }
      return KeyedEncodingContainer(KeyedContainer<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      if case .empty = slot.content { slot.content = .array([]) }
      return UnkeyedContainer(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { slot.content = .scalar(.null) }
    func encode(_ value: Bool) throws { slot.content = .scalar(.bool(value)) }
    func encode(_ value: String) throws { slot.content = .scalar(.string(value)) }

    func encode(_ value: Double) throws {
      guard let number = JSONNumber(value) else {
        throw EncodingError.invalidValue(
          value, EncodingError.Context(codingPath: codingPath, debugDescription: "is not finite"))
      }
      slot.content = .scalar(.number(number))
    }

    private func integer(_ value: some BinaryInteger) throws {
      guard let whole = Int64(exactly: value) else {
        throw EncodingError.invalidValue(
          value, EncodingError.Context(codingPath: codingPath, debugDescription: "is out of range"))
      }
      slot.content = .scalar(.number(JSONNumber(whole)))
    }

    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode(_ value: Int) throws { try integer(value) }
    func encode(_ value: Int8) throws { try integer(value) }
    func encode(_ value: Int16) throws { try integer(value) }
    func encode(_ value: Int32) throws { try integer(value) }
    func encode(_ value: Int64) throws { try integer(value) }
    func encode(_ value: UInt) throws { try integer(value) }
    func encode(_ value: UInt8) throws { try integer(value) }
    func encode(_ value: UInt16) throws { try integer(value) }
    func encode(_ value: UInt32) throws { try integer(value) }
    func encode(_ value: UInt64) throws { try integer(value) }

    func encode(_ value: some Encodable) throws {
      // JSON values go through whole, which keeps their numbers exact.
      if let value = value as? JSONValue {
        slot.content = .scalar(value)
      } else {
        try value.encode(to: self)
      }
    }
  }

  fileprivate struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: Slot
    let codingPath: [any CodingKey]

    private func node(_ key: any CodingKey) -> Node {
      Node(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }

    mutating func encodeNil(forKey key: Key) throws { try node(key).encodeNil() }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Bool, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: String, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Double, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Float, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Int, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try node(key).encode(value) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try node(key).encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { node(key).container(keyedBy: type) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      node(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { Node(slot: slot, codingPath: codingPath) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { node(key) }
  }

  fileprivate struct UnkeyedContainer: UnkeyedEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]
    var count = 0

    init(slot: Slot, codingPath: [any CodingKey]) {
      self.slot = slot
      self.codingPath = codingPath
    }

    private mutating func node() -> Node {
      defer { count += 1 }
      return Node(slot: slot.element(), codingPath: codingPath + [IndexKey(count)])
    }

    mutating func encodeNil() throws { try node().encodeNil() }
    mutating func encode(_ value: some Encodable) throws { try node().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { node().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { node() }
  }
}
