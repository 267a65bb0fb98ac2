/// Where a task of the event loop comes from, as HTML names the sources.
///
/// Tasks of one loop run in the order in which they were posted, whatever their source; the name serves traces and
/// diagnostics.
public enum TaskSource: String, Sendable, CaseIterable {
  /// Reactions to changes of the document.
  case dom
  /// Keys, pointers, text.
  case userInteraction = "user-interaction"
  /// What the network brings.
  case networking
  /// `postMessage`, message channels, the native side.
  case messaging
  /// Timers.
  case timer
  /// Animation frames and what belongs to them.
  case rendering
  /// Swift code that was sent to the thread.
  case native
}
