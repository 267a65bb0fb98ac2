/// One call of a host function: who, on what, with what.
///
/// Valid during the call.
public struct JSCall {
  /// The context the function was called in.
  public let context: JSContext
  /// The receiver.
  public let this: JSValue
  /// The arguments, in order.
  public let arguments: [JSValue]

  /// The argument at an index, `undefined` beyond the last.
  public func argument(_ index: Int) throws -> JSValue {
    index < arguments.count ? arguments[index] : try context.undefined
  }
}
