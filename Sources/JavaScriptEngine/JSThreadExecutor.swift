/// The serial executor of a virtual machine: its jobs run on the machine's thread, each as one task of the event loop.
///
/// An actor that returns it as its `unownedExecutor` owns engine objects safely: its isolated code is on the thread,
/// and using its state from elsewhere does not compile; assuming isolation elsewhere traps. After the virtual machine
/// has shut down, jobs still run, on a thread of their own, so that no task waits for ever; engine objects are dead by
/// then and say so.
public final class JSThreadExecutor: SerialExecutor {
  private let inbox: Inbox
  private let loop: UncheckedBox<EventLoop>

  init(inbox: Inbox, loop: EventLoop) {
    self.inbox = inbox
    self.loop = UncheckedBox(loop)
  }

  /// Takes a job over.
  ///
  /// From any thread; jobs run in the order in which they arrive.
  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    inbox.append { [self] in
      // Sound: an unowned job is run exactly once, here, and the closure is its only holder.
      if inbox.thread.isCurrent {
        loop.value.runTask { unsafe unowned.runSynchronously(on: asUnownedSerialExecutor()) }
      } else {
        unsafe unowned.runSynchronously(on: asUnownedSerialExecutor())
      }
    }
  }

  /// Whether the caller is on the virtual machine's thread.
  public func isIsolatingCurrentContext() -> Bool? { inbox.thread.isCurrent }

  /// Traps unless the caller is on the virtual machine's thread.
  public func checkIsolated() {
    precondition(inbox.thread.isCurrent, "used outside the thread of its virtual machine")
  }
}
