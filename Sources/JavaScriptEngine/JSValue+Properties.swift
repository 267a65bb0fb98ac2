import CJavaScriptCore

/// How a property behaves towards scripts.
public struct JSPropertyAttributes: OptionSet, Sendable {
  /// The engine's bits.
  public let rawValue: UInt32

  /// Takes the engine's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Assignments have no effect.
  public static let readOnly = JSPropertyAttributes(rawValue: UInt32(kJSPropertyAttributeReadOnly))
  /// `for…in` and `Object.keys` leave it out.
  public static let hidden = JSPropertyAttributes(rawValue: UInt32(kJSPropertyAttributeDontEnum))
  /// `delete` has no effect.
  public static let permanent = JSPropertyAttributes(rawValue: UInt32(kJSPropertyAttributeDontDelete))
}

extension JSValue {
  /// The value of a property; `undefined` when there is none.
  ///
  /// Throws when the value is no object, and what a getter throws.
  public func property(_ name: String) throws -> JSValue {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    let text = context.virtualMachine.heap.text(for: name)
    defer { withExtendedLifetime(text) {} }
    return try context.inTask {
      var exception: JSValueRef?
      let result = unsafe JSObjectGetProperty(pointer, object, text.reference, &exception)
      return unsafe try context.check(result, exception)
    }
  }

  /// The value of a property named by any key: string, symbol, number.
  public func property(_ key: JSValue) throws -> JSValue {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    let keyReference = unsafe try key.reference()
    return try context.inTask {
      var exception: JSValueRef?
      let result = unsafe JSObjectGetPropertyForKey(pointer, object, keyReference, &exception)
      return unsafe try context.check(result, exception)
    }
  }

  /// Sets a property named by any key.
  public func setProperty(_ key: JSValue, to value: JSValue, attributes: JSPropertyAttributes = []) throws {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    let (keyReference, valueReference) = unsafe (try key.reference(), try value.reference())
    try context.inTask {
      var exception: JSValueRef?
      unsafe JSObjectSetPropertyForKey(pointer, object, keyReference, valueReference, attributes.rawValue, &exception)
      unsafe try context.check(exception)
    }
  }

  /// Whether the object or its prototypes have a property.
  public func hasProperty(_ name: String) throws -> Bool {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    let text = context.virtualMachine.heap.text(for: name)
    return withExtendedLifetime(text) { unsafe JSObjectHasProperty(pointer, object, text.reference) }
  }

  /// Sets a property.
  ///
  /// The attributes count only when the property is new.
  public func setProperty(_ name: String, to value: JSValue, attributes: JSPropertyAttributes = []) throws {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    let valueReference = unsafe try value.reference()
    let text = context.virtualMachine.heap.text(for: name)
    defer { withExtendedLifetime((text, value)) {} }
    try context.inTask {
      var exception: JSValueRef?
      unsafe JSObjectSetProperty(pointer, object, text.reference, valueReference, attributes.rawValue, &exception)
      unsafe try context.check(exception)
    }
  }

  /// Removes a property; false when it cannot be removed.
  @discardableResult
  public func deleteProperty(_ name: String) throws -> Bool {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    let text = JSText(name)
    defer { withExtendedLifetime(text) {} }
    return try context.inTask {
      var exception: JSValueRef?
      let result = unsafe JSObjectDeleteProperty(pointer, object, text.reference, &exception)
      unsafe try context.check(exception)
      return result
    }
  }

  /// The element at an index.
  public func element(_ index: Int) throws -> JSValue {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    return try context.inTask {
      var exception: JSValueRef?
      let result = unsafe JSObjectGetPropertyAtIndex(pointer, object, UInt32(index), &exception)
      return unsafe try context.check(result, exception)
    }
  }

  /// The elements of an array or what looks like one; holes read as `undefined`.
  public func elements() throws -> [JSValue] {
    try (0..<Int(property("length").number)).map { try element($0) }
  }

  /// Sets the element at an index.
  public func setElement(_ index: Int, to value: JSValue) throws {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    let valueReference = unsafe try value.reference()
    try context.inTask {
      var exception: JSValueRef?
      unsafe JSObjectSetPropertyAtIndex(pointer, object, UInt32(index), valueReference, &exception)
      unsafe try context.check(exception)
    }
  }

  /// The names of the enumerable properties, own and inherited, as `for…in` lists them.
  public func enumerableNames() throws -> [String] {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    return try context.inTask {
      // Sound: the name array is released at the end; each name is copied while it lives.
      let names = unsafe JSObjectCopyPropertyNames(pointer, object)
      defer { unsafe JSPropertyNameArrayRelease(names) }
      if let ended = context.virtualMachine.heap.termination { throw ended }
      let count = unsafe JSPropertyNameArrayGetCount(names)
      return (0..<count).compactMap { index in
        // The array keeps the string; the wrapper releases one reference, so it takes one first.
        unsafe JSText(adopting: JSStringRetain(JSPropertyNameArrayGetNameAtIndex(names, index)))?.string
      }
    }
  }

  /// The prototype; `null` at the end of the chain.
  public var prototype: JSValue {
    get throws {
      let pointer = unsafe try context.reference()
      return unsafe JSValue(JSObjectGetPrototype(pointer, try objectReference()), in: context)
    }
  }

  // MARK: Calling

  /// Calls a function.
  ///
  /// Throws `ScriptError` for what it throws, `EngineError` when it had to be ended.
  @discardableResult
  public func call(_ arguments: [JSValue] = [], this receiver: JSValue? = nil) throws -> JSValue {
    let pointer = unsafe try context.reference()
    let function = unsafe try objectReference()
    let receiverObject = unsafe try receiver.map { unsafe try $0.objectReference() }
    return try context.inTask {
      var exception: JSValueRef?
      let result = unsafe try withReferences(arguments) {
        unsafe JSObjectCallAsFunction(pointer, function, receiverObject, arguments.count, $0, &exception)
      }
      return unsafe try context.check(result, exception)
    }
  }

  /// Calls a method by name.
  @discardableResult
  public func invoke(_ name: String, _ arguments: [JSValue] = []) throws -> JSValue {
    try property(name).call(arguments, this: self)
  }

  /// Calls a constructor with `new`.
  ///
  /// Throws a `TypeError` for what is none.
  public func construct(_ arguments: [JSValue] = []) throws -> JSValue {
    let pointer = unsafe try context.reference()
    let function = unsafe try objectReference()
    guard unsafe JSObjectIsConstructor(pointer, function) else {
      throw ScriptError(ScriptError.Description(name: "TypeError", message: "the value is not a constructor"))
    }
    return try context.inTask {
      var exception: JSValueRef?
      let result = unsafe try withReferences(arguments) {
        unsafe JSObjectCallAsConstructor(pointer, function, arguments.count, $0, &exception)
      }
      return unsafe try context.check(result, exception)
    }
  }

  /// Lends the engine's form of some values.
  ///
  /// Sound: the values live through the call, and so do their references.
  private func withReferences<T>(_ values: [JSValue], _ body: (UnsafePointer<JSValueRef?>?) -> T) throws -> T {
    if values.isEmpty { return body(nil) }
    let references: [JSValueRef?] = unsafe try values.map { unsafe try $0.reference() }
    return withExtendedLifetime(values) {
      unsafe references.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}
