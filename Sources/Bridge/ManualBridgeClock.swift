import Synchronization

/// A clock that a test moves by hand.
public final class ManualBridgeClock: BridgeClock {
  private struct Entry {
    let due: Int
    let action: @Sendable () -> Void
  }

  private struct State {
    var now = 0
    var nextIdentity = 0
    var entries: [Int: Entry] = [:]
  }

  private let state = Mutex(State())

  /// Makes a clock that stands at zero.
  public init() {}

  /// How many actions wait.
  public var pendingCount: Int { state.withLock { $0.entries.count } }

  /// Keeps an action until the clock has been moved far enough.
  public func schedule(
    afterMilliseconds milliseconds: Int, _ action: @escaping @Sendable () -> Void
  ) -> any BridgeTimer {
    let identity = state.withLock { state in
      state.nextIdentity += 1
      state.entries[state.nextIdentity] = Entry(due: state.now + max(0, milliseconds), action: action)
      return state.nextIdentity
    }
    return Timer(clock: self, identity: identity)
  }

  /// Moves the clock and runs what falls due, in order of time and then of scheduling; also what those actions
  /// schedule, if due.
  public func advance(byMilliseconds milliseconds: Int) {
    let target = state.withLock { $0.now + milliseconds }
    while let action = takeDue(by: target) { action() }
    state.withLock { $0.now = target }
  }

  private func takeDue(by target: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let due = state.entries.filter { $0.value.due <= target }
      guard let next = due.min(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) else { return nil }
      state.entries[next.key] = nil
      state.now = next.value.due
      return next.value.action
    }
  }

  private struct Timer: BridgeTimer {
    let clock: ManualBridgeClock
    let identity: Int

    func cancel() { clock.state.withLock { $0.entries[identity] = nil } }
  }
}
