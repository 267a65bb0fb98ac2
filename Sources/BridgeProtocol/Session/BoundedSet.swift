/// A set of identities that forgets the oldest beyond a fixed number, so that a peer that never answers costs no
/// memory.
struct BoundedSet: Sendable, Hashable {
  static let capacity = 1_024

  private var members: Set<String> = []
  private var order: [String] = []

  var count: Int { members.count }

  func contains(_ id: String) -> Bool { members.contains(id) }

  mutating func insert(_ id: String) {
    guard members.insert(id).inserted else { return }
    order.append(id)
    if members.count > Self.capacity, let oldest = order.first {
      order.removeFirst()
      members.remove(oldest)
    }
  }

  /// Removes an identity and says whether it was there.
  mutating func remove(_ id: String) -> Bool {
    guard members.remove(id) != nil else { return false }
    order.removeAll { $0 == id }
    return true
  }
}
