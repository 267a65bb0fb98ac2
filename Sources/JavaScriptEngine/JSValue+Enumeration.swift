import CJavaScriptCore

extension JSValue {
  /// The own enumerable string keys, in the language's order, as `Object.keys` lists them.
  public func ownKeys() throws -> [String] {
    try ownNames().map(\.string)
  }

  /// Calls the body with each own enumerable string key and its value, in the language's order.
  ///
  /// The quickest way through an object: no name is converted twice, and none at all that the body does not ask for.
  /// Throws what getters throw, and what the body throws.
  public func forEachOwnProperty(_ body: (_ name: JSPropertyName, _ value: JSValue) throws -> Void) throws {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    for name in try ownNames() {
      let value = try context.inTask {
        var exception: JSValueRef?
        let result = unsafe JSObjectGetProperty(pointer, object, name.text.reference, &exception)
        return unsafe try context.check(result, exception)
      }
      try body(name, value)
    }
  }

  /// The engine lists inherited names too.
  ///
  /// Where none can be inherited its list is the answer; otherwise `Object.keys` is asked.
  private func ownNames() throws -> [JSPropertyName] {
    let pointer = unsafe try context.reference()
    let object = unsafe try objectReference()
    guard unsafe inheritsNoNames(pointer, object) else {
      let keys = unsafe try context.callIntrinsic(.ownKeys, [try reference()])
      return try (0..<Int(keys.property("length").number)).map { JSPropertyName(text: try keys.element($0).text()) }
    }
    return try context.inTask {
      // Sound: the array is released at the end; each name is retained before it is wrapped.
      let names = unsafe JSObjectCopyPropertyNames(pointer, object)
      defer { unsafe JSPropertyNameArrayRelease(names) }
      if let ended = context.virtualMachine.heap.termination { throw ended }
      return (0..<(unsafe JSPropertyNameArrayGetCount(names))).compactMap { index in
        unsafe JSText(adopting: JSStringRetain(JSPropertyNameArrayGetNameAtIndex(names, index))).map(
          JSPropertyName.init)
      }
    }
  }

  /// Whether the prototype is null, or the end of its chain without enumerable names.
  ///
  /// Proxies are left to `Object.keys`.
  private func inheritsNoNames(_ pointer: JSContextRef, _ object: JSObjectRef) -> Bool {
    guard unsafe JSObjectGetProxyTarget(object) == nil else { return false }
    let parent = unsafe JSObjectGetPrototype(pointer, object)
    guard unsafe JSValueIsObject(pointer, parent), let parent = unsafe parent else { return true }
    guard unsafe !JSValueIsObject(pointer, JSObjectGetPrototype(pointer, parent)) else { return false }
    let names = unsafe JSObjectCopyPropertyNames(pointer, parent)
    defer { unsafe JSPropertyNameArrayRelease(names) }
    return unsafe JSPropertyNameArrayGetCount(names) == 0
  }

  /// The context of the realm in which the object was made; nil for a value that is no object, or whose realm was
  /// released.
  ///
  /// A global object leads to its own context.
  public var realm: JSContext? {
    guard isObject, let object = unsafe try? objectReference() else { return nil }
    return unsafe context.virtualMachine.heap.context(of: JSObjectGetGlobalContext(object))
  }
}
