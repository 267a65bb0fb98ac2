/// What a value would take on the wire, so that a sender learns of a limit before it spends a sequence number.
struct JSONMeasure: Sendable, Hashable {
  var bytes = 0
  var depth = 0
  var keys = 0
  var longestString = 0

  /// Measures a value as the writer would write it.
  init(_ value: JSONValue) {
    add(value, level: 0)
  }

  private mutating func add(_ value: JSONValue, level: Int) {
    switch value {
    case .null: bytes += 4
    case .bool(let value): bytes += value ? 4 : 5
    case .number(let value): bytes += value.literal.utf8.count
    case .string(let value): add(value)
    case .array(let elements):
      depth = max(depth, level + 1)
      bytes += 2 + max(0, elements.count - 1)
      for element in elements { add(element, level: level + 1) }
    case .object(let members):
      depth = max(depth, level + 1)
      keys += members.count
      bytes += 2 + max(0, members.count - 1)
      for (key, value) in members {
        add(key)
        bytes += 1
        add(value, level: level + 1)
      }
    }
  }

  private mutating func add(_ text: String) {
    bytes += 2
    var units = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x0D, 0x09: bytes += 2
      case 0..<0x20: bytes += 6
      default: bytes += 1
      }
      switch byte {
      case 0x80..<0xC0: break
      case 0xF0...: units += 2
      default: units += 1
      }
    }
    longestString = max(longestString, units)
  }

  /// The error of a payload that does not fit into an envelope within the limits.
  func fault(within limits: WireLimits) -> WireError? {
    if bytes > limits.messageBytes - WireLimits.envelopeReserve {
      WireError(.messageTooLarge, "the payload has \(bytes) bytes")
    } else if depth + 1 > limits.depth {
      WireError(.messageTooLarge, "the payload is nested \(depth) levels deep")
    } else if keys + 16 > limits.keys {
      WireError(.messageTooLarge, "the payload has \(keys) keys")
    } else if longestString > limits.stringLength {
      WireError(.messageTooLarge, "the payload has a string of \(longestString) units")
    } else {
      nil
    }
  }
}
