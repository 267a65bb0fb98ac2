import CJavaScriptCore

/// A JavaScript value that native code holds: as long as this object lives, the collector leaves the value alone.
///
/// Confined to its virtual machine's thread; using it elsewhere traps, letting go of it elsewhere is allowed. After its
/// context was released, using it throws `contextReleased`. What scripts can do to a property access (getters, proxies)
/// may happen at each of these calls, so most throw.
@safe public final class JSValue {
  /// The types of the language.
  public enum Kind: Sendable, Hashable {
    /// `undefined`.
    case undefined
    /// `null`.
    case null
    /// `true` and `false`.
    case boolean
    /// Numbers.
    case number
    /// Strings.
    case string
    /// Symbols.
    case symbol
    /// Objects, functions among them.
    case object
    /// Big integers.
    case bigInt
  }

  /// The context through which the value is used.
  public let context: JSContext
  // Sound: protected in init, unprotected once in deinit, on the thread.
  private let raw: JSValueRef

  init(_ raw: JSValueRef, in context: JSContext) {
    self.context = context
    unsafe self.raw = unsafe raw
    if unsafe EngineHeap.isInHeap(raw) { unsafe context.virtualMachine.heap.hold(raw) }
  }

  deinit {
    guard unsafe EngineHeap.isInHeap(raw) else { return }
    let heap = context.virtualMachine.heap
    if heap.thread.isCurrent {
      unsafe heap.letGo(of: raw)
    } else {
      let boxed = unsafe UncheckedBox(raw)
      context.virtualMachine.enqueue { [heap] in
        unsafe heap.letGo(of: boxed.value)
      }
    }
  }

  /// The engine's value, once it is sure that it may be used.
  func reference() throws(EngineError) -> JSValueRef {
    _ = unsafe try context.reference()
    return unsafe raw
  }

  /// The same value as an object; throws when it is none.
  func objectReference() throws(EngineError) -> JSObjectRef {
    let pointer = unsafe try context.reference()
    guard unsafe JSValueIsObject(pointer, raw) else {
      throw EngineError(.conversion, "the value is not an object")
    }
    return unsafe raw
  }

  /// The same value, used through another context of the virtual machine.
  public func used(in other: JSContext) throws -> JSValue {
    precondition(
      other.virtualMachine === context.virtualMachine, "a value was used in another virtual machine than its own")
    return unsafe JSValue(try reference(), in: other)
  }

  // MARK: Kinds

  /// The value's type.
  public var kind: Kind {
    get throws {
      let pointer = unsafe try context.reference()
      return switch unsafe JSValueGetType(pointer, raw) {
      case kJSTypeUndefined: .undefined
      case kJSTypeNull: .null
      case kJSTypeBoolean: .boolean
      case kJSTypeNumber: .number
      case kJSTypeString: .string
      case kJSTypeSymbol: .symbol
      case kJSTypeBigInt: .bigInt
      default: .object
      }
    }
  }

  /// Whether it is `undefined`; false for a dead value.
  public var isUndefined: Bool { (try? kind) == .undefined }
  /// Whether it is `null`; false for a dead value.
  public var isNull: Bool { (try? kind) == .null }
  /// Whether it is an object or a function.
  public var isObject: Bool { (try? kind) == .object }
  /// Whether it is a string.
  public var isString: Bool { (try? kind) == .string }

  /// Whether it is an array, of whichever realm.
  public var isArray: Bool {
    guard let pointer = unsafe try? context.reference() else { return false }
    return unsafe JSValueIsArray(pointer, raw)
  }

  /// Whether it is a `Date`.
  public var isDate: Bool {
    guard let pointer = unsafe try? context.reference() else { return false }
    return unsafe JSValueIsDate(pointer, raw)
  }

  /// Whether it can be called.
  public var isFunction: Bool {
    guard let pointer = unsafe try? context.reference(), unsafe JSValueIsObject(pointer, raw) else { return false }
    return unsafe JSObjectIsFunction(pointer, raw)
  }

  /// Whether it is an instance of a constructor, as `instanceof` says.
  ///
  /// Proxies and `Symbol.hasInstance` may run scripts.
  public func isInstance(of constructor: JSValue) throws -> Bool {
    let pointer = unsafe try context.reference()
    let constructorReference = unsafe try constructor.objectReference()
    return try context.inTask {
      var exception: JSValueRef?
      let result = unsafe JSValueIsInstanceOfConstructor(pointer, raw, constructorReference, &exception)
      unsafe try context.check(exception)
      return result
    }
  }

  /// Whether it is a promise, of whichever realm.
  public var isPromise: Bool { isObject && (try? tag) == "[object Promise]" }

  /// What `Object.prototype.toString` says of it, such as `[object Map]`, of whichever realm.
  public var tag: String {
    get throws { unsafe try context.callIntrinsic(.tag, [try reference()]).string }
  }

  /// Whether two values are the same, as `===` says.
  public func isStrictlyEqual(to other: JSValue) throws -> Bool {
    let pointer = unsafe try context.reference()
    return unsafe JSValueIsStrictEqual(pointer, raw, try other.reference())
  }

  // MARK: To Swift

  /// Truthiness.
  public var bool: Bool {
    get throws {
      let pointer = unsafe try context.reference()
      return unsafe JSValueToBoolean(pointer, raw)
    }
  }

  /// The value as `Number(value)` has it.
  public var number: Double {
    get throws {
      let pointer = unsafe try context.reference()
      if unsafe JSValueIsNumber(pointer, raw) { return unsafe JSValueToNumber(pointer, raw, nil) }
      return try context.inTask {
        var exception: JSValueRef?
        let result = unsafe JSValueToNumber(pointer, raw, &exception)
        unsafe try context.check(exception)
        return result
      }
    }
  }

  /// The value as `String(value)` has it.
  ///
  /// Swift strings hold no half surrogate pairs: those become U+FFFD; see ``utf16``.
  public var string: String {
    get throws { try text().string }
  }

  /// The code units of `String(value)`, surrogates as they are.
  public var utf16: [UInt16] {
    get throws { try text().utf16 }
  }

  func text() throws -> JSText {
    let pointer = unsafe try context.reference()
    return try context.inTask {
      var exception: JSValueRef?
      let string = unsafe JSValueToStringCopy(pointer, raw, &exception)
      unsafe try context.check(exception)
      guard let text = unsafe JSText(adopting: string) else {
        throw EngineError(.conversion, "the value has no string form")
      }
      return text
    }
  }

  /// The value as `JSON.stringify(value)` has it; nil where that is `undefined`.
  public func json() throws -> String? {
    // In JavaScript it takes less than half the time of the engine's own function for it.
    let text = unsafe try context.callIntrinsic(.stringify, [try reference()])
    return text.isString ? try text.string : nil
  }
}
