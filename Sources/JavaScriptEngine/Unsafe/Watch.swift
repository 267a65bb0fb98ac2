import CJavaScriptCore
import Glibc
import Synchronization

/// What the watching thread knows of one virtual machine: which task runs, and what it may use.
///
/// Made on the machine's thread. `@unchecked Sendable` and `@safe`: the C functions behind it use atomic operations;
/// `serial` is used on the machine's thread only; the block of memory is never freed, because a late signal may still
/// carry its address (it is 64 bytes).
@safe final class Watch: @unchecked Sendable {
  enum Reason: Int32 {
    case terminated = 1
    case taskBudget = 2
    case heapLimit = 3
    case shutDown = 4
  }

  /// Processor time of one task, in nanoseconds.
  let taskBudget: Int64?
  /// Resident memory of the process, in bytes.
  let memoryCeiling: Int?
  /// Called by the watching thread when a script cannot be ended.
  let onLoss: @Sendable () -> Void
  /// Whether every task is to end, now and later.
  let isEndingForGood = Atomic<Bool>(false)

  private let pointer: UnsafeMutablePointer<BridgeheadWatch>
  private let thread: pthread_t
  private var serial: UInt64 = 0

  init(group: JSContextGroupRef, taskBudget: Int64?, memoryCeiling: Int?, onLoss: @escaping @Sendable () -> Void) {
    unsafe pointer = bridgehead_watch_create(group)
    thread = pthread_self()
    self.taskBudget = taskBudget
    self.memoryCeiling = memoryCeiling
    self.onLoss = onLoss
    unsafe bridgehead_watch_prepare(pointer)
  }

  // MARK: On the machine's thread

  func begin() {
    serial += 1
    unsafe bridgehead_watch_begin(pointer, serial)
    if taskBudget != nil || memoryCeiling != nil || isEndingForGood.load(ordering: .relaxed) {
      Watcher.shared.wakeIfAsleep()
    }
  }

  /// Ends the task and returns nil; or returns why it has to end, and then the watcher goes on ending its scripts until
  /// ``drain(_:)``.
  func end() -> Reason? { Reason(rawValue: Int32(unsafe bridgehead_watch_end_unless_marked(pointer))) }

  /// Why the running task has to end, if it has to.
  var reason: Reason? { Reason(rawValue: Int32(unsafe bridgehead_watch_task(pointer) & 0xff)) }

  /// Runs the microtasks that an ended task left behind, which would otherwise go on in the next; each one that does
  /// not end by itself is ended like the task.
  ///
  /// False when that takes too long.
  func drain(_ context: JSContextRef) -> Bool {
    defer {
      unsafe bridgehead_watch_end(pointer)
      unsafe bridgehead_watch_prepare(pointer)
    }
    let start = LiveClock().monotonicNanoseconds
    while LiveClock().monotonicNanoseconds - start < 5_000_000_000 {
      let before = unsafe bridgehead_watch_endings(pointer)
      unsafe JSLock(context)
      unsafe JSUnlock(context)
      if unsafe bridgehead_watch_endings(pointer) == before { return true }
    }
    return false
  }

  // MARK: From any thread

  /// The task that runs, 0 for none, and why it has to end, 0 for no reason.
  var task: (serial: UInt64, reason: Int32) {
    let task = unsafe bridgehead_watch_task(pointer)
    return (task >> 8, Int32(task & 0xff))
  }

  /// Marks the task that runs now for its end; false when none does, or when it is marked already.
  func mark(_ reason: Reason) -> Bool {
    let task = unsafe bridgehead_watch_task(pointer)
    guard task != 0, task & 0xff == 0 else { return false }
    return unsafe bridgehead_watch_mark(pointer, task >> 8, reason.rawValue)
  }

  /// How often the thread has asked the engine to poll.
  var attempts: UInt64 { unsafe bridgehead_watch_attempts(pointer) }

  /// Makes the thread ask the engine to poll, if it is in compiled code just now.
  func signal(compiledCode: Range<UInt>) {
    unsafe bridgehead_watch_send(
      thread, bridgehead_watch_signal_number(), pointer, compiledCode.lowerBound, compiledCode.upperBound)
  }

  /// Processor time of the thread, in nanoseconds.
  var processorTime: Int64 {
    var clock = clockid_t()
    // Sound: the thread lives as long as the watch is known to the watcher, and both pointers are to locals.
    guard unsafe pthread_getcpuclockid(thread, &clock) == 0 else { return 0 }
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
