/// What may happen to a message of a method while it waits.
public enum DeliveryClass: String, Sendable, Hashable, CaseIterable {
  /// One response, a deadline, cancellable.
  case request
  /// Never dropped, ordered, acknowledged; without credit the sender waits, merges what may merge, or persists.
  case durable
  /// Only the newest of a key matters; older ones may be replaced while queued.
  case latest
  /// Batched and bounded; the oldest may be dropped, with a count.
  case sampled
  /// Dropped once its time to live has passed.
  case expiring
}
