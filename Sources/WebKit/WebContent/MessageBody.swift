import Foundation

/// A JavaScript value on its way between a page and the host, as one flat text.
struct MessageBody: Sendable, Equatable {
  var units: [UInt16]

  static let undefined = MessageBody(units: Array("u".utf16))

  /// Encodes a value made of the types that may be arguments.
  init(encoding value: Any?) throws(MessageBodyError) {
    units = []
  }

  init(units: [UInt16]) { self.units = units }

  /// The value as Foundation types; `nil` for `undefined`.
  func foundationValue() -> Any? { nil }
}

/// Why a host value cannot become a JavaScript value.
enum MessageBodyError: Error, Sendable {
  case unsupportedType(String)
}
