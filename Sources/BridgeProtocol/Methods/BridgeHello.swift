/// The page's first message: what it is and what it wants.
public struct BridgeHello: BridgeRequest, Hashable {
  /// The bundle the page runs.
  public struct Bundle: Codable, Sendable, Hashable {
    /// The bundle's version for people.
    public let version: String
    /// The hash of its content.
    public let hash: String

    /// Makes a description.
    public init(version: String, hash: String) {
      self.version = version
      self.hash = hash
    }
  }

  /// The method it asks.
  public static let method: Method = .hello

  /// Protocol versions the page speaks.
  public let versions: [Int]
  /// The bundle.
  public let bundle: Bundle
  /// The version of the document schema the page reads and writes.
  public let schemaVersion: Int
  /// Requests and events of the host that the page serves.
  public let methods: [String]
  /// Names of capabilities it wants.
  public let capabilities: [String]
  /// `performance.timeOrigin` of the page: epoch milliseconds on its clock.
  ///
  /// Tells one page load from the next.
  public let timeOrigin: Double
  /// When it was sent: epoch milliseconds on the page's clock.
  public let sentAt: Double

  /// Makes a hello.
  public init(
    versions: [Int], bundle: Bundle, schemaVersion: Int, methods: [String], capabilities: [String],
    timeOrigin: Double, sentAt: Double
  ) {
    self.versions = versions
    self.bundle = bundle
    self.schemaVersion = schemaVersion
    self.methods = methods
    self.capabilities = capabilities
    self.timeOrigin = timeOrigin
    self.sentAt = sentAt
  }

  /// Checks counts and numbers.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    try require(!versions.isEmpty, path, "versions", "is empty")
    try require(versions.count <= 64, path, "versions", "has more than 64 elements")
    for (index, version) in versions.enumerated() where version < 1 {
      throw PayloadFault(path.member("versions").element(index), "is not a version number")
    }
    try require(methods.count <= 512, path, "methods", "has more than 512 elements")
    try require(capabilities.count <= 512, path, "capabilities", "has more than 512 elements")
    try requireName(bundle.version, path.member("bundle"), "version")
    try requireName(bundle.hash, path.member("bundle"), "hash")
    try require(schemaVersion >= 1, path, "schemaVersion", "is not a version number")
    try requireFinite(timeOrigin, path, "timeOrigin")
    try requireFinite(sentAt, path, "sentAt")
  }

  /// The host's answer: what was agreed.
  public struct Response: BridgePayload, Hashable {
    /// A capability that was granted.
    public struct Grant: Codable, Sendable, Hashable {
      /// The capability's name.
      public let name: String
      /// The version of it that the host offers.
      public let version: Int

      /// Makes a grant.
      public init(name: String, version: Int) {
        self.name = name
        self.version = version
      }
    }

    /// How many messages may wait unacknowledged.
    public struct Credits: Codable, Sendable, Hashable {
      /// Durable events.
      public let durable: Int

      /// Makes credits.
      public init(durable: Int) {
        self.durable = durable
      }
    }

    /// The version both ends speak from here on.
    public let version: Int
    /// The new session.
    public let sessionID: String
    /// What was granted of what was wanted.
    public let capabilities: [Grant]
    /// What one message may hold, either way.
    public let limits: WireLimits
    /// How many messages may wait unacknowledged, either way.
    public let credits: Credits
    /// The trace both ends add to: 32 hexadecimal digits.
    public let traceID: String
    /// When the hello arrived: epoch milliseconds on the host's clock.
    public let receivedAt: Double
    /// When this answer was sent: epoch milliseconds on the host's clock.
    public let sentAt: Double

    /// Makes an answer.
    public init(
      version: Int, sessionID: String, capabilities: [Grant], limits: WireLimits, credits: Credits, traceID: String,
      receivedAt: Double, sentAt: Double
    ) {
      self.version = version
      self.sessionID = sessionID
      self.capabilities = capabilities
      self.limits = limits
      self.credits = credits
      self.traceID = traceID
      self.receivedAt = receivedAt
      self.sentAt = sentAt
    }

    /// Checks identities, limits and numbers.
    public func validate(at path: JSONPath) throws(PayloadFault) {
      try require(version >= 1, path, "version", "is not a version number")
      try requireName(sessionID, path, "sessionID")
      try require(sessionID.utf8.count <= WireLimits.nameLength, path, "sessionID", "is longer than 128 bytes")
      let limitsPath = path.member("limits")
      try require(limits.messageBytes > WireLimits.envelopeReserve, limitsPath, "messageBytes", "is too small")
      try require(limits.depth >= 8, limitsPath, "depth", "is too small")
      try require(limits.keys >= 64, limitsPath, "keys", "is too small")
      try require(limits.stringLength >= WireLimits.nameLength, limitsPath, "stringLength", "is too small")
      try requireCount(credits.durable, path.member("credits"), "durable")
      try require(traceID.utf8.count == 32, path, "traceID", "is not 32 hexadecimal digits")
      try requireFinite(receivedAt, path, "receivedAt")
      try requireFinite(sentAt, path, "sentAt")
    }
  }
}
