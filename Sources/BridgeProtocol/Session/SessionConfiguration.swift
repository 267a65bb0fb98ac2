/// What a session machine needs to know beforehand.
public struct SessionConfiguration: Sendable {
  /// Which end of the bridge a machine plays.
  public enum End: String, Sendable, Hashable {
    case host
    case page
  }

  /// Which end.
  public var end: End
  /// Versions this end speaks.
  public var versions: [ProtocolVersion]
  /// What one message may hold; the page's end takes over what the host states.
  public var limits: WireLimits
  /// All methods of the protocol with their delivery.
  public var methods: MethodTable
  /// Requests of the other end that this end serves.
  public var served: Set<Method>
  /// Milliseconds until the handshake must be complete.
  public var handshakeDeadline: Int
  /// Requests that may run at a time; one more is answered with backpressure.
  public var concurrentRequests: Int

  /// Makes a configuration.
  public init(
    end: End, versions: [ProtocolVersion] = [.v1], limits: WireLimits = .standard, methods: MethodTable = .v1,
    served: Set<Method> = [], handshakeDeadline: Int = 30_000, concurrentRequests: Int = 256
  ) {
    self.end = end
    self.versions = versions
    self.limits = limits
    self.methods = methods
    self.served = served
    self.handshakeDeadline = handshakeDeadline
    self.concurrentRequests = concurrentRequests
  }
}
