/// Judges the numbers of one direction: next, seen before, or wrong.
///
/// A message that was delivered twice repeats its number *and* its head; a sender that lost count repeats the number
/// only. So the heads of the last messages are kept, and only a faithful repetition within them is a duplicate. Older
/// repetitions end the session: by then nobody can say what they are.
struct SequenceWindow: Sendable, Hashable {
  /// How many messages back a repetition is recognised.
  static let length = 64

  enum Verdict: Sendable, Hashable {
    case next
    case duplicate
    case violation(expected: UInt64)
  }

  private(set) var last: UInt64 = 0
  private var recent: [UInt64: EnvelopeHead] = [:]

  /// Judges a message and counts it when it is the next.
  mutating func admit(_ head: EnvelopeHead) -> Verdict {
    if head.sequence == last + 1 {
      last = head.sequence
      recent[last] = head
      if last > UInt64(Self.length) { recent[last - UInt64(Self.length)] = nil }
      return .next
    }
    if recent[head.sequence] == head { return .duplicate }
    return .violation(expected: last + 1)
  }
}
