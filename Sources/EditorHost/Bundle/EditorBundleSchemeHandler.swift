import Foundation
import WebKit

/// Serves the editor's files to its page.
///
/// Used on the main actor only. Answers each task before `start` returns, so there is nothing to stop.
@MainActor
final class EditorBundleSchemeHandler: NSObject, WKURLSchemeHandler {
  private let bundle: EditorBundle

  init(bundle: EditorBundle) {
    self.bundle = bundle
  }

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    guard let url = urlSchemeTask.request.url else { return }
    do {
      guard let (bytes, mediaType) = try bundle.file(at: url.path) else {
        urlSchemeTask.didFailWithError(URLError(.fileDoesNotExist))
        return
      }
      let response = URLResponse(
        url: url, mimeType: mediaType, expectedContentLength: bytes.count, textEncodingName: "utf-8")
      urlSchemeTask.didReceive(response)
      urlSchemeTask.didReceive(bytes)
      urlSchemeTask.didFinish()
    } catch {
      urlSchemeTask.didFailWithError(error)
    }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
}
