/// What the engine says of a virtual machine's heap.
public struct HeapStatistics: Sendable, Equatable {
  /// Bytes in use.
  public var heapBytes: Int
  /// Live objects.
  public var objectCount: Int
  /// Values that native code keeps alive.
  public var protectedCount: Int
}
