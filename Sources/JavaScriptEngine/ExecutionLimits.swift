/// How much a script may use before it is ended.
///
/// Ending cannot be caught by the script, and `finally` blocks do not run.
public struct ExecutionLimits: Sendable, Equatable {
  /// The processor time of one task and its microtasks; nil for no limit.
  ///
  /// Looked at about every 5 ms; a single regular expression or built-in call may overrun it until it returns.
  public var taskBudget: Duration?
  /// The size of the heap, in bytes, as the process's resident memory grows from the virtual machine's start; nil for
  /// no limit.
  ///
  /// The engine has no ceiling of its own, so this is watched at the same checks: an allocation loop is ended a little
  /// above it.
  public var heapBytes: Int?

  /// Sets the limits.
  public init(taskBudget: Duration? = nil, heapBytes: Int? = nil) {
    self.taskBudget = taskBudget
    self.heapBytes = heapBytes
  }

  /// No limits: a script ends when it ends, or when somebody terminates it.
  public static let none = ExecutionLimits()

  /// Ten seconds of processor time for each task, two gigabytes of memory.
  public static let `default` = ExecutionLimits(taskBudget: .seconds(10), heapBytes: 2 << 30)
}
