public import Foundation

/// What a web view is made with.
///
/// Main actor. A view copies the configuration when it is made; the copy shares the user content controller and the
/// scheme handlers.
@MainActor
open class WKWebViewConfiguration: NSObject, NSCopying {
  /// The handlers and scripts that the view's pages see.
  ///
  /// Retained, not copied.
  open var userContentController = WKUserContentController()

  /// What the engine below is given; see `WKWebViewConfiguration+Engine.swift`.
  var engineSettings = WebContentSettings()

  private var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

  /// Creates a configuration with its own user content controller.
  public override init() { super.init() }

  /// Returns a configuration that shares the user content controller, scheme handlers and engine with this one.
  ///
  /// Must be called on the main thread; it traps elsewhere.
  public nonisolated func copy(with zone: NSZone? = nil) -> Any {
    MainActor.assumeIsolated { duplicate() }
  }

  /// Lets an object load the URLs of a scheme.
  ///
  /// Pass `nil` for none.
  ///
  /// The handler is retained by the configuration and by the views made with it. A scheme that is built in, not valid
  /// or taken traps with the text of WebKit's exception.
  open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
    let scheme = urlScheme.lowercased()
    guard !Self.builtInSchemes.contains(scheme) else {
      fatalError("'\(urlScheme)' is a URL scheme that WKWebView handles natively")
    }
    guard Self.isValid(scheme: scheme) else { fatalError("'\(urlScheme)' is not a valid URL scheme") }
    guard schemeHandlers[scheme] == nil else {
      fatalError("URL scheme '\(urlScheme)' already has a registered URL scheme handler")
    }
    schemeHandlers[scheme] = urlSchemeHandler
  }

  /// The object that loads the URLs of a scheme.
  open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
    schemeHandlers[urlScheme.lowercased()]
  }

  func duplicate() -> WKWebViewConfiguration {
    let copy = WKWebViewConfiguration()
    copy.userContentController = userContentController
    copy.engineSettings = engineSettings
    copy.schemeHandlers = schemeHandlers
    return copy
  }

  static let builtInSchemes: Set<String> = [
    "about", "blob", "data", "file", "ftp", "http", "https", "javascript", "ws", "wss",
  ]

  private static func isValid(scheme: String) -> Bool {
    guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
    return scheme.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }
}
