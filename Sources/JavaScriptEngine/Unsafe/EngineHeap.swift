import CJavaScriptCore
import Synchronization

/// The engine's side of one virtual machine: context group, lock, limits, statistics.
///
/// Opened, used and closed on the thread. `@unchecked Sendable`: only ``terminate(_:)``, ``endForGood()`` and ``state``
/// may be called from elsewhere, and they use a lock. `@safe`: the pointers are private to the module's Unsafe folder
/// and valid from `open` to `close`.
@safe final class EngineHeap: @unchecked Sendable {
  private struct Shared {
    var state = JSVirtualMachine.State.running
    /// What ``terminate(_:)`` was told last.
    var message = ""
    /// Nil before the heap is open and after it was closed.
    var watch: Watch?
    /// Whether ``endForGood()`` was called before the heap was open.
    var isEndingForGood = false
  }

  let thread: JSThread
  private let limits: ExecutionLimits
  private let taskBudget: Int64?
  private let shared = Mutex(Shared())

  private(set) var group: JSContextGroupRef!
  /// A context that no script sees: for calls that need any context of the group.
  private(set) var root: JSGlobalContextRef!
  private var contexts: [ObjectIdentifier: WeakContext] = [:]
  private var depth = 0
  private var watch: Watch!
  private(set) var intrinsics: Intrinsics!
  /// Called after a task in which a script was ended, when nobody else is told.
  var terminationObserver: ((EngineError) -> Void)?
  /// What finalizers want released; they may run on any thread and must not call the engine.
  private let garbage = Mutex<[UncheckedBox<AnyObject>]>([])
  private let hasGarbage = Atomic<Bool>(false)

  /// How many values Swift holds.
  ///
  /// On the thread.
  private var heldValues = 0

  private var texts: [String: JSText] = [:]
  /// The virtual machine's seeded generator, once it was asked for.
  var random: SeededRandom?

  private struct WeakContext {
    weak var context: JSContext?
  }

