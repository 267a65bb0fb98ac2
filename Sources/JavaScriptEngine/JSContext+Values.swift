import CJavaScriptCore
public import Foundation

extension JSContext {
  /// `undefined`.
  public var undefined: JSValue { get throws { unsafe JSValue(JSValueMakeUndefined(try reference()), in: self) } }
  /// `null`.
  public var null: JSValue { get throws { unsafe JSValue(JSValueMakeNull(try reference()), in: self) } }

  /// `true` or `false`.
  public func boolean(_ value: Bool) throws -> JSValue {
    unsafe JSValue(JSValueMakeBoolean(try reference(), value), in: self)
  }
  /// A number.
  public func number(_ value: Double) throws -> JSValue {
    unsafe JSValue(JSValueMakeNumber(try reference(), value), in: self)
  }

  /// A string.
  public func string(_ value: String) throws -> JSValue {
    let text = JSText(value)
    let pointer = unsafe try reference()
    return withExtendedLifetime(text) { unsafe JSValue(JSValueMakeString(pointer, text.reference), in: self) }
  }

  /// A string of code units, surrogates as they are.
  public func string(utf16: [UInt16]) throws -> JSValue {
    let text = JSText(utf16: utf16)
    let pointer = unsafe try reference()
    return withExtendedLifetime(text) { unsafe JSValue(JSValueMakeString(pointer, text.reference), in: self) }
  }

  /// A symbol of its own.
  public func symbol(_ description: String) throws -> JSValue {
    let text = JSText(description)
    let pointer = unsafe try reference()
    return withExtendedLifetime(text) { unsafe JSValue(JSValueMakeSymbol(pointer, text.reference), in: self) }
  }

  /// A big integer.
  public func bigInt(_ value: Int64) throws -> JSValue {
    let pointer = unsafe try reference()
    var exception: JSValueRef?
    let result = unsafe JSBigIntCreateWithInt64(pointer, value, &exception)
    return unsafe try check(result, exception)
  }

  /// A big integer.
  public func bigInt(_ value: UInt64) throws -> JSValue {
    let pointer = unsafe try reference()
    var exception: JSValueRef?
    let result = unsafe JSBigIntCreateWithUInt64(pointer, value, &exception)
    return unsafe try check(result, exception)
  }

  /// A big integer from decimal digits; throws `SyntaxError` for anything else.
  public func bigInt(decimal digits: String) throws -> JSValue {
    let pointer = unsafe try reference()
    var exception: JSValueRef?
    let text = JSText(digits)
    let result = unsafe withExtendedLifetime(text) {
      unsafe JSBigIntCreateWithString(pointer, text.reference, &exception)
    }
    return unsafe try check(result, exception)
  }

  /// A `Date`, from milliseconds since 1970; not-a-number makes an invalid one.
  public func date(milliseconds: Double) throws -> JSValue {
    let pointer = unsafe try reference()
    var exception: JSValueRef?
    let argument: JSValueRef? = unsafe JSValueMakeNumber(pointer, milliseconds)
    let result = unsafe withUnsafePointer(to: argument) { unsafe JSObjectMakeDate(pointer, 1, $0, &exception) }
    return unsafe try check(result, exception)
  }

  /// An empty object.
  public func object() throws -> JSValue { unsafe JSValue(JSObjectMake(try reference(), nil, nil), in: self) }

  /// An array.
  public func array(_ elements: [JSValue] = []) throws -> JSValue {
    let pointer = unsafe try reference()
    let references: [JSValueRef?] = unsafe try elements.map { unsafe try $0.reference() }
    var exception: JSValueRef?
    // Sound: the elements live through the call.
    let result = unsafe withExtendedLifetime(elements) {
      unsafe references.withUnsafeBufferPointer {
        unsafe JSObjectMakeArray(pointer, references.count, $0.baseAddress, &exception)
      }
    }
    return unsafe try check(result, exception)
  }

  /// What `JSON.parse(text)` gives.
  ///
  /// Throws `SyntaxError` for text that is not JSON.
  public func json(_ text: String) throws -> JSValue {
    let pointer = unsafe try reference()
    let source = JSText(text)
    let parsed = unsafe withExtendedLifetime(source) { unsafe JSValueMakeFromJSONString(pointer, source.reference) }
    guard let result = unsafe parsed else {
      throw ScriptError(ScriptError.Description(name: "SyntaxError", message: "the text is not JSON"))
    }
    return unsafe JSValue(result, in: self)
  }

