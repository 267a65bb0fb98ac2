import CJavaScriptCore
import Glibc
import Synchronization

/// What JavaScriptCore must be told once per process, before its first call.
enum EngineProcess {
  private struct State {
    var isPrepared = false
    var timeZone: String?
  }

  private static let state = Mutex(State())

  /// Whether the engine encodes values as ``EngineHeap`` expects; found out by the first machine, the same for all.
  static let encodingIsKnown = Atomic<Bool>(false)

  /// Stops threads for the collector.
  ///
  /// SIGUSR1, the engine's default, belongs to the program that embeds us; SIGPWR has no other use in an ordinary
  /// process.
  private static let collectionSignal = SIGPWR

  /// Prepares the engine.
  ///
  /// Cheap from the second time on.
  static func prepare(timeZone: String?) throws(EngineError) {
    let fault: EngineError? = state.withLock { state in
      if let timeZone, timeZone != state.timeZone {
        if state.isPrepared {
          return EngineError(
            .unavailable,
            "this process already runs JavaScript in \(state.timeZone ?? "the system's time zone"); it cannot be \(timeZone) too"
          )
        }
        // Sound: the environment is changed before the engine's first thread exists; a program with threads of its own
        // that read the environment at the same moment must set TZ itself.
        _ = unsafe setenv("TZ", timeZone, 1)
        tzset()
        state.timeZone = timeZone
      }
      configure()
      state.isPrepared = true
      return nil
    }
    if let fault { throw fault }
  }

  /// Sets the engine's options, once, before whatever calls it first: the options are read at that call, and making a
  /// string is one.
  static func configure() { configured }

  private static let configured: Void = {
    // Compiled code then looks by itself whether it has to end. Otherwise the engine patches breakpoints into running
    // code, which is lost again and again in a chain of short microtasks. Costs nothing that a loop of calls,
    // allocations and sorting would show. The engine reads its options from the environment at its first call. (Its
    // function for setting them initialises the engine on the calling thread, which then waits for a main loop that a
    // program need not have.)
    // Sound: name and value are constants, copied during the call.
    _ = unsafe setenv("JSC_usePollingTraps", "1", 1)
    _ = JSConfigureSignalForGC(collectionSignal)
    JSDisableGCTimer()
  }()

  /// Lets the calling thread receive the signals that the engine and the watcher send to it.
  ///
  /// A thread inherits its creator's mask, and the worker threads of Swift's concurrency block every signal. With them
  /// blocked a collection would wait for ever for the thread to stop, and no script could be ended.
  static func unblockSignals() {
    var signals = sigset_t()
    // Sound: the set is a local and initialised first.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, collectionSignal)
    unsafe sigaddset(&signals, bridgehead_watch_signal_number())
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The process's resident memory in bytes.
  static var residentBytes: Int {
    // The second number is the resident size in pages.
    let fields = contents(of: "/proc/self/statm").split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The addresses between which the engine keeps the code it compiled: executable memory that no file backs.
  static var compiledCode: Range<UInt> {
    var low = UInt.max
    var high: UInt = 0
    for line in contents(of: "/proc/self/maps").split(separator: "\n") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count == 5, fields[4] == "0", fields[1].dropFirst(2).first == "x" else { continue }
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2 else { continue }
      low = min(low, bounds[0])
      high = max(high, bounds[1])
    }
    return low < high ? low..<high : 0..<0
  }

  /// A file of the kernel's, which does not tell its size beforehand.
  private static func contents(of path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      // Sound: the buffer is lent for the call, which writes at most its size.
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
