import BridgeProtocol
import Synchronization

/// Who listens to which events and notices.
final class EventHub: Sendable {
  private typealias Sink = @Sendable (JSONValue?) -> PayloadFault?

  private struct State {
    var nextIdentity: UInt64 = 0
    var sinks: [Method: [UInt64: Sink]] = [:]
    var finishers: [UInt64: @Sendable () -> Void] = [:]
    var notices: [UInt64: AsyncStream<BridgeNotice>.Continuation] = [:]
    var isFinished = false
  }

  private let state = Mutex(State())

  /// The events of a type from now on.
  ///
  /// The stream ends with the bridge; a slow listener loses what the delivery class
  /// lets it lose.
  func events<Event: BridgeEvent>(
    _ type: Event.Type, buffering: AsyncStream<Event>.Continuation.BufferingPolicy
  ) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: buffering)
    let identity: UInt64? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.nextIdentity += 1
      let identity = state.nextIdentity
      state.sinks[Event.method, default: [:]][identity] = { payload in
        do throws(PayloadFault) {
          continuation.yield(try JSONValueDecoder.decode(Event.self, from: payload))
          return nil
        } catch {
          return error
        }
      }
      state.finishers[identity] = { continuation.finish() }
      return identity
    }
    guard let identity else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in
        state.sinks[Event.method]?[identity] = nil
        state.finishers[identity] = nil
      }
    }
    return stream
  }

  /// The notices from now on.
  func notices() -> AsyncStream<BridgeNotice> {
    let (stream, continuation) = AsyncStream.makeStream(of: BridgeNotice.self, bufferingPolicy: .bufferingNewest(1_024))
    let identity: UInt64? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.nextIdentity += 1
      state.notices[state.nextIdentity] = continuation
      return state.nextIdentity
    }
    guard let identity else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.notices[identity] = nil } }
    return stream
  }

  /// Tells listeners; gives back the fault of a payload that is not what the event's type says.
  func deliver(_ method: Method, _ payload: JSONValue?) -> PayloadFault? {
    let sinks = state.withLock { Array(($0.sinks[method] ?? [:]).values) }
    var fault: PayloadFault?
    for sink in sinks { fault = sink(payload) ?? fault }
    return fault
  }

  func deliver(_ notice: BridgeNotice) {
    for listener in state.withLock({ Array($0.notices.values) }) { listener.yield(notice) }
  }

  /// Ends all streams; later ones end at once.
  func finish() {
    let (finishers, notices) = state.withLock { state in
      state.isFinished = true
      return (Array(state.finishers.values), Array(state.notices.values))
    }
    // Outside the lock: finishing calls the termination handlers above, which take it.
    for finish in finishers { finish() }
    for notice in notices { notice.finish() }
  }
}