  /// A `Uint8Array` with a copy of the bytes.
  ///
  /// The copy is made into memory that the engine then owns without copying again. It cannot be avoided: `Data` is a
  /// value, and scripts may write into the array.
  public func bytes(_ data: Data) throws -> JSValue {
    let pointer = unsafe try reference()
    let count = data.count
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
    // Sound: the memory has room for the bytes; the engine frees it with the thunk, also when it fails.
    unsafe data.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { unsafe memory.copyMemory(from: start, byteCount: count) }
    }
    var exception: JSValueRef?
    let result = unsafe JSObjectMakeTypedArrayWithBytesNoCopy(
      pointer, kJSTypedArrayTypeUint8Array, memory, count, freeBytes, nil, &exception)
    return unsafe try check(result, exception)
  }

  /// An `Error` object with a message, as `new Error(message)` makes it.
  public func error(_ message: String) throws -> JSValue {
    let pointer = unsafe try reference()
    var exception: JSValueRef?
    let text = JSText(message)
    let argument: JSValueRef? = unsafe withExtendedLifetime(text) { unsafe JSValueMakeString(pointer, text.reference) }
    let result = unsafe withUnsafePointer(to: argument) { unsafe JSObjectMakeError(pointer, 1, $0, &exception) }
    return unsafe try check(result, exception)
  }
}

extension JSValue {
  /// A copy of the bytes of an `ArrayBuffer`, a typed array or a `DataView`; nil for anything else.
  public func bytes() throws -> Data? {
    unsafe try withBytes { unsafe Data($0) }
  }

  /// Lends the bytes of an `ArrayBuffer`, a typed array or a `DataView` without copying them; nil for anything else.
  ///
  /// The pointer is valid during the call, in which no script may run. A buffer that was lent once can no longer be
  /// transferred.
  public func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) throws -> T? {
    let pointer = unsafe try context.reference()
    guard isObject else { return nil }
    let object = unsafe try objectReference()
    let type = unsafe JSValueGetTypedArrayType(pointer, object, nil)
    var exception: JSValueRef?
    let start: UnsafeMutableRawPointer?
    let offset: Int
    let count: Int
    switch type {
    case kJSTypedArrayTypeNone:
      // The engine's API has no word for a DataView.
      let parts = unsafe try context.callIntrinsic(.viewParts, [object])
      guard parts.isObject else { return nil }
      let (offset, count) = (Int(try parts.element(1).number), Int(try parts.element(2).number))
      return unsafe try parts.element(0).withBytes {
        unsafe try body(UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
      }
    case kJSTypedArrayTypeArrayBuffer:
      unsafe start = JSObjectGetArrayBufferBytesPtr(pointer, object, &exception)
      offset = 0
      count = unsafe JSObjectGetArrayBufferByteLength(pointer, object, &exception)
    default:
      // The pointer is to the beginning of the buffer, not of the view.
      unsafe start = JSObjectGetTypedArrayBytesPtr(pointer, object, &exception)
      offset = unsafe JSObjectGetTypedArrayByteOffset(pointer, object, &exception)
      count = unsafe JSObjectGetTypedArrayByteLength(pointer, object, &exception)
    }
    unsafe try context.check(exception)
    guard count > 0, let start = unsafe start else {
      return unsafe try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    // Sound: this value keeps the buffer alive through the call, and no script runs that could change its size.
    return try withExtendedLifetime(self) {
      unsafe try body(UnsafeRawBufferPointer(start: start + offset, count: count))
    }
  }

  /// The time of a `Date`, in milliseconds since 1970; nil for anything else.
  public func dateMilliseconds() throws -> Double? {
    try isDate ? number : nil
  }

  /// A big integer as 64 bits, nil when it is no big integer or does not fit.
  public func int64() throws -> Int64? {
    guard try kind == .bigInt else { return nil }
    return try Int64(string)
  }

  /// A big integer as 64 bits without a sign, nil when it is no big integer or does not fit.
  public func uint64() throws -> UInt64? {
    guard try kind == .bigInt else { return nil }
    return try UInt64(string)
  }
}

/// Sound: called once by the engine with the memory that was handed over, on whichever thread.
private func freeBytes(_ bytes: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
  unsafe bytes?.deallocate()
}
