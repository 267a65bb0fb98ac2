public import BridgeProtocol
public import Tracing

/// How a bridge behaves.
public struct BridgeConfiguration: Sendable {
  /// The message handler's name in the page.
  public var handlerName = "editorBridge"
  /// The one origin whose main frame may speak.
  public var origin = BridgeOrigin.editor
  /// Protocol versions offered.
  public var versions: [ProtocolVersion] = [.v1]
  /// What one message may hold.
  public var limits = WireLimits.standard
  /// Durable events that may wait unacknowledged.
  public var durableCredits = 64
  /// Capabilities that are granted when the page wants them.
  public var capabilities: [BridgeHello.Response.Grant] = []
  /// Looks at a hello before it is answered and may decline it, for instance for its schema version.
  ///
  /// Runs off the main actor and must not block.
  public var admission: @Sendable (BridgeHello) -> WireError? = { _ in nil }
  /// Milliseconds until the handshake must be complete.
  public var handshakeDeadline = 30_000
  /// Where deadlines come from.
  public var clock: any BridgeClock = LiveBridgeClock()
  /// Where messages are traced; its clock is the host's side of the clock measurement, also while it is off.
  public var recorder: TraceRecorder = .off()
  /// Draws the identity of a new session: not guessable, never drawn twice.
  public var makeSessionID: @Sendable () -> String = { TraceID.random().description }

  /// Makes the standard configuration.
  public init() {}
}
