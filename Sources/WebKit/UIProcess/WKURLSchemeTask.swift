public import Foundation
public import FoundationNetworking

/// One resource that a page asked a ``WKURLSchemeHandler`` for.
///
/// The calls come in this order: one response, any number of data, then finish or fail. Where WebKit raises an
/// exception for a call out of order, or after the task was stopped, these trap with WebKit's text.
@preconcurrency @MainActor
public protocol WKURLSchemeTask: NSObjectProtocol {
  /// What the page asked for: URL, method, headers and body.
  var request: URLRequest { get }

  /// Gives the response: its MIME type, and status and headers when it is an `HTTPURLResponse`.
  func didReceive(_ response: URLResponse)

  /// Gives the next part of the body.
  func didReceive(_ data: Data)

  /// Ends the load with success.
  func didFinish()

  /// Ends the load with an error: a navigation fails with it, a `fetch` rejects with a `TypeError`.
  func didFailWithError(_ error: any Error)
}
