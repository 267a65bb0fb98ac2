/// The name of a property, as the engine has it: UTF-16, half surrogate pairs included.
///
/// Sendable.
public struct JSPropertyName: Sendable {
  let text: JSText

  /// The name; half surrogate pairs become U+FFFD.
  public var string: String { text.string }
  /// The name's code units.
  public var utf16: [UInt16] { text.utf16 }
}
