/// Tells the host that every method the page announced is installed, and how the page's clock relates to the host's.
public struct BridgeReady: BridgeEvent, Hashable {
  /// What the page measured during the handshake.
  public struct Clock: Codable, Sendable, Hashable {
    /// Milliseconds to add to a page time to get a host time.
    public let offset: Double
    /// Milliseconds by which the offset may be wrong, either way.
    public let error: Double

    /// Makes a measurement.
    public init(offset: Double, error: Double) {
      self.offset = offset
      self.error = error
    }
  }

  /// The method it tells.
  public static let method: Method = .ready

  /// The page's clock against the host's.
  public let clock: Clock

  /// Makes the event.
  public init(clock: Clock) {
    self.clock = clock
  }

  /// Checks the numbers.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    try requireFinite(clock.offset, path.member("clock"), "offset")
    try require(clock.error.isFinite && clock.error >= 0, path.member("clock"), "error", "is not an error bound")
  }
}
