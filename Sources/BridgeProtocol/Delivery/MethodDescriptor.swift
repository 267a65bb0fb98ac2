/// What the protocol says about one method.
public struct MethodDescriptor: Sendable, Hashable {
  /// Which way a method goes.
  public enum Direction: String, Sendable, Hashable {
    case hostToPage
    case pageToHost
  }

  /// The method.
  public let method: Method
  /// Which way it goes.
  public let direction: Direction
  /// What may happen to it while it waits.
  public let delivery: DeliveryClass
  /// Whether it is sent as a request; events are not answered.
  public let isRequest: Bool
  /// Milliseconds a request may take unless the caller says otherwise; `nil` waits as long as the session lives.
  public let deadline: Int?
  /// Whether sending it twice does no harm, so that a lost answer may be retried.
  public let isIdempotent: Bool
  /// Member of the payload that tells apart what coalesces; `nil` coalesces by method alone.
  ///
  /// Only for latest.
  public let coalescingKey: String?
  /// Milliseconds after which it is worthless.
  ///
  /// Only for expiring.
  public let timeToLive: Int?
  /// Why it is classed so.
  public let argument: String
}
