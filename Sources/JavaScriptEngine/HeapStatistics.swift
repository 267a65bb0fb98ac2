/// What the engine says of a virtual machine's heap.
public struct HeapStatistics: Sendable, Equatable {
  /// Bytes in use.
  public var heapBytes: Int
  /// Live objects.
  public var objectCount: Int
  /// Objects that the engine keeps for native code: what Swift holds, the realms, and the engine's own cache of
  /// compiled scripts.
  public var protectedCount: Int
  /// Values that Swift holds through a `JSValue`.
  public var heldValueCount: Int
}
