import CJavaScriptCore

/// A promise that native code settles.
///
/// Confined to the thread like a value.
public final class JSDeferred {
  /// The promise.
  public let promise: JSValue
  private let resolveFunction: JSValue
  private let rejectFunction: JSValue

  init(in context: JSContext) throws {
    let pointer = unsafe try context.reference()
    var resolve: JSObjectRef?
    var reject: JSObjectRef?
    var exception: JSValueRef?
    let promise = unsafe JSObjectMakeDeferredPromise(pointer, &resolve, &reject, &exception)
    self.promise = unsafe try context.check(promise, exception)
    resolveFunction = unsafe JSValue(resolve!, in: context)
    rejectFunction = unsafe JSValue(reject!, in: context)
  }

  /// Fulfils the promise, or follows another promise.
  ///
  /// Only the first settling counts.
  public func resolve(_ value: JSValue) throws { try resolveFunction.call([value]) }

  /// Rejects the promise.
  ///
  /// Only the first settling counts.
  public func reject(_ reason: JSValue) throws { try rejectFunction.call([reason]) }

  /// Rejects the promise with what a Swift error stands for: the thrown value of a `ScriptError`, or an `Error` with
  /// its description.
  public func reject(_ error: any Error) throws {
    if let value = (error as? ScriptError)?.value {
      try reject(value)
    } else {
      let message = (error as? ScriptError)?.details.text ?? String(describing: error)
      try reject(promise.context.error(message))
    }
  }
}

extension JSContext {
  /// A promise that is settled later, by ``JSDeferred``.
  public func deferred() throws -> JSDeferred { try JSDeferred(in: self) }

  /// A promise for the outcome of Swift work.
  ///
  /// The work runs outside the thread; when it is done, `convert` makes a value of its result, on the thread, in a task
  /// of its own. If the context is released first, the promise stays as it is and the work's result is dropped.
  public func promise<T: Sendable>(
    of work: @escaping @Sendable () async throws -> T, convert: @escaping (T, JSContext) throws -> JSValue
  ) throws -> JSValue {
    let deferred = try deferred()
    let settle = UncheckedBox { (result: Result<T, any Error>) in
      let context = deferred.promise.context
      guard !context.isReleased else { return }
      do {
        try deferred.resolve(convert(result.get(), context))
      } catch {
        // Rejecting fails only when the engine is gone, and then nobody waits.
        try? deferred.reject(error)
      }
    }
    let virtualMachine = virtualMachine
    Task {
      let result: Result<T, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      virtualMachine.enqueue { settle.value(result) }
    }
    return deferred.promise
  }
}

extension JSValue {
  /// What a promise is fulfilled with; a value that is no promise is its own result.
  ///
  /// Called on the thread, from code isolated to an actor of the virtual machine's executor, where it also continues.
  /// Throws `ScriptError` for what the promise is rejected with. If the promise never settles, this never returns; if
  /// its context is released, it throws `contextReleased`.
  public func settled(isolation: isolated (any Actor)? = #isolation) async throws -> JSValue {
    let context = self.context
    let box = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<UncheckedBox<JSValue>, any Error>) in
      do {
        let once = SettledOnce(continuation)
        // With functions of the hidden realm, because a page may have changed its own.
        let promise = isPromise ? self : unsafe try context.callIntrinsic(.resolve, [try reference()])
        let fulfilled = try context.makeFunction(name: "fulfilled") { call in
          once.resume(.success(UncheckedBox(try call.argument(0))))
          return try call.context.undefined
        }
        let rejected = try context.makeFunction(name: "rejected") { call in
          let reason = try call.argument(0)
          once.resume(.failure(unsafe call.context.scriptError(try reason.reference())))
          return try call.context.undefined
        }
        _ = unsafe try context.callIntrinsic(
          .then, [try promise.reference(), try fulfilled.reference(), try rejected.reference()])
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return box.value
  }
}

/// Resumes a continuation once: by the promise, or when the last function that could do so is gone.
private final class SettledOnce {
  private var continuation: CheckedContinuation<UncheckedBox<JSValue>, any Error>?

  init(_ continuation: CheckedContinuation<UncheckedBox<JSValue>, any Error>) {
    self.continuation = continuation
  }

  func resume(_ result: Result<UncheckedBox<JSValue>, any Error>) {
    continuation?.resume(with: result)
    continuation = nil
  }

  deinit {
    continuation?.resume(
      throwing: EngineError(
        .contextReleased, "the promise can no longer settle: nothing refers to it, or its context was released"))
  }
}
