/// Why a text is not an acceptable JSON message, and where.
///
/// Positions are enough to find the fault in the sender; the text itself is never repeated.
public struct JSONFault: Error, Sendable, Hashable {
  /// The kinds of fault.
  public enum Reason: String, Sendable, Hashable {
    case tooManyBytes = "the message has too many bytes"
    case tooDeep = "arrays and objects are nested too deeply"
    case tooManyKeys = "the message has too many keys"
    case stringTooLong = "a string is too long"
    case unexpectedEnd = "the text ends too early"
    case unexpectedByte = "the text is not JSON"
    case trailingBytes = "text follows the value"
    case invalidNumber = "a number is not written as JSON writes it"
    case numberTooLarge = "a number is too large"
    case invalidEscape = "an escape sequence is not one of JSON's"
    case unpairedSurrogate = "an escape names half of a surrogate pair"
    case controlCharacter = "a control character stands unescaped in a string"
    case invalidUTF8 = "the bytes are not UTF-8"
    case duplicateKey = "a key occurs twice in one object"
  }

  /// What is wrong.
  public let reason: Reason
  /// The byte at which it was seen, from 0.
  public let offset: Int

  /// Makes a fault.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether a limit was passed, as opposed to the grammar broken.
  public var isLimit: Bool {
    switch reason {
    case .tooManyBytes, .tooDeep, .tooManyKeys, .stringTooLong: true
    default: false
    }
  }

  /// The error to answer with.
  public var wireError: WireError {
    WireError(isLimit ? .messageTooLarge : .payloadInvalid, "\(reason.rawValue) (byte \(offset))")
  }
}
