import Foundation
import FoundationNetworking

/// The view's end of its page: sends commands, receives events, and keeps what the view shows of the page's state.
///
/// Owned by the view alone. Whatever the page sends arrives here on the main actor, in order.
@MainActor
final class PageProxy {
  typealias Completion = @MainActor (Result<Any?, WKError>) -> Void

  weak var view: WKWebView?
  var customUserAgent: String?

  // State of navigation; PageProxy+Loading.swift changes it.
  var url: URL?
  var title: String?
  var isLoading = false
  var estimatedProgress = 0.0

  private let configuration: WKWebViewConfiguration

  init(configuration: WKWebViewConfiguration, frame: CGRect) {
    self.configuration = configuration
    configuration.userContentController.attach(self)
  }

  func send(_ command: ContentCommand) {}

  func close() {}

  func evaluate(_ source: String, frame: WKFrameInfo?, completion: Completion?) {}

  func evaluate(_ source: String, frame: WKFrameInfo?) async throws -> Any? { nil }

  func callFunction(_ body: String, arguments: [String: Any], frame: WKFrameInfo?, completion: Completion?) {}

  func callFunction(_ body: String, arguments: [String: Any], frame: WKFrameInfo?) async throws -> Any? { nil }

  func input(_ input: ContentInput) async throws {}
}
