import Synchronization

/// Brings a page's events to the main actor, in order.
///
/// Any thread may post. One hop to the main actor serves all events that arrived before it runs, which is what makes a
/// burst of messages cheap. After `close()` nothing is delivered any more.
final class EventInbox: Sendable {
  enum Item: Sendable {
    case event(ContentEvent)
    /// Something of the view's own that must not overtake events which arrived before it.
    case step(@MainActor @Sendable () -> Void)
  }

  private struct State {
    var items: [Item] = []
    var isScheduled = false
    var isClosed = false
    var receiver: (@MainActor @Sendable (ContentEvent) -> Void)?
  }

  /// How many events are delivered before other work of the main actor gets its turn.
  private static let batch = 128

  private let state = Mutex(State())

  func setReceiver(_ receiver: @escaping @MainActor @Sendable (ContentEvent) -> Void) {
    state.withLock { $0.receiver = receiver }
  }

  func post(_ event: ContentEvent) { append(.event(event)) }

  func post(step: @escaping @MainActor @Sendable () -> Void) { append(.step(step)) }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.items.removeAll()
      state.receiver = nil
    }
  }

  private func append(_ item: Item) {
    let mustSchedule = state.withLock { state in
      guard !state.isClosed else { return false }
      state.items.append(item)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { schedule() }
  }

  private func schedule() {
    Task { @MainActor in drain() }
  }

  @MainActor
  private func drain() {
    let (items, receiver) = state.withLock { state in
      let items = Array(state.items.prefix(Self.batch))
      state.items.removeFirst(items.count)
      return (items, state.receiver)
    }
    for item in items {
      // A handler may have closed the view in between.
      guard state.withLock({ !$0.isClosed }) else { return }
      switch item {
      case .event(let event): receiver?(event)
      case .step(let step): step()
      }
    }
    let hasMore = state.withLock { state in
      state.isScheduled = !state.items.isEmpty
      return state.isScheduled
    }
    if hasMore { schedule() }
  }
}
