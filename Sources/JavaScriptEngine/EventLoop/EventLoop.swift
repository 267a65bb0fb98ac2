/// The event loop of one virtual machine, as HTML has it: one task at a time, and a microtask checkpoint after each.
///
/// Everything here happens on the virtual machine's thread, and traps elsewhere.
public final class EventLoop {
  private struct PostedTask {
    let source: TaskSource
    let owner: ObjectIdentifier?
    let posted: Int64
    let action: () -> Void
  }

  private let heap: EngineHeap
  private let clock: any JSClock
  private var timers = TimerQueue()
  private var tasks: [PostedTask] = []
  private var firstTask = 0
  private var nesting = 0
  private var afterTask: [() -> Void] = []

  /// How many tasks have run since the start.
  public private(set) var completedTaskCount: UInt64 = 0

  init(heap: EngineHeap, clock: any JSClock) {
    self.heap = heap
    self.clock = clock
  }

  // MARK: Posting

  /// Runs the action in a task of its own, after the current one and after those posted before.
  ///
  /// A task that belongs to a context is dropped, and its action released, when the context is released first.
  public func post(_ source: TaskSource, owner: JSContext? = nil, _ action: @escaping () -> Void) {
    checkThread()
    tasks.append(
      PostedTask(
        source: source, owner: owner.map(ObjectIdentifier.init), posted: clock.monotonicNanoseconds, action: action))
  }

  /// Runs the action after a delay in milliseconds, once or again and again.
  ///
  /// Returns a positive identifier.
  ///
  /// Delays that are no number, or negative, count as zero. Timers set from timers are at least 4 ms apart from the
  /// tenth level on. A timer that belongs to a context ends with it.
  @discardableResult
  public func setTimer(
    after milliseconds: Double, repeats: Bool = false, owner: JSContext? = nil, _ action: @escaping () -> Void
  ) -> Int {
    checkThread()
    // HTML's delays are signed 32-bit milliseconds; what does not fit counts as zero.
    let delay = milliseconds.isFinite && milliseconds > 0 && milliseconds < 2_147_483_648 ? milliseconds : 0
    return timers.set(
      delay: Int64(delay * 1e6), repeats: repeats, nesting: nesting, owner: owner.map(ObjectIdentifier.init),
      now: clock.monotonicNanoseconds, action)
  }

  /// Runs the action when the current task is over and its microtasks have run, before the next task; at once between
  /// tasks.
  ///
  /// For what must not overtake anything the task's microtasks do. The action must not enter JavaScript; it is
  /// dropped when a script of the task has to be ended.
  public func afterCurrentTask(_ action: @escaping () -> Void) {
    checkThread()
    if heap.isInTask { afterTask.append(action) } else { action() }
  }

  /// Ends a timer.
  ///
  /// Identifiers that name none are allowed.
  public func clearTimer(_ identifier: Int) {
    checkThread()
    timers.clear(identifier)
  }

  /// How many timers are set.
  public var timerCount: Int {
    checkThread()
    return timers.count
  }

  // MARK: Running

  /// Runs the body as one task: microtasks run when it is over.
  ///
  /// Within a task, runs it as part of that one.
  ///
  /// When a script had to be ended, the observer is told.
  func runTask(nesting level: Int = 0, _ body: () -> Void) {
    var ended: EngineError?
    runTask(nesting: level, ended: &ended, body)
    if let ended { heap.terminationObserver?(ended) }
  }

  /// The same, telling the caller why a script had to be ended.
  func runTask<T, E: Error>(nesting level: Int = 0, ended: inout EngineError?, _ body: () throws(E) -> T) throws(E) -> T
  {
    let isOutermost = heap.beginTask()
    let outerNesting = nesting
    if isOutermost { nesting = level }
    defer {
      ended = heap.endTask()
      nesting = outerNesting
      if isOutermost {
        completedTaskCount += 1
        let actions = afterTask
        afterTask.removeAll()
        // What a script did before it was ended is not told: its task has not happened.
        if ended == nil { for action in actions { action() } }
      }
    }
    return try body()
  }

  /// Runs one posted task or one due timer, whichever has waited longer; false when there is none.
  func runOne() -> Bool {
    let now = clock.monotonicNanoseconds
    let due = timers.next().flatMap { $0 <= now ? $0 : nil }
    if firstTask < tasks.count, due.map({ tasks[firstTask].posted <= $0 }) ?? true {
      let task = takeTask()
      runTask { task.action() }
      return true
    }
    guard due != nil, let entry = timers.takeDue(now: now) else { return false }
    runTask(nesting: entry.nesting) { entry.action() }
    return true
  }

  /// The same for the thread: under a clock that is moved by hand only posted tasks, for timers run while the clock is
  /// being moved.
  func runNext() -> Bool {
    if clock.passesByItself { return runOne() }
    guard hasTasks else { return false }
    let task = takeTask()
    runTask { task.action() }
    return true
  }

  /// When the next timer is due on the loop's clock.
  func nextTimer() -> Int64? { timers.next() }

  /// Whether posted tasks wait.
  var hasTasks: Bool { firstTask < tasks.count }

  /// How long the thread may sleep: nil for until it is woken.
  func sleepNanoseconds() -> Int64? {
    guard clock.passesByItself, let due = timers.next() else { return nil }
    return max(0, due - clock.monotonicNanoseconds)
  }

  private func checkThread() {
    precondition(heap.thread.isCurrent, "the event loop was used outside the thread of its virtual machine")
  }

  func forget(_ owner: ObjectIdentifier) {
    timers.clearAll(of: owner)
    tasks = tasks[firstTask...].filter { $0.owner != owner }
    firstTask = 0
  }

  func removeAll() {
    timers.removeAll()
    tasks = []
    firstTask = 0
  }

  private func takeTask() -> PostedTask {
    let task = tasks[firstTask]
    firstTask += 1
    // The queue's front is given back in one step, when it is worth it, so that taking stays cheap.
    if firstTask == tasks.count {
      tasks.removeAll(keepingCapacity: true)
      firstTask = 0
    } else if firstTask > 1_024, firstTask * 2 > tasks.count {
      tasks.removeFirst(firstTask)
      firstTask = 0
    }
    return task
  }
}
