/// Where a bridge gets its deadlines from.
public protocol BridgeClock: Sendable {
  /// Runs an action once after a time.
  ///
  /// - Returns: A timer; cancelling it drops the action unless that has begun. The action runs on any thread and must
  ///   not block.
  func schedule(afterMilliseconds milliseconds: Int, _ action: @escaping @Sendable () -> Void) -> any BridgeTimer
}

/// An action a clock holds.
public protocol BridgeTimer: Sendable {
  /// Drops the action.
  ///
  /// Harmless when it has run.
  func cancel()
}
