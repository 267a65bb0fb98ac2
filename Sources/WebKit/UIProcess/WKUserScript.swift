public import Foundation

/// A script that runs in every document a view loads.
///
/// An immutable record; main actor. Scripts run in the order in which they were added.
@MainActor
open class WKUserScript: NSObject, NSCopying {
  /// The script's text.
  public let source: String
  /// When it runs.
  public let injectionTime: WKUserScriptInjectionTime
  /// Whether frames inside the main frame are left out.
  public let isForMainFrameOnly: Bool

  /// Creates a script for the page's world.
  public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
    self.source = source
    self.injectionTime = injectionTime
    self.isForMainFrameOnly = forMainFrameOnly
    super.init()
  }

  /// Creates a script for a world, of which there is one: ``WKContentWorld/page``.
  public convenience init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool, in contentWorld: WKContentWorld
  ) {
    self.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly)
  }

  /// Returns the script itself, which cannot change.
  public nonisolated func copy(with zone: NSZone? = nil) -> Any { self }
}
