public import Foundation

/// One navigation of a web view, from the call that asked for it to its end.
///
/// The same object is passed to every delegate method about that navigation; compare with `===`. Main actor.
@MainActor
open class WKNavigation: NSObject {
  /// Distinguishes this navigation from the view's other ones in values sent to the page.
  let identifier: UInt64

  init(identifier: UInt64) {
    self.identifier = identifier
    super.init()
  }
}
