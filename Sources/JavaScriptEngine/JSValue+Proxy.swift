import CJavaScriptCore

extension JSValue {
  /// Whether it is a `Proxy`, which scripts cannot find out; also true of a revoked one.
  public var isProxy: Bool {
    guard isObject, let object = unsafe try? objectReference() else { return false }
    return unsafe JSObjectGetProxyTarget(object) != nil
  }
}
