public import BridgeProtocol

/// Why something asked of a bridge failed.
///
/// Carries the method and the code, never a payload.
public struct BridgeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was asked.
  public let method: Method
  /// What went wrong, as the protocol says it.
  public let cause: WireError

  /// Makes an error.
  public init(_ cause: WireError, method: Method) {
    self.cause = cause
    self.method = method
  }

  /// The code to act on.
  public var code: WireError.Code { cause.code }
  /// One sentence for people.
  public var message: String { cause.message }
  /// Whether the same request may be sent again, unchanged and without harm.
  public var isRetryable: Bool { cause.retryable }

  /// Method, code and sentence.
  public var description: String { "\(method): \(cause)" }
}
