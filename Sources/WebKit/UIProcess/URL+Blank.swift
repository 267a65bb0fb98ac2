import Foundation

extension URL {
  /// The address of an empty document.
  static var aboutBlank: URL {
    guard let url = URL(string: "about:blank") else { preconditionFailure("about:blank is a URL") }
    return url
  }
}
