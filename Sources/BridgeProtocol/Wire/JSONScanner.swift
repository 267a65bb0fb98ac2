/// Checks a text against JSON's grammar and the message limits, without decoding and without allocating per value.
///
/// It runs before the parser, so that a hostile message costs one pass over at most the permitted bytes. What passes
/// here cannot make the parser recurse deeper than the limit.
struct JSONScanner {
  private let bytes: [UInt8]
  private let limits: WireLimits
  private var position = 0
  private var keys = 0

  /// Checks a whole text.
  static func check(_ bytes: [UInt8], limits: WireLimits) throws(JSONFault) {
    guard bytes.count <= limits.messageBytes else { throw JSONFault(.tooManyBytes, at: limits.messageBytes) }
    var scanner = JSONScanner(bytes: bytes, limits: limits)
    try scanner.scanDocument()
  }

  private init(bytes: [UInt8], limits: WireLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func scanDocument() throws(JSONFault) {
    // An explicit stack of "is an object" flags instead of recursion: the check must not itself fall to deep nesting.
    var stack: [Bool] = []
    var expectsValue = true
    while true {
      skipSpace()
      if expectsValue {
        switch try peek() {
        case UInt8(ascii: "{"):
          try open(&stack, isObject: true)
          skipSpace()
          if try peek() == UInt8(ascii: "}") {
            position += 1
            stack.removeLast()
            expectsValue = false
          } else {
            try scanKey()
          }
        case UInt8(ascii: "["):
          try open(&stack, isObject: false)
          skipSpace()
          if try peek() == UInt8(ascii: "]") {
            position += 1
            stack.removeLast()
            expectsValue = false
          }
        default:
          try scanScalar()
          expectsValue = false
        }
      } else if let isObject = stack.last {
        let byte = try peek()
        position += 1
        if byte == UInt8(ascii: ",") {
          if isObject {
            skipSpace()
            try scanKey()
          }
          expectsValue = true
        } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          stack.removeLast()
        } else {
          throw JSONFault(.unexpectedByte, at: position - 1)
        }
      } else {
        guard position == bytes.count else { throw JSONFault(.trailingBytes, at: position) }
        return
      }
    }
  }

  private mutating func open(_ stack: inout [Bool], isObject: Bool) throws(JSONFault) {
    guard stack.count < limits.depth else { throw JSONFault(.tooDeep, at: position) }
    stack.append(isObject)
    position += 1
  }

  private mutating func scanKey() throws(JSONFault) {
    keys += 1
    guard keys <= limits.keys else { throw JSONFault(.tooManyKeys, at: position) }
    try scanString()
    skipSpace()
    guard try peek() == UInt8(ascii: ":") else { throw JSONFault(.unexpectedByte, at: position) }
    position += 1
  }

  private mutating func scanScalar() throws(JSONFault) {
    switch try peek() {
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "t"): try scanWord("true")
    case UInt8(ascii: "f"): try scanWord("false")
    case UInt8(ascii: "n"): try scanWord("null")
    case UInt8(ascii: "-"), 0x30...0x39: try scanNumber()
    default: throw JSONFault(.unexpectedByte, at: position)
    }
  }

  private mutating func scanWord(_ word: StaticString) throws(JSONFault) {
    for letter in "\(word)".utf8 {
      guard try peek() == letter else { throw JSONFault(.unexpectedByte, at: position) }
      position += 1
    }
  }

  private mutating func scanNumber() throws(JSONFault) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
    if bytes[position] == 0x30 {
      position += 1
    } else {
      try scanDigits(start)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try scanDigits(start)
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try scanDigits(start)
    }
    // "01" is two numbers in a row, which the grammar forbids; the caller would report it at a less helpful place.
    if position < bytes.count, (0x30...0x39).contains(bytes[position]) { throw JSONFault(.invalidNumber, at: start) }
  }

  private mutating func scanDigits(_ start: Int) throws(JSONFault) {
    let first = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    guard position > first else { throw JSONFault(.invalidNumber, at: start) }
  }

  private mutating func scanString() throws(JSONFault) {
    let start = position
    guard try peek() == UInt8(ascii: "\"") else { throw JSONFault(.unexpectedByte, at: position) }
    position += 1
    var units = 0
    while true {
      guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"):
        position += 1
        guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
        switch bytes[position] {
        case UInt8(ascii: "u"):
          guard position + 4 < bytes.count else { throw JSONFault(.unexpectedEnd, at: bytes.count) }
          for index in position + 1...position + 4 where hexadecimalDigit(bytes[index]) == nil {
            throw JSONFault(.invalidEscape, at: index)
          }
          position += 5
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
          UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          position += 1
        default: throw JSONFault(.invalidEscape, at: position)
        }
        units += 1
      case 0..<0x20: throw JSONFault(.controlCharacter, at: position)
      // A UTF-8 sequence of four bytes is two UTF-16 units, a continuation byte none. The parser checks that it is
      // UTF-8 at all.
      case 0x80..<0xC0: position += 1
      case 0xF0...:
        position += 1
        units += 2
      default:
        position += 1
        units += 1
      }
      if units > limits.stringLength { throw JSONFault(.stringTooLong, at: start) }
    }
  }

  private func peek() throws(JSONFault) -> UInt8 {
    guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
    return bytes[position]
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

/// The value of a hexadecimal digit.
func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte - 0x30)
  case 0x41...0x46: UInt32(byte - 0x41 + 10)
  case 0x61...0x66: UInt32(byte - 0x61 + 10)
  default: nil
  }
}
