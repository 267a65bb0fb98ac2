import CGLib
import Glibc
import Synchronization

/// The operating-system thread of one virtual machine, with a GLib main context of its own.
///
/// Deep recursion is normal in editors, and JavaScriptCore takes its stack limit from the thread's, so the thread's
/// stack is large. GLib's context must be pushed before the engine's first call on the thread: WebAssembly,
/// `FinalizationRegistry` and the collector's timers run in the context that was the thread's default then.
///
/// `@unchecked Sendable`: the pointers are written before the thread starts and stay valid until it has ended;
/// `g_main_context_wakeup` may be called from any thread, everything else happens on the thread itself.
@safe final class JSThread: @unchecked Sendable {
  private let mainContext: OpaquePointer
  private let identifier = Atomic<UInt>(0)

  init() {
    unsafe mainContext = g_main_context_new()
  }

  deinit {
    unsafe g_main_context_unref(mainContext)
  }

  /// Starts the thread with a body that runs on it from beginning to end.
  func start(name: String, stackSize: Int, _ body: @escaping () -> Void) throws(EngineError) {
    let start = ThreadStart(thread: self, name: name, body: body)
    var attributes = pthread_attr_t()
    var thread = pthread_t()
    // Sound: the attributes are initialised before use and destroyed after; the retained start object is released by
    // the thread.
    unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let argument = unsafe Unmanaged.passRetained(start)
    let status = unsafe pthread_create(&thread, &attributes, threadMain, argument.toOpaque())
    guard status == 0 else {
      unsafe argument.release()
      throw EngineError(.unavailable, "no thread can be made (error \(status))")
    }
  }

  /// Whether the caller is on this thread.
  var isCurrent: Bool { identifier.load(ordering: .acquiring) == UInt(pthread_self()) }

  /// Lets ``wait(milliseconds:)`` return.
  ///
  /// From any thread.
  func wake() { unsafe g_main_context_wakeup(mainContext) }

  /// Runs what GLib has due, without waiting.
  ///
  /// On the thread.
  func runDueSources() {
    while unsafe g_main_context_iteration(mainContext, 0) != 0 {}
  }

  /// Waits until something is due in GLib's context, until ``wake()``, or until the time is over.
  ///
  /// On the thread.
  func wait(nanoseconds: Int64?) {
    guard let nanoseconds else {
      _ = unsafe g_main_context_iteration(mainContext, 1)
      return
    }
    let source = unsafe g_timeout_source_new(0)
    unsafe g_source_set_ready_time(source, g_get_monotonic_time() + Int(max(0, nanoseconds / 1_000)))
    unsafe g_source_set_callback(source, { _ in 0 }, nil, nil)
    unsafe g_source_attach(source, mainContext)
    _ = unsafe g_main_context_iteration(mainContext, 1)
    unsafe g_source_destroy(source)
    unsafe g_source_unref(source)
  }

  fileprivate func begin() {
    identifier.store(UInt(pthread_self()), ordering: .releasing)
    EngineProcess.unblockSignals()
    unsafe g_main_context_push_thread_default(mainContext)
  }

  fileprivate func end() {
    unsafe g_main_context_pop_thread_default(mainContext)
    identifier.store(0, ordering: .releasing)
  }
}

private final class ThreadStart {
  let thread: JSThread
  let name: String
  let body: () -> Void

  init(thread: JSThread, name: String, body: @escaping () -> Void) {
    self.thread = thread
    self.name = name
    self.body = body
  }
}

/// Sound: the argument is the retained start object, taken over exactly once.
private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue()
  // The kernel keeps fifteen bytes of a thread's name.
  unsafe bridgehead_name_thread(String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
  start.thread.begin()
  start.body()
  start.thread.end()
  return nil
}
