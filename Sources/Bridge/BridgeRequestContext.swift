public import BridgeProtocol

/// What a handler may know about the request it serves, besides the payload.
public struct BridgeRequestContext: Sendable, Hashable {
  /// The session the request came in.
  public let sessionID: String
  /// The request's identity in that session.
  public let requestID: String
  /// The method.
  public let method: Method
  /// The page's span that asked.
  public let trace: TraceContext?
}
