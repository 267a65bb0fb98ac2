/// A JavaScript engine of its own: one heap, one thread, one event loop, one clock.
///
/// The thread starts with the virtual machine and owns everything that belongs to it: contexts, values, timers. Those
/// types are confined: using them on any other thread traps. From outside one sends work with ``perform(_:)`` or
/// ``enqueue(_:)``, or gives an actor the ``executor``.
///
/// `@unchecked Sendable`: what is mutable is either behind a lock, or confined to the thread and checked by
/// ``preconditionOnThread()``.
public final class JSVirtualMachine: @unchecked Sendable {
  /// What a virtual machine is made with.
  public struct Configuration: Sendable {
    /// The thread's name, for debuggers.
    public var name: String
    /// Clock, randomness, time zone.
    public var environment: JSEnvironment
    /// What scripts may use.
    public var limits: ExecutionLimits
    /// The thread's stack in bytes; deep recursion in scripts needs it.
    public var stackSize: Int

    /// Puts the parts together.
    public init(
      name: String = "JavaScript", environment: JSEnvironment = .live, limits: ExecutionLimits = .default,
      stackSize: Int = 8 << 20
    ) {
      self.name = name
      self.environment = environment
      self.limits = limits
      self.stackSize = stackSize
    }
  }

  /// Whether a virtual machine can be used.
  public enum State: Sendable, Equatable {
    /// It can.
    case running
    /// It was shut down.
    case shutDown
    /// It could not be brought back after a script was ended; its contexts are of no use any more.
    case dead(EngineError)
  }

  /// What the virtual machine was made with.
  public let configuration: Configuration
  /// Runs an actor's code on the thread.
  public let executor: JSThreadExecutor

  let thread: JSThread
  private let inbox: Inbox
  // The machine's own parts, confined to the thread. The thread keeps them alive until it has ended.
  let heap: EngineHeap
  private let loop: EventLoop

  /// Starts the thread and the engine on it.
  ///
  /// Throws `unavailable` when either cannot be had.
  public init(configuration: Configuration = Configuration()) throws(EngineError) {
    try EngineProcess.prepare(timeZone: configuration.environment.timeZone)
    self.configuration = configuration
    thread = JSThread()
    inbox = Inbox(thread: thread)
    heap = EngineHeap(thread: thread, limits: configuration.limits)
    loop = EventLoop(heap: heap, clock: configuration.environment.clock)
    executor = JSThreadExecutor(inbox: inbox, loop: loop)
    let driver = EventLoopDriver(inbox: inbox, thread: thread, loop: loop, heap: heap)
    try thread.start(name: configuration.name, stackSize: configuration.stackSize) { driver.run() }
    configuration.environment.clock.attach(self)
  }

  deinit {
    // Contexts keep their virtual machine alive, so there is none left; the driver closes what remains.
    heap.endForGood()
    inbox.stop()
  }

  // MARK: From any thread

  /// Whether it can be used.
  public var state: State { heap.state }

  /// Runs the body on the thread as one task of the event loop, and returns what it returns, after its microtasks have
  /// run.
  ///
  /// Bodies run in the order in which they were sent. Throws what the body throws, or an `EngineError` when the virtual
  /// machine is not running.
  public func perform<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<T, any Error>) in
      inbox.append { [self] in
        guard thread.isCurrent else {
          continuation.resume(throwing: EngineError(.shutDown, "the virtual machine was shut down"))
          return
        }
        continuation.resume(with: Result { try runTask(body) })
      }
    }
  }

  /// Runs the body on the thread as one task of the event loop, some time later; dropped when the virtual machine is
  /// shut down first.
  public func enqueue(_ body: @escaping @Sendable () -> Void) {
    inbox.append { [self] in
      guard thread.isCurrent else { return }
      guard heap.state == .running else { return }
      loop.runTask(body)
    }
  }

  /// Traps unless the caller is on the virtual machine's thread.
  public func preconditionOnThread() {
    precondition(
      thread.isCurrent, "a JavaScript value, context or event loop was used outside the thread of its virtual machine")
  }

  /// Whether the caller is on the virtual machine's thread.
  public var isOnThread: Bool { thread.isCurrent }

  /// Ends the task that is running now, if one is: the call into JavaScript throws `terminated`, and the virtual
  /// machine stays usable.
  ///
  /// Takes effect within a few milliseconds; a script inside a native callback or a long built-in call ends when that
  /// returns. Does nothing between tasks.
  public func terminate(reason: String = "the script was ended from outside") {
    heap.terminate(reason)
  }

  /// Releases all contexts and ends the thread.
  ///
  /// Returns when that is done; work sent later is refused.
  public func shutdown() async {
    heap.endForGood()
    await withCheckedContinuation { continuation in
      inbox.append { [self] in
        if thread.isCurrent {
          heap.state = .shutDown
          loop.removeAll()
          heap.close()
        }
        continuation.resume()
      }
    }
    inbox.stop()
  }

  // MARK: On the thread

  /// The event loop.
  ///
  /// On the thread.
  public var eventLoop: EventLoop {
    preconditionOnThread()
    return loop
  }

  /// What the engine says of the heap, after a collection if asked for.
  ///
  /// On the thread.
  public func statistics(collectingGarbage: Bool = false) throws -> HeapStatistics {
    preconditionOnThread()
    return try heap.statistics(collectingGarbage: collectingGarbage)
  }

  /// Called on the thread after a task in which a script was ended, when no caller of ``perform(_:)`` is told.
  ///
  /// On the thread.
  public var terminationObserver: ((EngineError) -> Void)? {
    get {
      preconditionOnThread()
      return heap.terminationObserver
    }
    set {
      preconditionOnThread()
      heap.terminationObserver = newValue
    }
  }

  private func runTask<T>(_ body: () throws -> T) throws -> T {
    try checkRunning()
    var ended: EngineError?
    let result = try loop.runTask(ended: &ended, body)
    if let ended { throw ended }
    return result
  }

  func checkRunning() throws(EngineError) {
    switch state {
    case .running: break
    case .shutDown: throw EngineError(.shutDown, "the virtual machine was shut down")
    case .dead(let error): throw error
    }
  }

  // MARK: For the manual clock

  /// Runs all that is ready without moving time, and returns when the next timer is due.
  func settleAndNextTimer() async -> Int64? {
    await onThread { [self] in
      while loop.hasTasks { _ = loop.runOne() }
      return loop.nextTimer()
    } ?? nil
  }

  /// Runs the timers that are due and the tasks they post.
  func runDueTimers() async {
    _ = await onThread { [self] in
      while loop.runOne() {}
    }
  }

  private func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T? {
    await withCheckedContinuation { (continuation: CheckedContinuation<T?, Never>) in
      inbox.append { [self] in
        continuation.resume(returning: thread.isCurrent ? body() : nil)
      }
    }
  }
}
