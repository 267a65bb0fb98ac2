/// The timers of one event loop: who is due when.
///
/// A value without a clock.
///
/// Timers with the same due time run in the order in which they were set. HTML's nesting rule is applied when a timer
/// is set.
struct TimerQueue {
  /// From this nesting level on, a delay is at least ``minimumNestedDelay``: nine nested timers run without it
  /// (recorded in WebKit 2.50.6).
  static let clampedNestingLevel = 10
  /// Four milliseconds, in nanoseconds.
  static let minimumNestedDelay: Int64 = 4_000_000

  struct Entry {
    let identifier: Int
    let owner: ObjectIdentifier?
    /// Nanoseconds on the loop's clock.
    var due: Int64
    var sequence: UInt64
    /// The delay in nanoseconds, before clamping.
    let delay: Int64
    let repeats: Bool
    var nesting: Int
    let action: () -> Void
  }

  private var heap: [Key] = []
  private var entries: [Int: Entry] = [:]
  private var nextIdentifier = 1
  private var nextSequence: UInt64 = 0

  /// One place in the heap; stale when the entry is gone or was set anew.
  private struct Key {
    let due: Int64
    let sequence: UInt64
    let identifier: Int

    func precedes(_ other: Key) -> Bool {
      due != other.due ? due < other.due : sequence < other.sequence
    }
  }

  var count: Int { entries.count }

  /// Sets a timer from a task of the given nesting level, and returns its identifier.
  mutating func set(
    delay: Int64, repeats: Bool, nesting: Int, owner: ObjectIdentifier?, now: Int64, _ action: @escaping () -> Void
  ) -> Int {
    let identifier = nextIdentifier
    nextIdentifier += 1
    // A repeating timer's first run is not slowed, however deep it was set (recorded in WebKit 2.50.6).
    let wait = repeats ? delay : Self.effective(delay, nesting: nesting)
    let entry = Entry(
      identifier: identifier, owner: owner, due: now + wait, sequence: nextSequence,
      delay: delay, repeats: repeats, nesting: nesting + 1, action: action)
    nextSequence += 1
    entries[identifier] = entry
    push(entry)
    return identifier
  }

  /// Removes a timer; unknown identifiers are allowed, as in HTML.
  mutating func clear(_ identifier: Int) {
    entries[identifier] = nil
  }

  /// Removes all timers of an owner.
  mutating func clearAll(of owner: ObjectIdentifier) {
    for (identifier, entry) in entries where entry.owner == owner { entries[identifier] = nil }
  }

  mutating func removeAll() {
    entries = [:]
    heap = []
  }

  /// When the next timer is due, and its place in the order of setting.
  mutating func next() -> Int64? {
    while let first = heap.first {
      if isCurrent(first) { return first.due }
      removeFirst()
    }
    return nil
  }

  /// Takes the next timer that is due.
  ///
  /// A repeating one is set anew at once, a fixed step after the time at which it was due, so that it does not drift;
  /// steps that were missed altogether are left out.
  mutating func takeDue(now: Int64) -> Entry? {
    guard let due = next(), due <= now else { return nil }
    let identifier = heap[0].identifier
    removeFirst()
    guard let entry = entries[identifier] else { return nil }
    if entry.repeats {
      var again = entry
      let step = max(1_000_000, Self.effective(entry.delay, nesting: entry.nesting))
      again.due = max(entry.due + step, now - (now - entry.due) % step)
      again.sequence = nextSequence
      again.nesting += 1
      nextSequence += 1
      entries[identifier] = again
      push(again)
    } else {
      entries[identifier] = nil
    }
    return entry
  }

  private static func effective(_ delay: Int64, nesting: Int) -> Int64 {
    nesting + 1 >= clampedNestingLevel ? max(delay, minimumNestedDelay) : max(delay, 0)
  }

  private func isCurrent(_ key: Key) -> Bool {
    entries[key.identifier]?.sequence == key.sequence
  }

  private mutating func push(_ entry: Entry) {
    heap.append(Key(due: entry.due, sequence: entry.sequence, identifier: entry.identifier))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
