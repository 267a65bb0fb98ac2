import Foundation
import FoundationNetworking

extension URLError {
  /// An error that says which URL failed and why, under the keys that Apple's loading errors use.
  init(_ code: URLError.Code, url: URL?, reason: String) {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: reason]
    if let url {
      userInfo[NSURLErrorFailingURLErrorKey] = url
    }
    self.init(code, userInfo: userInfo)
  }

  /// The error of a load that another load or `stopLoading` ended.
  static func cancelled(_ url: URL?) -> URLError { URLError(.cancelled, url: url, reason: "cancelled") }
}
