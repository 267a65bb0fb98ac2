import CJavaScriptCore

/// One of the engine's strings: UTF-16, immutable, released with this object.
///
/// Text crosses as UTF-16 only; the engine's UTF-8 calls lose lone surrogates. `@unchecked Sendable` and `@safe`: the
/// engine's strings are immutable and counted atomically, and the reference is owned from init to deinit.
@safe final class JSText: @unchecked Sendable {
  let reference: JSStringRef

  /// Copies Swift text.
  ///
  /// Swift text is well-formed, so for it the engine's UTF-8 call loses nothing, and it keeps ASCII at eight bits for
  /// each character, which halves the memory and speeds up everything scripts do with it. It ends at a NUL.
  convenience init(_ text: String) {
    EngineProcess.configure()
    var text = text
    text.makeContiguousUTF8()
    if text.utf8.contains(0) {
      self.init(utf16: Array(text.utf16))
    } else {
      // Sound: the engine copies the characters during the call.
      unsafe self.init(reference: text.withCString { unsafe JSStringCreateWithUTF8CString($0) })
    }
  }

  private init(reference: JSStringRef) {
    unsafe self.reference = unsafe reference
  }

  /// Copies UTF-16 code units, surrogates as they are.
  init(utf16: [UInt16]) {
    EngineProcess.configure()
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
    let count = count
    guard count > 0, let start = unsafe JSStringGetCharactersPtr(reference) else { return "" }
    // Sound: the characters live as long as the reference.
    let units = unsafe UnsafeBufferPointer(start: start, count: count)
    // Most text that crosses is ASCII, for which narrowing in place is several times faster than transcoding.
    var bits: UInt16 = 0
    for index in 0..<count { unsafe bits |= units[index] }
    guard bits < 0x80 else { return unsafe String(decoding: units, as: UTF16.self) }
    return unsafe String(unsafeUninitializedCapacity: count) { buffer in
      for index in 0..<count { unsafe buffer[index] = UInt8(truncatingIfNeeded: units[index]) }
      return count
    }
  }

  var count: Int { unsafe JSStringGetLength(reference) }
}
