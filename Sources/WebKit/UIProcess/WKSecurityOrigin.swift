public import Foundation

/// Scheme, host and port: what decides which pages may see each other's data.
///
/// An immutable record; main actor. An opaque origin (`about:blank`, a sandboxed frame) has three empty parts.
@MainActor
open class WKSecurityOrigin: NSObject {
  /// The scheme, such as `file`.
  public let `protocol`: String
  /// The host; empty when the scheme has none.
  public let host: String
  /// The port; 0 when it is the scheme's default.
  public let port: Int

  init(serialized: String) {
    if serialized != "null", let parts = URLComponents(string: serialized) {
      self.protocol = parts.scheme ?? ""
      self.host = parts.host ?? ""
      self.port = parts.port ?? 0
    } else if let colon = serialized.firstIndex(of: ":") {
      self.protocol = String(serialized[..<colon])
      self.host = ""
      self.port = 0
    } else {
      self.protocol = ""
      self.host = ""
      self.port = 0
    }
    super.init()
  }
}
