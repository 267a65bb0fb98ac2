import Foundation
import WebKit

/// A page of ours that has run the tests of a suite.
@MainActor
final class TestPage: NSObject, WKNavigationDelegate {
  /// The page did not get as far as a report.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private var loaded: CheckedContinuation<Void, any Error>?
  private var complaints: [String] = []

  /// Loads the suite and returns its report as JSON text, once its last test has ended.
  ///
  /// Throws when the page cannot be loaded, ends early, or leaves no report; the error repeats what the page complained
  /// about.
  static func run(_ suite: JavaScriptSuite) async throws -> String {
    let page = TestPage()
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: WKWebViewConfiguration())
    webView.navigationDelegate = page
    webView.onDiagnostic = { page.complaints.append($0.description) }
    do {
      try await withCheckedThrowingContinuation { continuation in
        page.loaded = continuation
        webView.loadFileURL(suite.page, allowingReadAccessTo: JavaScriptSuite.folder)
      }
      let report = try await webView.callAsyncJavaScript("return await globalThis.testReport", contentWorld: .page)
      guard let text = report as? String else { throw Failure(description: "the page left no report") }
      return text
    } catch {
      throw Failure(description: (["\(error)"] + page.complaints.suffix(20)).joined(separator: "\n"))
    }
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    end(.success(()))
  }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    end(.failure(error))
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    end(.failure(error))
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    end(.failure(Failure(description: "the page was ended while it loaded")))
  }

  private func end(_ result: Result<Void, any Error>) {
    loaded?.resume(with: result)
    loaded = nil
  }
}
