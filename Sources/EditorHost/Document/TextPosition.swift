import Foundation

/// A place in a text file as an editor shows it: line and column from 1, the column counted in bytes.
struct TextPosition: Equatable, CustomStringConvertible {
  var line: Int
  var column: Int

  var description: String { "line \(line), column \(column)" }

  /// The place of a byte.
  init(ofByteAt offset: Int, in bytes: Data) {
    var line = 1
    var lineStart = bytes.startIndex
    let end = bytes.startIndex + offset
    var index = bytes.startIndex
    while index < end {
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
      index += 1
    }
    self.line = line
    self.column = end - lineStart + 1
  }

  /// The first NUL byte, which no text holds, or nil.
  static func firstNUL(in bytes: Data) -> TextPosition? {
    bytes.firstIndex(of: 0).map { TextPosition(ofByteAt: $0 - bytes.startIndex, in: bytes) }
  }

  /// The first byte that cannot stand where it stands in UTF-8, or nil.
  static func firstInvalidUTF8(in bytes: Data) -> TextPosition? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return TextPosition(ofByteAt: offset, in: bytes)
      case .emptyInput: return nil
      }
    }
  }
}
