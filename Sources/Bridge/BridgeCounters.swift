/// What has crossed a bridge so far, over all its sessions.
public struct BridgeCounters: Sendable, Hashable {
  /// Messages handed to the page.
  public internal(set) var sent = 0
  /// Messages received from the page, refused ones included.
  public internal(set) var received = 0
  /// Bytes of the messages sent, as UTF-8.
  public internal(set) var bytesSent = 0
  /// Bytes of the messages received, as UTF-8.
  public internal(set) var bytesReceived = 0
  /// Findings by name.
  public internal(set) var findings: [String: Int] = [:]
  /// Messages of another origin or frame, or that are no text.
  public internal(set) var foreign = 0

  /// Bytes both ways.
  public var bytes: Int { bytesSent + bytesReceived }

  /// Makes counters that stand at zero.
  public init() {}
}
