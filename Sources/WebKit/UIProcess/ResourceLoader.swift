import Foundation
import FoundationNetworking

/// Loads what a page and its navigations ask for: files it may read, and URLs of schemes that the app handles.
///
/// Every load ends in its completion once, later and on the main actor, unless it is cancelled first.
@MainActor
final class ResourceLoader {
  typealias Completion = @MainActor @Sendable (Result<ContentResponse, any Error>) -> Void

  /// Identifies a load that may be cancelled.
  enum Key: Hashable, Sendable {
    case navigation(UInt64)
    case page(UInt64)
  }

  private enum Load {
    case file(Task<Void, Never>)
    case scheme(SchemeTask, any WKURLSchemeHandler)
  }

  weak var view: WKWebView?
  /// What the current document may read.
  var fileAccess: FileAccess?

  private let configuration: WKWebViewConfiguration
  private let inbox: EventInbox
  private var loads: [Key: Load] = [:]

  init(configuration: WKWebViewConfiguration, inbox: EventInbox) {
    self.configuration = configuration
    self.inbox = inbox
  }

  func load(_ request: URLRequest, key: Key, access: FileAccess?, completion: @escaping Completion) {
    guard let url = request.url, let scheme = url.scheme?.lowercased() else {
      return end(key, .failure(URLError(.badURL, url: request.url, reason: "the URL has no scheme")), completion)
    }
    if let handler = configuration.urlSchemeHandler(forURLScheme: scheme) {
      return load(request, with: handler, key: key, completion: completion)
    }
    switch scheme {
    case "file": read(url, key: key, access: access, completion: completion)
    case "http", "https":
      let reason = "\(scheme) is not loaded: there is no network here; handle a scheme with setURLSchemeHandler"
      end(key, .failure(URLError(.notConnectedToInternet, url: url, reason: reason)), completion)
    default:
      let reason = "no handler is registered for the scheme \(scheme)"
      end(key, .failure(URLError(.unsupportedURL, url: url, reason: reason)), completion)
    }
  }

  func cancel(_ key: Key) {
    switch loads.removeValue(forKey: key) {
    case .file(let task): task.cancel()
    case .scheme(let task, let handler):
      if task.stop(), let view { handler.webView(view, stop: task) }
    case nil: break
    }
  }

  /// Ends every load of the page's documents.
  func cancelPageLoads() {
    for case .page(let identifier) in loads.keys { cancel(.page(identifier)) }
  }

  func cancelAll() {
    for key in loads.keys { cancel(key) }
  }

  private func load(
    _ request: URLRequest, with handler: any WKURLSchemeHandler, key: Key, completion: @escaping Completion
  ) {
    guard let view else { return }
    let task = SchemeTask(request: request) { [weak self] result in
      self?.loads[key] = nil
      // A handler may answer while it is being started; the answer must still come later.
      self?.inbox.post { completion(result) }
    }
    loads[key] = .scheme(task, handler)
    handler.webView(view, start: task)
  }

  private func read(_ url: URL, key: Key, access: FileAccess?, completion: @escaping Completion) {
    guard let access else {
      let reason = "the page was not given access to files; use loadFileURL(_:allowingReadAccessTo:)"
      return end(key, .failure(URLError(.noPermissionsToReadFile, url: url, reason: reason)), completion)
    }
    loads[key] = .file(
      Task { [weak self] in
        let result = await Self.read(url, access: access)
        guard let self, !Task.isCancelled else { return }
        self.loads[key] = nil
        self.inbox.post { completion(result) }
      })
  }

  @concurrent
  private nonisolated static func read(_ url: URL, access: FileAccess) async -> Result<ContentResponse, any Error> {
    do {
      let data = try access.read(url)
      let type = MediaType.contentType(forPathExtension: url.pathExtension)
      return .success(
        ContentResponse(
          url: url.absoluteString, status: 200, statusText: "OK",
          headers: [ContentHeader(name: "Content-Type", value: type)], body: data))
    } catch {
      return .failure(error)
    }
  }

  private func end(_ key: Key, _ result: Result<ContentResponse, any Error>, _ completion: @escaping Completion) {
    inbox.post { completion(result) }
  }
}
