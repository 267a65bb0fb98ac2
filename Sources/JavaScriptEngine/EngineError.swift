/// A fault of the host or of the engine, as opposed to something that JavaScript threw.
public struct EngineError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of fault.
  ///
  /// More may come, so a switch over them needs a default.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case unavailable, terminated, taskBudgetExceeded, heapLimitExceeded, contextReleased, shutDown, sourceUnreadable,
        conversion
    }
    private let kind: Kind

    /// The thread or the engine could not be set up.
    public static let unavailable = Code(kind: .unavailable)
    /// Somebody ended the running task from outside.
    public static let terminated = Code(kind: .terminated)
    /// A task used more processor time than it may.
    public static let taskBudgetExceeded = Code(kind: .taskBudgetExceeded)
    /// The heap grew over its ceiling.
    public static let heapLimitExceeded = Code(kind: .heapLimitExceeded)
    /// A value or context was used after its context had been released.
    public static let contextReleased = Code(kind: .contextReleased)
    /// The virtual machine was shut down, or is dead.
    public static let shutDown = Code(kind: .shutDown)
    /// A script file cannot be read.
    public static let sourceUnreadable = Code(kind: .sourceUnreadable)
    /// A value is not of the kind that was asked for.
    public static let conversion = Code(kind: .conversion)

    /// The code's name.
    public var description: String { kind.rawValue }
  }

  /// The kind.
  public var code: Code
  /// What happened, for people.
  public var message: String
  /// The script, file or function it happened in, where known.
  public var place: String?

  /// Makes a fault.
  public init(_ code: Code, _ message: String, place: String? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }

  /// Place and message.
  public var description: String { place.map { "\($0): \(message)" } ?? message }
}
