/// The clock of real time.
public struct LiveBridgeClock: BridgeClock {
  /// Makes it.
  public init() {}

  /// Runs an action once after a real time.
  public func schedule(
    afterMilliseconds milliseconds: Int, _ action: @escaping @Sendable () -> Void
  ) -> any BridgeTimer {
    Timer(
      task: Task.detached(name: "bridge deadline") {
        guard (try? await Task.sleep(for: .milliseconds(milliseconds), tolerance: .milliseconds(5))) != nil else {
          return
        }
        action()
      })
  }

  private struct Timer: BridgeTimer {
    let task: Task<Void, Never>

    func cancel() { task.cancel() }
  }
}
