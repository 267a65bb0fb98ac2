public import Foundation

/// A namespace for scripts and message handlers.
///
/// Only the world of the page's own scripts exists. Main actor; one object lives as long as the process.
@MainActor
open class WKContentWorld: NSObject {
  /// The world the page's own scripts run in.
  public static let page = WKContentWorld(name: nil)

  /// The name of a named world; `nil` for ``page``.
  public let name: String?

  private init(name: String?) {
    self.name = name
    super.init()
  }
}
