import WebKit

/// The one origin whose main frame may use the bridge.
public struct BridgeOrigin: Sendable, Hashable {
  /// The scheme.
  public let scheme: String
  /// The host; empty for schemes without one.
  public let host: String
  /// The port; 0 for the scheme's own.
  public let port: Int

  /// Makes an origin.
  public init(scheme: String, host: String, port: Int = 0) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The origin of the editor's bundle.
  public static let editor = BridgeOrigin(scheme: "bridgehead-editor", host: "app")

  /// Whether a message's frame is a main frame of this origin.
  ///
  /// A subframe is refused whatever its origin: it may have
  /// been embedded by anybody, and the editor has none that needs the bridge.
  @MainActor
  func admits(_ frame: WKFrameInfo) -> Bool {
    let origin = frame.securityOrigin
    return frame.isMainFrame && origin.protocol == scheme && origin.host == host && origin.port == port
  }
}
