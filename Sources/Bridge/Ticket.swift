import BridgeProtocol
import Synchronization

/// One result on its way to one waiting caller: the first completion counts, whichever comes first, it or the wait.
final class Ticket<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Result<Value, WireError>, Never>)
    case completed(Result<Value, WireError>)
    case taken
  }

  private let state = Mutex(State.idle)

  /// Waits for the result.
  ///
  /// Called once.
  func wait() async -> Result<Value, WireError> {
    await withCheckedContinuation { continuation in
      let early: Result<Value, WireError>? = state.withLock { state in
        if case .completed(let result) = state {
          state = .taken
          return result
        }
        state = .waiting(continuation)
        return nil
      }
      if let early { continuation.resume(returning: early) }
    }
  }

  /// Gives the result; later ones are dropped.
  func complete(_ result: Result<Value, WireError>) {
    let waiting: CheckedContinuation<Result<Value, WireError>, Never>? = state.withLock { state in
      switch state {
      case .idle:
        state = .completed(result)
        return nil
      case .waiting(let continuation):
        state = .taken
        return continuation
      case .completed, .taken: return nil
      }
    }
    waiting?.resume(returning: result)
  }
}
