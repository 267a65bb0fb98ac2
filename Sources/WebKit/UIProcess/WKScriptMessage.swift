public import Foundation

/// A message that a page posted to a handler.
///
/// An immutable record; main actor.
@MainActor
open class WKScriptMessage: NSObject {
  /// The posted value as Foundation types: `NSNumber`, `String`, `Date`, `[Any]`, `[String: Any]`, `NSNull`.
  ///
  /// Every number is an `NSNumber` made from a double, so `as? Int` succeeds for whole ones and `as? Bool` for 0 and 1.
  /// A posted `undefined` is an empty optional inside the `Any`, as a nil body is in Swift on Apple platforms. A value
  /// that contains itself holds, from the second level on, an `NSDictionary` or `NSArray` that contains itself; cast it
  /// to those, not to `[String: Any]`, which comes out empty.
  public let body: Any
  /// The view whose page posted, or `nil` when it is gone.
  public private(set) weak var webView: WKWebView?
  /// The frame that posted.
  public let frameInfo: WKFrameInfo
  /// The name of the handler.
  public let name: String
  /// The world whose script posted.
  public let world: WKContentWorld

  init(body: Any, webView: WKWebView, frameInfo: WKFrameInfo, name: String, world: WKContentWorld) {
    self.body = body
    self.webView = webView
    self.frameInfo = frameInfo
    self.name = name
    self.world = world
    super.init()
  }
}
