/// Ties a message to the trace and the span that caused it.
///
/// The identities are texts here (32 and 16 lower-case hexadecimal digits), since the protocol does not depend on a
/// tracing library.
public struct TraceContext: Sendable, Hashable {
  /// The trace, 32 hexadecimal digits.
  public let traceID: String
  /// The span that sent the message, 16 hexadecimal digits.
  public let spanID: String

  /// Makes a context.
  public init(traceID: String, spanID: String) {
    self.traceID = traceID
    self.spanID = spanID
  }
}
