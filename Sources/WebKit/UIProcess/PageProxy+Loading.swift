import Foundation
import FoundationNetworking

/// A navigation that is on its way.
@MainActor
struct ActiveNavigation {
  enum Phase {
    /// The delegate has not decided yet.
    case deciding
    /// Started, and the old document is still there.
    case provisional
    /// The new document is there.
    case committed
  }

  let navigation: WKNavigation
  let source: PageProxy.Source
  let type: WKNavigationType
  /// Whether the host asked for it, which makes the view show its URL at once.
  let isHostRequest: Bool
  var phase = Phase.deciding

  var url: URL { source.url }
}

extension PageProxy {
  /// What to load.
  enum Source {
    case request(URLRequest)
    case content(ContentDocument.Body, contentType: String, baseURL: URL)
    case file(URL, readAccess: URL)

    var url: URL {
      switch self {
      case .request(let request): request.url ?? .aboutBlank
      case .content(_, _, let baseURL): baseURL
      case .file(let url, _): url
      }
    }

    var request: URLRequest {
      if case .request(let request) = self { return request }
      return URLRequest(url: url)
    }

    /// What the document may read of the file system.
    var fileAccess: FileAccess? {
      switch self {
      case .request(let request):
        request.url.flatMap { $0.isFileURL ? FileAccess(granting: $0) : nil }
      case .content(_, _, let baseURL):
        // The directory of the base URL, as WebKit assumes for content that the host supplies.
        baseURL.isFileURL
          ? FileAccess(granting: baseURL.hasDirectoryPath ? baseURL : baseURL.deletingLastPathComponent()) : nil
      case .file(_, let readAccess): FileAccess(granting: readAccess)
      }
    }
  }

  var url: URL? {
    guard let active, active.isHostRequest || active.phase != .deciding else { return committedURL }
    return active.phase == .committed ? committedURL : active.url
  }

  var isLoading: Bool { active != nil }

  private var delegate: (any WKNavigationDelegate)? { view?.navigationDelegate }

  // MARK: From the host

  @discardableResult
  func startLoading(
    _ source: Source, type: WKNavigationType, sourceFrame: ContentFrame? = nil
  ) -> WKNavigation {
    endActive(with: .cancelled(active?.url))
    let navigation = WKNavigation(identifier: nextNavigation)
    nextNavigation += 1
    active = ActiveNavigation(
      navigation: navigation, source: source, type: type, isHostRequest: sourceFrame == nil)
    inbox.post { [weak self] in self?.decide(navigation, sourceFrame: sourceFrame) }
    return navigation
  }

  func reload() -> WKNavigation? {
    guard let committedURL else { return nil }
    if committedURL.isFileURL, let access = documentReadAccess {
      return startLoading(.file(committedURL, readAccess: access), type: .reload)
    }
    return startLoading(.request(URLRequest(url: committedURL)), type: .reload)
  }

  func stopLoading() {
    endActive(with: .cancelled(active?.url))
    resources.cancelPageLoads()
  }

  /// Ends what is on its way.
  ///
  /// The delegate hears of it later, so that no delegate method runs inside the host's call.
  private func endActive(with error: URLError) {
    guard let ended = active else { return }
    active = nil
    resources.cancel(.navigation(ended.navigation.identifier))
    if ended.phase == .committed { resources.cancelPageLoads() }
    inbox.post { [weak self] in self?.tellFailure(of: ended, error) }
  }

  private func tellFailure(of ended: ActiveNavigation, _ error: any Error) {
    guard let view else { return }
    switch ended.phase {
    case .deciding: break
    case .provisional: delegate?.webView(view, didFailProvisionalNavigation: ended.navigation, withError: error)
    case .committed: delegate?.webView(view, didFail: ended.navigation, withError: error)
    }
  }

  // MARK: Policy

  private func decide(_ navigation: WKNavigation, sourceFrame: ContentFrame?) {
    guard let active, active.navigation === navigation, let view else { return }
    guard let delegate else { return begin(navigation) }
    let main = WKFrameInfo(mainFrame, webView: view)
    let action = WKNavigationAction(
      sourceFrame: sourceFrame.map { WKFrameInfo($0, webView: view) } ?? main, targetFrame: main,
      navigationType: active.type, request: active.source.request)
    var isDecided = false
    delegate.webView(view, decidePolicyFor: action) { [weak self] policy in
      guard !isDecided else {
        fatalError(
          "Completion handler passed to webView(_:decidePolicyFor:decisionHandler:) was called more than once")
      }
      isDecided = true
      self?.decided(policy, navigation)
    }
  }

  private func decided(_ policy: WKNavigationActionPolicy, _ navigation: WKNavigation) {
    guard active?.navigation === navigation else { return }
    switch policy {
    case .allow: begin(navigation)
    case .cancel: active = nil
    }
  }

  // MARK: Provisional

