import CJavaScriptCore

/// One of the engine's strings: UTF-16, immutable, released with this object.
///
/// Text crosses as UTF-16 only; the engine's UTF-8 calls lose lone surrogates. `@unchecked Sendable` and `@safe`: the engine's strings are
/// immutable and counted atomically, and the reference is owned from init to deinit.
@safe final class JSText: @unchecked Sendable {
  let reference: JSStringRef

  /// Copies Swift text.
  convenience init(_ text: String) {
    self.init(utf16: Array(text.utf16))
  }

  /// Copies UTF-16 code units, surrogates as they are.
  init(utf16: [UInt16]) {
    // Sound: the engine copies the units during the call.
    unsafe reference = utf16.withUnsafeBufferPointer { unsafe JSStringCreateWithCharacters($0.baseAddress, $0.count) }
  }

  /// Takes over a reference that the engine returned with the duty to release it; nil stays nil.
  init?(adopting reference: JSStringRef?) {
    guard let reference = unsafe reference else { return nil }
    unsafe self.reference = reference
  }

  deinit {
    unsafe JSStringRelease(reference)
  }

  /// The code units.
  var utf16: [UInt16] {
    unsafe Array(UnsafeBufferPointer(start: JSStringGetCharactersPtr(reference), count: JSStringGetLength(reference)))
  }

  /// The text; half surrogate pairs become U+FFFD.
  var string: String {
    // Sound: the characters live as long as the reference.
    unsafe String(
      decoding: UnsafeBufferPointer(start: JSStringGetCharactersPtr(reference), count: JSStringGetLength(reference)),
      as: UTF16.self)
  }

  var count: Int { unsafe JSStringGetLength(reference) }
}
