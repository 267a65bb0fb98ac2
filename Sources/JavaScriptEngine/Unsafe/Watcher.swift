import CGLib
import CJavaScriptCore
import Glibc
import Synchronization

/// The process's one thread that looks at running tasks every few milliseconds and has those ended that use too much.
///
/// It sleeps while no task runs. The engine itself is asked to poll only once a task has to end, so limits cost a
/// running script nothing.
final class Watcher: Sendable {
  static let shared = Watcher()

  private struct Entry {
    let watch: Watch
    var serial: UInt64 = 0
    /// The thread's processor time when the task was first seen.
    var start: Int64 = 0
    /// When the task was marked for its end, and the processor time then.
    var marked: (moment: Int64, processor: Int64)?
    /// What the thread had attempted when it was signalled last, and when that was.
    var signalled: (attempts: UInt64, moment: Int64)?
    var isLost = false
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private let isAsleep = Atomic<Bool>(true)
  private let wakeUp: Int32

  private init() {
    bridgehead_watch_install(bridgehead_watch_signal_number())
    wakeUp = bridgehead_eventfd()
    var thread = pthread_t()
    // Sound: the argument is this object, retained for the thread, which never ends.
    _ = unsafe pthread_create(&thread, nil, watcherMain, Unmanaged.passRetained(self).toOpaque())
  }

  func add(_ watch: Watch) {
    entries.withLock { $0[ObjectIdentifier(watch)] = Entry(watch: watch) }
  }

  /// Forgets a watch.
  ///
  /// When this returns, the watcher touches its thread no more.
  func remove(_ watch: Watch) {
    entries.withLock { $0[ObjectIdentifier(watch)] = nil }
  }

  @inline(__always)
  func wakeIfAsleep() {
    if isAsleep.load(ordering: .sequentiallyConsistent) { wake() }
  }

  func wake() {
    isAsleep.store(false, ordering: .sequentiallyConsistent)
    _ = eventfd_write(wakeUp, 1)
  }

  // MARK: On the watching thread

  fileprivate func main() {
    unsafe bridgehead_name_thread("script-watch")
    var idleRounds = 0
    while true {
      let (isBusy, isEnding) = look()
      idleRounds = isBusy ? 0 : idleRounds + 1
      var timeout: Int32 = isEnding ? 1 : 5
      if idleRounds > 100 {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        // A task that began before its thread could see the flag is seen here instead.
        if look().isBusy { isAsleep.store(false, ordering: .sequentiallyConsistent) } else { timeout = -1 }
      }
      var descriptor = pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)
      // Sound: both pointers are to locals.
      if unsafe poll(&descriptor, 1, timeout) > 0 {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(wakeUp, &count)
        idleRounds = 0
      }
    }
  }

  private func look() -> (isBusy: Bool, isEnding: Bool) {
    var lost: [Watch] = []
    var isBusy = false
    var isEnding = false
    entries.withLock { entries in
      for key in Array(entries.keys) {
        guard var entry = entries[key] else { continue }
        let (serial, reason) = entry.watch.task
        guard serial != 0 else { continue }
        isBusy = true
        if serial != entry.serial {
          entry.serial = serial
          entry.start = entry.watch.processorTime
          entry.marked = nil
        }
        if reason == 0 {
          markIfOver(entry)
        } else {
          isEnding = true
          if !entry.isLost, end(&entry) {
            entry.isLost = true
            lost.append(entry.watch)
          }
        }
        entries[key] = entry
      }
    }
    for watch in lost { watch.onLoss() }
    return (isBusy, isEnding)
  }

  private func markIfOver(_ entry: Entry) {
    let watch = entry.watch
    if watch.isEndingForGood.load(ordering: .relaxed) {
      _ = watch.mark(.shutDown)
    } else if let budget = watch.taskBudget, watch.processorTime - entry.start > budget {
      _ = watch.mark(.taskBudget)
    } else if let ceiling = watch.memoryCeiling, EngineProcess.residentBytes > ceiling {
      _ = watch.mark(.heapLimit)
    }
  }

  /// Pursues the end of a marked task; true when the thread turns out to be lost: one that burns its time and still
  /// does not stop.
  ///
  /// One that waits in native code is only late.
  private func end(_ entry: inout Entry) -> Bool {
    let now = (moment: LiveClock().monotonicNanoseconds, processor: entry.watch.processorTime)
    // After an attempt the engine is given a moment to notice; a thread that was not in compiled code is simply
    // signalled again.
    let attempts = entry.watch.attempts
    if entry.signalled.map({ $0.attempts == attempts || now.moment - $0.moment > 40_000_000 }) ?? true {
      entry.signalled = (attempts, now.moment)
      entry.watch.signal(compiledCode: EngineProcess.compiledCode)
    }
    guard let marked = entry.marked else {
      entry.marked = now
      return false
    }
    return now.moment - marked.moment > 20_000_000_000 && now.processor - marked.processor > 10_000_000_000
  }
}

/// Entry of the watching thread.
///
/// Sound: the argument is the retained watcher, taken over once.
private func watcherMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<Watcher>.fromOpaque(argument!).takeRetainedValue().main()
  return nil
}
