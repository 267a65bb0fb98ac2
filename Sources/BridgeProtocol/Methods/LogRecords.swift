/// Brings the page's log to the host.
///
/// Records describe what the editor did, never what the document says.
public struct LogRecords: BridgeEvent, Hashable {
  /// How much a record matters.
  public enum Level: String, Codable, Sendable, Hashable, CaseIterable {
    case debug
    case info
    case warning
    case error
  }

  /// One line of the log.
  public struct Record: Codable, Sendable, Hashable {
    /// How much it matters.
    public let level: Level
    /// What happened.
    public let message: String
    /// When: epoch milliseconds on the page's clock.
    public let at: Double

    /// Makes a record.
    public init(level: Level, message: String, at time: Double) {
      self.level = level
      self.message = message
      at = time
    }
  }

  /// The method it tells.
  public static let method: Method = "log.records"

  /// The records since the last message.
  public let records: [Record]
  /// How many did not fit.
  public let dropped: Int

  /// Makes the event.
  public init(records: [Record], dropped: Int) {
    self.records = records
    self.dropped = dropped
  }

  /// Checks times and counts.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    for (index, record) in records.enumerated() {
      try requireFinite(record.at, path.member("records").element(index), "at")
    }
    try requireCount(dropped, path, "dropped")
  }
}
