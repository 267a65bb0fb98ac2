public import Foundation
public import FoundationNetworking

/// What is known about a frame at one moment.
///
/// A record of that moment: it does not follow the frame when it navigates. Main actor.
@MainActor
open class WKFrameInfo: NSObject {
  /// Whether this is the view's main frame.
  public let isMainFrame: Bool
  /// The frame's document, as the request that would load it.
  public let request: URLRequest
  /// The origin of the frame's document.
  public let securityOrigin: WKSecurityOrigin
  /// The view the frame belongs to, or `nil` when it is gone.
  public private(set) weak var webView: WKWebView?

  /// Names the frame in commands to the page.
  let frameIdentifier: Int

  init(_ frame: ContentFrame, webView: WKWebView?) {
    isMainFrame = frame.isMainFrame
    request = URLRequest(url: URL(string: frame.url) ?? .aboutBlank)
    securityOrigin = WKSecurityOrigin(serialized: frame.origin)
    frameIdentifier = frame.identifier
    self.webView = webView
    super.init()
  }
}
