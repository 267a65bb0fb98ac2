import Foundation
import FoundationNetworking

extension PageProxy {
  /// What to load.
  enum Source {
    case request(URLRequest)
    case content(ContentDocument.Body, contentType: String, baseURL: URL)
    case file(URL, readAccess: URL)
  }

  func startLoading(_ source: Source, type: WKNavigationType) -> WKNavigation? { nil }
  func reload() -> WKNavigation? { nil }
  func stopLoading() {}
}
