import Synchronization

/// What other threads want done on a virtual machine's thread, in order.
///
/// Waking a thread costs a system call, so it is done only when the thread sleeps: it says so under the lock before it
/// looks a last time.
final class Inbox: Sendable {
  typealias Work = @Sendable () -> Void

  private struct State {
    var work: [Work] = []
    var isSleeping = false
    var isStopping = false
    var isClosed = false
  }

  let thread: JSThread
  private let state = Mutex(State())

  init(thread: JSThread) {
    self.thread = thread
  }

  /// Adds work.
  ///
  /// From any thread. After ``close()`` the work runs at once on a thread of its own.
  func append(_ work: @escaping Work) {
    enum Outcome { case queued, mustWake, closed }
    let outcome: Outcome = state.withLock { state in
      if state.isClosed { return .closed }
      state.work.append(work)
      defer { state.isSleeping = false }
      return state.isSleeping ? .mustWake : .queued
    }
    switch outcome {
    case .queued: break
    case .mustWake: thread.wake()
    case .closed: Self.runElsewhere(work)
    }
  }

  /// Takes everything out.
  ///
  /// On the thread.
  func takeAll() -> [Work] {
    state.withLock { state in
      var work: [Work] = []
      swap(&work, &state.work)
      return work
    }
  }

  /// Says that the thread is about to sleep; false when there is work, and then it must not.
  func prepareToSleep() -> Bool {
    state.withLock { state in
      state.isSleeping = state.work.isEmpty && !state.isStopping
      return state.isSleeping
    }
  }

  /// Says that the thread is awake.
  func awake() {
    state.withLock { $0.isSleeping = false }
  }

  /// Lets the thread end after the work that is there.
  ///
  /// From any thread.
  func stop() {
    state.withLock { $0.isStopping = true }
    thread.wake()
  }

  /// On the thread: closes the inbox if the thread is to end and nothing is left to do.
  func closeIfDone() -> Bool {
    state.withLock { state in
      if state.isStopping && state.work.isEmpty { state.isClosed = true }
      return state.isClosed
    }
  }

  private static func runElsewhere(_ work: @escaping Work) {
    Task.detached { work() }
  }
}
