/// The identity that joins the two ends of one message's arrow.
public struct FlowID: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The identity as text, unique in its trace.
  public let description: String

  /// Makes an identity; the caller keeps it unique in the trace.
  public init(_ text: String) {
    description = text
  }

  /// Makes an identity from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}
