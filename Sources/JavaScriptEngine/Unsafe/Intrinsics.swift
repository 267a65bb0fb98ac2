import CJavaScriptCore

/// Functions from the realm that no page sees, so that no page can have changed what they do.
///
/// Used on the thread, while the heap is open. `@safe`: the references are protected from init to ``release(_:)``.
@safe final class Intrinsics {
  enum Function: Int, CaseIterable {
    /// `(object) → own enumerable string keys`
    case ownKeys
    /// `(value) → text or undefined`
    case stringify
    /// `(value) → the class tag`, such as `[object Promise]`
    case tag
    /// `(global, name, message) → error` of that name and realm
    case makeError
    /// `(promise, fulfilled, rejected)`
    case then
    /// `(value) → promise`
    case resolve
    /// `(value) → [buffer, offset, length]` of a `DataView`, undefined for anything else
    case viewParts
    /// Does nothing.
    case nothing
  }

  private static let source = """
    (() => {
      const { keys, defineProperty, prototype: { toString } } = Object;
      const { stringify } = JSON;
      const { apply } = Reflect;
      const NativePromise = Promise, { then } = Promise.prototype;
      const getter = name => Object.getOwnPropertyDescriptor(DataView.prototype, name).get;
      const buffer = getter("buffer"), offset = getter("byteOffset"), length = getter("byteLength");
      const kinds = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"];
      return [
        object => keys(object),
        value => stringify(value),
        value => apply(toString, value, []),
        (global, name, message) => {
          const kind = kinds.includes(name) && typeof global[name] === "function" ? global[name] : global.Error;
          const error = new kind(message);
          if (error.name !== name) defineProperty(error, "name", { value: name, configurable: true, writable: true });
          return error;
        },
        (promise, fulfilled, rejected) => { apply(then, promise, [fulfilled, rejected]); },
        value => NativePromise.resolve(value),
        value => {
          try { return [apply(buffer, value, []), apply(offset, value, []), apply(length, value, [])]; } catch {}
        },
        () => {},
      ];
    })()
    """

  private let functions: [JSObjectRef]

  init(_ root: JSGlobalContextRef) {
    let source = JSText(Self.source)
    // Sound: the script is a constant that returns an array of functions; each is protected before the next call.
    unsafe functions = unsafe withExtendedLifetime(source) {
      let list = unsafe JSEvaluateScript(root, source.reference, nil, nil, 1, nil)
      return unsafe Function.allCases.map { function in
        let value = unsafe JSObjectGetPropertyAtIndex(root, list, UInt32(function.rawValue), nil)!
        unsafe JSValueProtect(root, value)
        return unsafe value
      }
    }
  }

  subscript(_ function: Function) -> JSObjectRef { unsafe functions[function.rawValue] }

  var count: Int { unsafe functions.count }

  func release(_ root: JSGlobalContextRef) {
    for function in Function.allCases { unsafe JSValueUnprotect(root, self[function]) }
  }
}

extension JSContext {
  /// Calls one of them, in a task or within one.
  ///
  /// Objects that it makes belong to the hidden realm.
  func callIntrinsic(_ function: Intrinsics.Function, _ arguments: [JSValueRef?]) throws -> JSValue {
    let pointer = unsafe try reference()
    let intrinsics = virtualMachine.heap.intrinsics!
    return try inTask {
      var exception: JSValueRef?
      let result = unsafe JSObjectCallAsFunction(
        pointer, intrinsics[function], nil, arguments.count, arguments, &exception)
      return unsafe try check(result, exception)
    }
  }
}
