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

  /// Prepares the engine. Cheap from the second time on.
  static func prepare(timeZone: String?) throws(EngineError) {
    let fault: EngineError? = state.withLock { state in
      if let timeZone, timeZone != state.timeZone {
        if state.isPrepared {
          return EngineError(
            .unavailable,
            "this process already runs JavaScript in \(state.timeZone ?? "the system's time zone"); it cannot be \(timeZone) too")
        }
        // Sound: the environment is changed before the engine's first thread exists; a program with threads of its own that read the
        // environment at the same moment must set TZ itself.
        _ = unsafe setenv("TZ", timeZone, 1)
        tzset()
        state.timeZone = timeZone
      }
      if !state.isPrepared {
        state.isPrepared = true
        // With traps by signal, a request to end a script is lost again and again in a chain of short microtasks (measured: 10 s until it
        // is heard; 1 ms with polling). Polling costs nothing that a loop of calls, allocations and sorting would show.
        // The engine reads its options from the environment at its first call. (Its function for setting them initialises the engine on
        // the calling thread, which then waits for a main loop that a program need not have.)
        _ = unsafe setenv("JSC_usePollingTraps", "1", 1)
        // SIGUSR1, the default, belongs to the program that embeds us; SIGPWR has no other use in an ordinary process.
        _ = JSConfigureSignalForGC(SIGPWR)
        JSDisableGCTimer()
      }
      return nil
    }
    if let fault { throw fault }
  }

  /// The process's resident memory in bytes.
  static var residentBytes: Int {
    // Sound: the buffer is local; read writes at most its size. statm's second number is the resident size in pages.
    let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    let text = unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress!, buffer.count)
      return unsafe String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
