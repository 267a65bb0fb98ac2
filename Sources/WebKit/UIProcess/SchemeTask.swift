import Foundation
import FoundationNetworking

/// The task that a scheme handler answers; it collects the answer until it is complete.
@MainActor
final class SchemeTask: NSObject, WKURLSchemeTask {
  enum State {
    case waiting
    case responded
    case receiving
    case completed
    case stopped
  }

  let request: URLRequest
  private var state = State.waiting
  private var response: URLResponse?
  private var body = Data()
  private var completion: (@MainActor (Result<ContentResponse, any Error>) -> Void)?

  init(request: URLRequest, completion: @escaping @MainActor (Result<ContentResponse, any Error>) -> Void) {
    self.request = request
    self.completion = completion
    super.init()
  }

  func didReceive(_ response: URLResponse) {
    checkNotEnded()
    guard state != .receiving else {
      fatalError("[WKURLSchemeTask taskDidReceiveData:] has already been called for this task")
    }
    state = .responded
    self.response = response
  }

  func didReceive(_ data: Data) {
    checkNotEnded()
    guard state != .waiting else { fatalError("No response has been sent for this task") }
    state = .receiving
    body.append(data)
  }

  func didFinish() {
    checkNotEnded()
    guard state != .waiting, let response else { fatalError("No response has been sent for this task") }
    finish(.success(ContentResponse(response, body: body)))
  }

  func didFailWithError(_ error: any Error) {
    checkNotEnded()
    finish(.failure(error))
  }

  /// Whether the handler still has to be told that the task has stopped.
  func stop() -> Bool {
    guard state != .completed, state != .stopped else { return false }
    state = .stopped
    completion = nil
    body = Data()
    return true
  }

  private func finish(_ result: Result<ContentResponse, any Error>) {
    state = .completed
    let completion = completion
    self.completion = nil
    body = Data()
    completion?(result)
  }

  private func checkNotEnded() {
    switch state {
    case .stopped: fatalError("This task has already been stopped")
    case .completed:
      fatalError("[WKURLSchemeTask taskDidCompleteWithError:] has already been called for this task")
    case .waiting, .responded, .receiving: break
    }
  }
}

extension ContentResponse {
  /// The answer of a scheme handler.
  ///
  /// One that is not HTTP counts as a success, so that `fetch` and documents can use it.
  init(_ response: URLResponse, body: Data) {
    url = response.url?.absoluteString ?? ""
    self.body = body
    if let http = response as? HTTPURLResponse {
      status = http.statusCode
      statusText = HTTPURLResponse.localizedString(forStatusCode: http.statusCode)
      headers = http.allHeaderFields
        .compactMap { field in
          guard let name = field.key as? String, let value = field.value as? String else { return nil }
          return ContentHeader(name: name, value: value)
        }
        .sorted { $0.name < $1.name }
    } else {
      status = 200
      statusText = "OK"
      headers = []
    }
    if header("Content-Type") == nil, let type = response.mimeType {
      let charset = response.textEncodingName.map { "; charset=\($0)" } ?? ""
      headers.append(ContentHeader(name: "Content-Type", value: type + charset))
    }
  }

  /// The first header of a name, whatever its case.
  func header(_ name: String) -> String? {
    headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }
}
