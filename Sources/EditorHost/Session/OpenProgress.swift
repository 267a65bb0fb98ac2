import Tracing

/// Which stages of an opening were reached, and who waits for them.
///
/// On the main actor.
@MainActor
final class OpenProgress {
  private(set) var sequence = OpenSequence()
  private var waiters: [(stage: OpenStage, continuation: CheckedContinuation<Void, any Error>)] = []
  private var failure: (any Error)?
  private let stageWasReached: @MainActor (OpenStage) -> Void

  init(stageWasReached: @escaping @MainActor (OpenStage) -> Void) {
    self.stageWasReached = stageWasReached
  }

  func record(_ stage: OpenStage, at instant: TraceInstant, by runtime: TraceRuntime) {
    guard sequence.record(stage, at: instant, by: runtime) else { return }
    stageWasReached(stage)
    resumeWaiters()
  }

  func skip(_ stage: OpenStage, reason: String) {
    sequence.skip(stage, reason: reason)
    resumeWaiters()
  }

  /// Returns when the stage was reached; throws what ``fail(_:)`` was given when that comes first.
  func wait(for stage: OpenStage) async throws {
    if let failure { throw failure }
    if sequence.milestone(stage) != nil { return }
    try await withCheckedThrowingContinuation { waiters.append((stage, $0)) }
  }

  /// Ends all waiting.
  ///
  /// The first failure stands.
  func fail(_ error: any Error) {
    if failure == nil { failure = error }
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.continuation.resume(throwing: error) }
  }

  private func resumeWaiters() {
    let reached = waiters.filter { sequence.milestone($0.stage) != nil }
    waiters.removeAll { sequence.milestone($0.stage) != nil }
    for waiter in reached { waiter.continuation.resume() }
  }
}
