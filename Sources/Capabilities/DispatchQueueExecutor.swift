import Dispatch

/// A serial executor on a dispatch queue of its own, for actors that block their thread on a disk.
///
/// Linux's Dispatch does not make its queues executors, so this small class does. Jobs run in the order in which they
/// were enqueued; using an actor of this executor from elsewhere traps.
final class DispatchQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes a serial queue with a label for debuggers.
  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    // Sound: an unowned job is run exactly once, here, and the closure is its only holder; it also keeps the executor
    // alive for the job.
    let unowned = UnownedJob(job)
    queue.async { [self] in
      unsafe unowned.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
