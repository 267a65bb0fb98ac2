import CJavaScriptCore

/// A realm: one global object with its own built-ins, in the heap of a virtual machine.
///
/// Confined to the virtual machine's thread. Contexts of one virtual machine may exchange values. A context keeps its
/// virtual machine alive. Letting go of the last reference, or ``release()``, gives the realm to the collector.
@safe public final class JSContext {
  /// The virtual machine.
  public let virtualMachine: JSVirtualMachine
  /// A name for messages and debuggers.
  public let name: String

  // Sound: retained in init, released once in `release()`; nil afterwards.
  private var pointer: JSGlobalContextRef?
  private var functions: [ObjectIdentifier: WeakHostFunction] = [:]
  var rejections: RejectionTracker?

  private struct WeakHostFunction {
    weak var function: HostFunction?
  }

  /// Makes a realm.
  ///
  /// Throws `shutDown` when the virtual machine is not running.
  public init(in virtualMachine: JSVirtualMachine, name: String = "") throws(EngineError) {
    virtualMachine.preconditionOnThread()
    try virtualMachine.checkRunning()
    self.virtualMachine = virtualMachine
    self.name = name
    guard let pointer = unsafe JSGlobalContextCreateInGroup(virtualMachine.heap.group, nil) else {
      throw EngineError(.unavailable, "no context can be made")
    }
    unsafe self.pointer = pointer
    if !name.isEmpty {
      let text = JSText(name)
      withExtendedLifetime(text) { unsafe JSGlobalContextSetName(pointer, text.reference) }
    }
    virtualMachine.heap.register(self)
    try installEnvironment()
  }

  deinit {
    let heap = virtualMachine.heap
    guard let pointer = unsafe pointer else { return }
    let identifier = ObjectIdentifier(self)
    if heap.thread.isCurrent {
      heap.unregister(identifier)
      unsafe heap.release(pointer, observesRejections: rejections != nil)
    } else {
      let boxed = unsafe UncheckedBox(pointer)
      let observesRejections = rejections != nil
      virtualMachine.enqueue { [heap] in
        heap.unregister(identifier)
        unsafe heap.release(boxed.value, observesRejections: observesRejections)
      }
    }
  }

  /// Ends the realm: its timers and tasks are dropped, its host functions throw, its values are dead, its memory goes
  /// to the collector.
  ///
  /// Values that native code still holds keep what they refer to alive until they are let go, but refuse to be used.
  public func release() {
    virtualMachine.preconditionOnThread()
    guard let pointer = unsafe pointer else { return }
    virtualMachine.eventLoop.forget(ObjectIdentifier(self))
    let observesRejections = rejections != nil
    rejections = nil
    for function in functions.values { function.function?.invalidate() }
    functions = [:]
    virtualMachine.heap.unregister(ObjectIdentifier(self))
    unsafe self.pointer = nil
    unsafe virtualMachine.heap.release(pointer, observesRejections: observesRejections)
  }

  /// Whether the realm was released.
  public var isReleased: Bool { unsafe pointer == nil }

  func isRealm(_ realm: JSGlobalContextRef?) -> Bool { unsafe pointer == realm && realm != nil }

  /// The engine's context; traps elsewhere than on the thread, throws after the release.
  func reference() throws(EngineError) -> JSGlobalContextRef {
    virtualMachine.preconditionOnThread()
    guard let pointer = unsafe pointer else {
      throw EngineError(.contextReleased, "the context was released", place: name.isEmpty ? nil : name)
    }
    return unsafe pointer
  }

  func register(_ function: HostFunction) {
    functions[ObjectIdentifier(function)] = WeakHostFunction(function: function)
  }

  func unregister(_ function: ObjectIdentifier) {
    functions[function] = nil
  }

  // MARK: Running scripts

  /// The global object.
  public var globalObject: JSValue {
    get throws {
      let pointer = unsafe try reference()
      return unsafe JSValue(JSContextGetGlobalObject(pointer), in: self)
    }
  }

  /// Runs a classic script and returns its completion value.
  ///
  /// In a task of its own or within one; microtasks run when the outermost task ends, after the completion value was
  /// taken. Throws `ScriptError` for what the script throws, syntax errors too, and `EngineError` when it was ended.
  @discardableResult
  public func evaluate(_ source: JSSource, this receiver: JSValue? = nil) throws -> JSValue {
    let pointer = unsafe try reference()
    let url = source.url.map { JSText($0) }
    let receiverObject = unsafe try receiver.map { unsafe try $0.objectReference() }
    // What the engine is lent has to outlive the call; a local's last use may be before it.
    defer { withExtendedLifetime((source, url)) {} }
    return try inTask {
      var exception: JSValueRef?
      let result: JSValueRef?
      switch source.content {
      case .text(let text):
        unsafe result = unsafe JSEvaluateScript(
          pointer, text.reference, receiverObject, url?.reference, Int32(source.startingLine), &exception)
      case .file(let file):
        var message: JSStringRef?
        var line: Int32 = 0
        let script = unsafe JSScriptCreateReferencingImmortalASCIIText(
          virtualMachine.heap.group, url?.reference, Int32(source.startingLine), file.characters, file.count, &message,
          &line)
        guard let script = unsafe script else {
          let text = unsafe JSText(adopting: message)?.string ?? "the script has a syntax error"
          throw ScriptError(
            ScriptError.Description(name: "SyntaxError", message: text, line: Int(line), sourceURL: source.url))
        }
        defer { unsafe JSScriptRelease(script) }
        unsafe result = unsafe JSScriptEvaluate(pointer, script, receiverObject, &exception)
      }
      return unsafe try check(result, exception)
    }
  }

  /// Runs script text; see ``evaluate(_:this:)``.
  @discardableResult
  public func evaluate(_ text: String, url: String? = nil) throws -> JSValue {
    try evaluate(JSSource(text, url: url))
  }

  /// Runs the body as a task, or within the current one.
  func inTask<T>(_ body: () throws -> T) throws -> T {
    let heap = virtualMachine.heap
    _ = heap.beginTask()
    defer { if let ended = heap.endTask() { heap.terminationObserver?(ended) } }
    return try body()
  }

  /// Turns what a call left behind into a value or an error.
  func check(_ result: JSValueRef?, _ exception: JSValueRef?) throws -> JSValue {
    if let ended = virtualMachine.heap.termination { throw ended }
    if let exception = unsafe exception { throw unsafe scriptError(exception) }
    guard let result = unsafe result else {
      throw EngineError(.terminated, "the engine returned nothing")
    }
    return unsafe JSValue(result, in: self)
  }

  /// The same for calls whose result is no value.
  func check(_ exception: JSValueRef?) throws {
    if let ended = virtualMachine.heap.termination { throw ended }
    if let exception = unsafe exception { throw unsafe scriptError(exception) }
  }
}
