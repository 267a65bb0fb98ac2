public import Foundation
public import FoundationNetworking

/// What a navigation would do, for the delegate to decide on.
///
/// An immutable record; main actor.
@MainActor
open class WKNavigationAction: NSObject {
  /// The frame that asked for the navigation.
  ///
  /// For a load that the host started it is the main frame as it is before the load.
  public let sourceFrame: WKFrameInfo
  /// The frame that would navigate.
  ///
  /// `nil` stands for a new window, which never happens here.
  public let targetFrame: WKFrameInfo?
  /// What caused it.
  public let navigationType: WKNavigationType
  /// What would be loaded.
  public let request: URLRequest

  init(
    sourceFrame: WKFrameInfo, targetFrame: WKFrameInfo?, navigationType: WKNavigationType, request: URLRequest
  ) {
    self.sourceFrame = sourceFrame
    self.targetFrame = targetFrame
    self.navigationType = navigationType
    self.request = request
    super.init()
  }
}