  private func begin(_ navigation: WKNavigation) {
    guard let view, var active, active.navigation === navigation else { return }
    active.phase = .provisional
    self.active = active
    estimatedProgress = 0.1
    delegate?.webView(view, didStartProvisionalNavigation: navigation)
    guard self.active?.navigation === navigation else { return }
    switch active.source {
    case .content(let body, let contentType, let baseURL):
      show(navigation, url: baseURL.absoluteString, contentType: contentType, body: body)
    case .request(let request) where request.url.map(Self.isBlank) ?? true:
      show(navigation, url: active.url.absoluteString, contentType: "text/html; charset=utf-8", body: .text(""))
    case .request, .file:
      resources.load(
        active.source.request, key: .navigation(navigation.identifier), access: active.source.fileAccess
      ) { [weak self] result in
        self?.received(result, for: navigation)
      }
    }
  }

  private static func isBlank(_ url: URL) -> Bool { url.scheme?.lowercased() == "about" }

  private func received(_ result: Result<ContentResponse, any Error>, for navigation: WKNavigation) {
    guard let active, active.navigation === navigation else { return }
    switch result {
    case .success(let response):
      show(
        navigation, url: response.url.isEmpty ? active.url.absoluteString : response.url,
        contentType: response.header("Content-Type") ?? "text/html", body: .bytes(response.body))
    case .failure(let error):
      self.active = nil
      tellFailure(of: active, error)
    }
  }

  private func show(_ navigation: WKNavigation, url: String, contentType: String, body: ContentDocument.Body) {
    documentNavigation = navigation.identifier
    send(
      .load(
        ContentDocument(navigation: navigation.identifier, url: url, contentType: contentType, body: body)))
  }

  // MARK: From the page

  func documentChanged(navigation identifier: UInt64, _ phase: ContentDocumentPhase) {
    guard let view, var active, active.navigation.identifier == identifier else { return }
    switch phase {
    case .committed:
      active.phase = .committed
      self.active = active
      committedURL = active.url
      title = ""
      estimatedProgress = 0.5
      setAccess(of: active.source)
      delegate?.webView(view, didCommit: active.navigation)
    case .domContentLoaded: estimatedProgress = 0.8
    case .loaded:
      self.active = nil
      estimatedProgress = 1
      delegate?.webView(view, didFinish: active.navigation)
    case .failed(let reason):
      self.active = nil
      tellFailure(of: active, URLError(.cannotParseResponse, url: active.url, reason: reason))
    }
  }

  func pageChanged(title: String?, url: String?) {
    if let title { self.title = title }
    if let url, let parsed = URL(string: url) {
      committedURL = parsed
      mainFrame.url = url
    }
  }

  func navigationRequested(frame: ContentFrame, url: String, type: ContentNavigationType) {
    guard let target = URL(string: url) else {
      return report(.navigationRefused, "the page asked for \(url), which is not a URL")
    }
    guard frame.isMainFrame else {
      return report(.navigationRefused, "a frame inside the page asked for \(url); only the main frame navigates")
    }
    mainFrame = frame
    if type == .reload, target == committedURL {
      _ = reload()
    } else {
      startLoading(.request(URLRequest(url: target)), type: WKNavigationType(type), sourceFrame: frame)
    }
  }

  func load(_ request: ContentRequest, identifier: UInt64) {
    guard let url = URL(string: request.url) else {
      return sendIfOpen(.resourceFailed(request: identifier, message: "\(request.url) is not a URL"))
    }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method
    for header in request.headers { urlRequest.addValue(header.value, forHTTPHeaderField: header.name) }
    urlRequest.httpBody = request.body
    urlRequest.mainDocumentURL = committedURL
    resources.load(urlRequest, key: .page(identifier), access: resources.fileAccess) { [weak self] result in
      switch result {
      case .success(let response): self?.sendIfOpen(.resourceLoaded(request: identifier, response))
      case .failure(let error):
        let reason = error.localizedDescription
        self?.report(.resourceFailed, "\(request.url): \(reason)")
        self?.sendIfOpen(.resourceFailed(request: identifier, message: reason))
      }
    }
  }

  // MARK: The end

  func navigationEndedByTermination(_ reason: String) {
    guard let view else { return }
    let ended = active
    active = nil
    if let ended, ended.phase != .deciding {
      tellFailure(
        of: ended, WKError(.webContentProcessTerminated, userInfo: [NSLocalizedFailureReasonErrorKey: reason]))
    }
    delegate?.webViewWebContentProcessDidTerminate(view)
  }

  private func setAccess(of source: Source) {
    resources.fileAccess = source.fileAccess
    if case .file(_, let readAccess) = source { documentReadAccess = readAccess } else { documentReadAccess = nil }
  }
}

extension WKNavigationType {
  init(_ type: ContentNavigationType) {
    switch type {
    case .link: self = .linkActivated
    case .form: self = .formSubmitted
    case .reload: self = .reload
    case .backForward: self = .backForward
    case .other: self = .other
    }
  }
}
