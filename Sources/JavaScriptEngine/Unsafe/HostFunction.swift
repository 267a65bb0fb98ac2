import CJavaScriptCore

// MARK: - Thunks

/// The class of every host function: callable, with a Swift object behind it.
///
/// `nonisolated(unsafe)`: made once, never changed, and the engine only reads it.
private nonisolated(unsafe) let hostFunctionClass: JSClassRef = {
  var definition = unsafe kJSClassDefinitionEmpty
  unsafe definition.callAsFunction = unsafe callHostFunction
  unsafe definition.finalize = unsafe finalizeHostFunction
  // Sound: the engine copies the definition; the name is a constant.
  return unsafe "Function".withCString { name in
    unsafe definition.className = unsafe name
    return unsafe JSClassCreate(&definition)
  }
}()

/// Sound: the private data is the retained host function that was attached when the object was made.
private func callHostFunction(
  _ pointer: JSContextRef?, _ function: JSObjectRef?, _ receiver: JSObjectRef?, _ count: Int,
  _ arguments: UnsafePointer<JSValueRef?>?, _ exception: UnsafeMutablePointer<JSValueRef?>?
) -> JSValueRef? {
  let host = unsafe Unmanaged<HostFunction>.fromOpaque(JSObjectGetPrivate(function)).takeUnretainedValue()
  return unsafe host.call(pointer!, receiver, UnsafeBufferPointer(start: arguments, count: count), exception)
}

/// Sound: runs once for each object; may run on any thread and inside the collector, so the release happens later, on
/// the thread.
private func finalizeHostFunction(_ function: JSObjectRef?) {
  let host = unsafe Unmanaged<HostFunction>.fromOpaque(JSObjectGetPrivate(function)).takeRetainedValue()
  host.heap.discard(host)
}

// MARK: - The object behind a function

/// A Swift closure that scripts can call.
final class HostFunction {
  let heap: EngineHeap
  private weak var context: JSContext?
  private var body: ((JSCall) throws -> JSValue)?

  private init(context: JSContext, body: @escaping (JSCall) throws -> JSValue) {
    heap = context.virtualMachine.heap
    self.context = context
    self.body = body
  }

  deinit {
    // On the thread, after the collector gave the function up, or at the end of the virtual machine.
    if heap.thread.isCurrent { context?.unregister(ObjectIdentifier(self)) }
  }

  /// Makes the function object.
  static func make(
    in context: JSContext, name: String, _ body: @escaping (JSCall) throws -> JSValue
  ) throws -> JSValue {
    let pointer = unsafe try context.reference()
    let host = HostFunction(context: context, body: body)
    context.register(host)
    let object = unsafe JSObjectMake(pointer, hostFunctionClass, Unmanaged.passRetained(host).toOpaque())
    let value = unsafe JSValue(object!, in: context)
    // Before the prototype is in place: attributes count only where the object does not inherit a property of that
    // name.
    try value.setProperty("name", to: context.string(name), attributes: [.hidden, .readOnly])
    // A class with a call behaves like a function but inherits from Object; scripts expect call, apply and bind.
    let prototype = unsafe try context.globalObject.property("Function").property("prototype").reference()
    unsafe JSObjectSetPrototype(pointer, object, prototype)
    return value
  }

  /// Lets go of the closure; calls throw from now on.
  func invalidate() {
    body = nil
  }

  fileprivate func call(
    _ pointer: JSContextRef, _ receiver: JSObjectRef?, _ arguments: UnsafeBufferPointer<JSValueRef?>,
    _ exception: UnsafeMutablePointer<JSValueRef?>?
  ) -> JSValueRef? {
    // The engine gives its lock away around a callback. Taking it back once is cheaper than once for each call that is
    // made in here; no microtask runs when it is released.
    unsafe JSLock(pointer)
    defer { unsafe JSUnlock(pointer) }
    guard let context, let body else {
      unsafe fail(pointer, "the context of this function was released", exception)
      return nil
    }
    do {
      let call = JSCall(
        context: context,
        this: unsafe try receiver.map { unsafe JSValue($0, in: context) } ?? context.undefined,
        arguments: unsafe arguments.map { unsafe JSValue($0!, in: context) })
      return unsafe try body(call).reference()
    } catch let error as ScriptError {
      if let value = error.value, let reference = unsafe try? value.reference() {
        unsafe exception?.pointee = unsafe reference
      } else {
        unsafe fail(pointer, error.details.message, name: error.details.name, exception)
      }
    } catch {
      unsafe fail(pointer, String(describing: error), exception)
    }
    return nil
  }

  /// Throws an error of that name, made in the realm of the caller.
  private func fail(
    _ pointer: JSContextRef, _ message: String, name: String? = nil, _ exception: UnsafeMutablePointer<JSValueRef?>?
  ) {
    let texts = (name: JSText(name ?? "Error"), message: JSText(message))
    // Sound: the texts live through the call; the arguments live on its stack.
    withExtendedLifetime(texts) {
      let arguments: [JSValueRef?] = unsafe [
        JSContextGetGlobalObject(pointer), JSValueMakeString(pointer, texts.name.reference),
        JSValueMakeString(pointer, texts.message.reference),
      ]
      var failure: JSValueRef?
      let error = unsafe JSObjectCallAsFunction(
        pointer, heap.intrinsics[.makeError], nil, arguments.count, arguments, &failure)
      unsafe exception?.pointee = unsafe error ?? failure ?? JSValueMakeUndefined(pointer)
    }
  }
}

extension JSContext {
  /// A function that runs a closure.
  ///
  /// The closure runs on the thread, inside the task that called the function, and is kept as long as scripts can reach
  /// the function, or until the context is released. An error that it throws becomes an exception: a `ScriptError` with
  /// the value it carries, any other as an `Error` with its description.
  public func makeFunction(name: String, _ body: @escaping (JSCall) throws -> JSValue) throws -> JSValue {
    try HostFunction.make(in: self, name: name, body)
  }
}
