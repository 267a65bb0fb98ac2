// Holds the shape of the engine's types until the engine is in the tree; then this file becomes the real process.

/// Clock, random numbers and time zone of a virtual machine.
public struct JSEnvironment: Sendable {
  /// The real ones.
  public static let live = JSEnvironment()
}

/// What a page may use up.
public struct ExecutionLimits: Sendable {
  /// No limits.
  public init() {}
}

/// What runs the pages of the views that share it.
///
/// Not part of Apple's API.
public final class WebContentProcess: Sendable {
  /// Creates one; it starts with its first view.
  public init(environment: JSEnvironment = .live, limits: ExecutionLimits = ExecutionLimits()) {}

  func warmUp() {}

  func connect(_ page: ContentPageInit, events: EventInbox) -> any ContentConnection { Disconnected() }

  private struct Disconnected: ContentConnection {
    func send(_ command: ContentCommand) {}
  }
}
