import CJavaScriptCore

/// Watches a context's promises for rejections that nobody handles, as HTML's rejected-promise tracking does.
///
/// The engine tells of a rejection after the microtask checkpoint that left it unhandled. It does not tell when it is
/// handled later, so a reported promise gets an own `constructor` accessor: `then`, `catch`, `finally` and `await` all
/// look that property up before anything else.
final class RejectionTracker {
  typealias Observer = (_ promise: JSValue, _ reason: JSValue) -> Void

  private unowned let context: JSContext
  private let rejected: Observer
  private let handled: Observer
  private let watch: JSValue

  init(context: JSContext, rejected: @escaping Observer, handled: @escaping Observer) throws {
    self.context = context
    self.rejected = rejected
    self.handled = handled
    watch = try context.evaluate(
      """
      (() => {
        const { defineProperty, deleteProperty } = Reflect;
        return (promise, handled) => defineProperty(promise, 'constructor', {
          configurable: true, enumerable: false,
          get() { deleteProperty(promise, 'constructor'); handled(); return promise.constructor; },
          set(value) { defineProperty(promise, 'constructor', { value, configurable: true, enumerable: true, writable: true }); },
        });
      })()
      """, url: "engine:rejections")
    let callback = try context.makeFunction(name: "unhandledRejection") { [weak self] call in
      try self?.report(call.argument(0), call.argument(1))
      return try call.context.undefined
    }
    let pointer = unsafe try context.reference()
    var exception: JSValueRef?
    unsafe JSGlobalContextSetUnhandledRejectionCallback(pointer, try callback.objectReference(), &exception)
    unsafe try context.check(exception)
  }

  private func report(_ promise: JSValue, _ reason: JSValue) throws {
    let loop = context.virtualMachine.eventLoop
    var wasReported = false
    var wasHandled = false
    let noted = try context.makeFunction(name: "handled") { [weak self] call in
      guard !wasHandled else { return try call.context.undefined }
      wasHandled = true
      if wasReported, let self {
        loop.post(.dom, owner: self.context) { [weak self] in self?.handled(promise, reason) }
      }
      return try call.context.undefined
    }
    try watch.call([promise, noted])
    // A handler that is attached before the report runs makes it pointless, as in HTML.
    loop.post(.dom, owner: context) { [weak self] in
      guard let self, !wasHandled else { return }
      wasReported = true
      self.rejected(promise, reason)
    }
  }
}

extension JSContext {
  /// Watches for rejected promises without a handler, and for those that get one later.
  ///
  /// Both observers run on the thread, each time in a task of its own; `handled` only after `rejected` ran for the same
  /// promise. Replaces earlier observers; ends with the context.
  public func observeRejections(
    rejected: @escaping (_ promise: JSValue, _ reason: JSValue) -> Void,
    handled: @escaping (_ promise: JSValue, _ reason: JSValue) -> Void
  ) throws {
    rejections = try RejectionTracker(context: self, rejected: rejected, handled: handled)
  }
}