  init(thread: JSThread, limits: ExecutionLimits) {
    self.thread = thread
    self.limits = limits
    taskBudget = limits.taskBudget.map { duration in
      let (seconds, attoseconds) = duration.components
      return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
  }

  // MARK: Life

  func open() {
    unsafe group = JSContextGroupCreate()
    unsafe root = JSGlobalContextCreateInGroup(group, nil)
    watch = unsafe Watch(
      group: group, taskBudget: taskBudget, memoryCeiling: limits.heapBytes.map { EngineProcess.residentBytes + $0 }
    ) { [weak self] in
      self?.state = .dead(EngineError(.unavailable, "a script could not be ended"))
    }
    shared.withLock { shared in
      shared.watch = watch
      watch.isEndingForGood.store(shared.isEndingForGood, ordering: .relaxed)
    }
    Watcher.shared.add(watch)
    intrinsics = unsafe Intrinsics(root)
    learnEncoding()
  }

  /// Releases every context and the group.
  ///
  /// Values that are still held become dead.
  func close() {
    guard unsafe group != nil else { return }
    for context in contexts.values { context.context?.release() }
    contexts = [:]
    releaseGarbage()
    shared.withLock { $0.watch = nil }
    Watcher.shared.remove(watch)
    unsafe intrinsics.release(root)
    unsafe JSGlobalContextRelease(root)
    unsafe JSContextGroupRelease(group)
    unsafe root = nil
    unsafe group = nil
    releaseGarbage()
  }

  var isOpen: Bool { unsafe group != nil }

  var state: JSVirtualMachine.State {
    get { shared.withLock { $0.state } }
    set { shared.withLock { $0.state = newValue } }
  }

  // MARK: Values

  /// Whether a value lives in the heap.
  ///
  /// Numbers, booleans, null and undefined are the word itself and need no protection.
  static func isInHeap(_ value: JSValueRef) -> Bool {
    let word = UInt(bitPattern: value)
    return word & 0xfffe_0000_0000_0002 == 0 && word > 0x10 || !EngineProcess.encodingIsKnown.load(ordering: .relaxed)
  }

  /// Compares known values with the encoding that ``isInHeap(_:)`` assumes.
  ///
  /// Should another version of the engine encode them otherwise, everything is protected, which is only slower.
  private func learnEncoding() {
    let text = JSText("text")
    let words: [JSValueRef?] = unsafe [
      JSValueMakeUndefined(root), JSValueMakeNull(root), JSValueMakeBoolean(root, true),
      JSValueMakeBoolean(root, false),
      JSValueMakeNumber(root, 0), JSValueMakeNumber(root, -1), JSValueMakeNumber(root, 0.5),
      JSValueMakeNumber(root, -0.0),
      JSValueMakeNumber(root, .nan), JSValueMakeNumber(root, .infinity), JSValueMakeNumber(root, 1e300),
    ]
    let cells: [JSValueRef?] = unsafe withExtendedLifetime(text) {
      unsafe [
        JSContextGetGlobalObject(root), JSValueMakeString(root, text.reference),
        JSValueMakeSymbol(root, text.reference),
      ]
    }
    EngineProcess.encodingIsKnown.store(true, ordering: .relaxed)
    let isKnown =
      unsafe words.allSatisfy { unsafe !Self.isInHeap($0!) } && cells.allSatisfy { unsafe Self.isInHeap($0!) }
    EngineProcess.encodingIsKnown.store(isKnown, ordering: .relaxed)
  }

  /// Keeps a value from the collector until ``letGo(of:)``.
  ///
  /// On the thread.
  func hold(_ value: JSValueRef) {
    heldValues += 1
    unsafe JSValueProtect(root, value)
  }

  /// On the thread; does nothing once the heap is closed.
  func letGo(of value: JSValueRef) {
    heldValues -= 1
    if isOpen { unsafe JSValueUnprotect(root, value) }
  }

  // MARK: Contexts

  func register(_ context: JSContext) {
    contexts[ObjectIdentifier(context)] = WeakContext(context: context)
  }

  func unregister(_ context: ObjectIdentifier) {
    contexts[context] = nil
  }

  /// Gives a realm to the collector.
  ///
  /// The engine holds a realm's rejection callback as a root of its own, and through it the realm, for ever; so a
  /// function of the hidden realm takes its place first.
  func release(_ context: JSGlobalContextRef, observesRejections: Bool) {
    guard isOpen else { return }
    if observesRejections {
      unsafe JSGlobalContextSetUnhandledRejectionCallback(context, intrinsics[.nothing], nil)
    }
    unsafe JSGlobalContextRelease(context)
  }

  /// The context whose realm this is.
  func context(of realm: JSGlobalContextRef?) -> JSContext? {
    for case let context? in contexts.values.map(\.context) where unsafe context.isRealm(realm) { return context }
    return nil
  }

  /// The engine's form of a property name; names used before are at hand.
  func text(for name: String) -> JSText {
    if let text = texts[name] { return text }
    let text = JSText(name)
    // Names are few; keys that scripts make up are not, and need not all be remembered.
    if texts.count < 1_024 { texts[name] = text }
    return text
  }

  // MARK: Tasks

  /// Whether a task is running.
  var isInTask: Bool { depth > 0 }

  /// Enters a task; true when it is the outermost.
  ///
  /// Microtasks wait until it ends.
  func beginTask() -> Bool {
    depth += 1
    guard depth == 1, let root = unsafe root else { return false }
    watch.begin()
    unsafe JSLock(root)
    return true
  }

  /// Leaves a task.
  ///
  /// After the outermost, microtasks have run; returns why a script in it was ended, if one was.
  func endTask() -> EngineError? {
    guard depth == 1, let root = unsafe root else {
      depth -= 1
      return nil
    }
    // The microtasks run in here, and belong to the task: limits hold for them, and what they call is not outermost.
    unsafe JSUnlock(root)
    depth = 0
    if hasGarbage.load(ordering: .relaxed) { releaseGarbage() }
    guard let reason = watch.end() else { return nil }
    recover()
    return error(reason)
  }

  /// Brings the engine back after a script was ended, or declares it dead.
  private func recover() {
    let isDrained = unsafe watch.drain(root)
    // The call that follows a termination inside a microtask returns nothing, once; it is made here and forgotten.
    for _ in 0..<2 { _ = evaluateInRoot("0") }
    guard isDrained, evaluateInRoot("1 + 1") == 2 else {
      state = .dead(EngineError(.unavailable, "the engine did not come back after a script was ended"))
      return
    }
  }

  private func evaluateInRoot(_ text: String) -> Double? {
    let source = JSText(text)
    // Sound: the script is a constant; the result is read before anything else happens.
    let result = unsafe withExtendedLifetime(source) {
      unsafe JSEvaluateScript(root, source.reference, nil, nil, 1, nil)
    }
    guard let value = unsafe result else { return nil }
    return unsafe JSValueToNumber(root, value, nil)
  }

  // MARK: Ending scripts

  /// From any thread: ends the script of the task that runs now, if one does.
  func terminate(_ message: String) {
    let isMarked = shared.withLock { shared in
      shared.message = message
      return shared.watch?.mark(.terminated) ?? false
    }
    if isMarked { Watcher.shared.wake() }
  }

  /// From any thread: ends the scripts of this and every later task.
  func endForGood() {
    shared.withLock { shared in
      shared.isEndingForGood = true
      shared.watch?.isEndingForGood.store(true, ordering: .relaxed)
    }
    Watcher.shared.wake()
  }

  /// Why the script of the current task has to end, if it has to.
  var termination: EngineError? { watch?.reason.map(error) }

  private func error(_ reason: Watch.Reason) -> EngineError {
    switch reason {
    case .terminated: EngineError(.terminated, shared.withLock { $0.message })
    case .shutDown: EngineError(.shutDown, "the virtual machine is shutting down")
    case .taskBudget:
      EngineError(.taskBudgetExceeded, "a task used more than \((taskBudget ?? 0) / 1_000_000) ms of processor time")
    case .heapLimit:
      EngineError(.heapLimitExceeded, "scripts use more than \((limits.heapBytes ?? 0) >> 20) MB of memory")
    }
  }

  // MARK: Garbage

  /// Releases a native object later, on the thread, outside the collector.
  ///
  /// From any thread.
  func discard(_ object: AnyObject) {
    let box = UncheckedBox(object)
    garbage.withLock { $0.append(box) }
    hasGarbage.store(true, ordering: .relaxed)
  }

  private func releaseGarbage() {
    // Letting go of one object may make more garbage.
    while true {
      let objects = garbage.withLock { garbage in
        defer { garbage = [] }
        return garbage
      }
      if objects.isEmpty { break }
    }
    hasGarbage.store(false, ordering: .relaxed)
  }

  func statistics(collectingGarbage: Bool) throws -> HeapStatistics {
    guard let root = unsafe root else { throw EngineError(.shutDown, "the virtual machine was shut down") }
    if collectingGarbage {
      unsafe JSSynchronousGarbageCollectForDebugging(root)
      releaseGarbage()
      unsafe JSSynchronousGarbageCollectForDebugging(root)
    }
    // Sound: the statistics object lives on the stack of this call.
    guard let object = unsafe JSGetMemoryUsageStatistics(root) else {
      return HeapStatistics(heapBytes: 0, objectCount: 0, protectedCount: 0, heldValueCount: heldValues)
    }
    func number(_ name: String) -> Int {
      let text = JSText(name)
      let value = unsafe withExtendedLifetime(text) { unsafe JSObjectGetProperty(root, object, text.reference, nil) }
      let number = unsafe JSValueToNumber(root, value, nil)
      return number.isFinite ? Int(number) : 0
    }
    return HeapStatistics(
      heapBytes: number("heapSize"), objectCount: number("objectCount"),
      protectedCount: number("protectedObjectCount"),
      heldValueCount: heldValues)
  }
}
