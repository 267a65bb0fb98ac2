/// Runs an event loop on its thread: what other threads sent, tasks, timers, GLib's sources; and sleeps when there is
/// nothing.
///
/// `@unchecked Sendable`: handed to the thread once, at its start, and used there only.
final class EventLoopDriver: @unchecked Sendable {
  /// How many tasks run before GLib's sources get a look, so that a busy loop does not starve the engine's deferred
  /// work.
  private static let tasksBetweenSources = 64

  private let inbox: Inbox
  private let thread: JSThread
  private let loop: EventLoop
  private let heap: EngineHeap

  init(inbox: Inbox, thread: JSThread, loop: EventLoop, heap: EngineHeap) {
    self.inbox = inbox
    self.thread = thread
    self.loop = loop
    self.heap = heap
  }

  /// The thread's whole life.
  func run() {
    heap.open()
    var sinceSources = 0
    while !inbox.closeIfDone() {
      var isIdle = true
      for work in inbox.takeAll() {
        work()
        isIdle = false
        sinceSources += 1
      }
      // Under a clock that is moved by hand, timers wait for it; posted tasks never do.
      if heap.isOpen, loop.runNext() {
        isIdle = false
        sinceSources += 1
      }
      if sinceSources >= Self.tasksBetweenSources {
        thread.runDueSources()
        sinceSources = 0
      }
      if isIdle, inbox.prepareToSleep() {
        thread.wait(nanoseconds: loop.sleepNanoseconds())
        inbox.awake()
        sinceSources = 0
      }
    }
    loop.removeAll()
    heap.close()
  }
}
