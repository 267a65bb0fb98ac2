import Foundation
import WebKit

/// Stands between the user content controller and the bridge.
///
/// The controller retains its handlers. Were the bridge itself registered, controller, view and bridge would hold each
/// other for ever; the forwarder holds the bridge weakly, so that letting go of the bridge is enough.
final class MessageForwarder: NSObject, WKScriptMessageHandler {
  private weak var bridge: EditorBridge?

  init(bridge: EditorBridge) {
    self.bridge = bridge
    super.init()
  }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    bridge?.receive(message)
  }
}
