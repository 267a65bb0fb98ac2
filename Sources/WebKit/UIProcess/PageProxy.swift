import Foundation
import FoundationNetworking

/// The view's end of its page: sends commands, receives events, and keeps what the view shows of the page's state.
///
/// Owned by the view alone. Whatever the page sends arrives here on the main actor, in order.
@MainActor
final class PageProxy {
  typealias Completion = @MainActor (Result<Any?, WKError>) -> Void
  private typealias Answer = @MainActor (Result<MessageBody, ContentFault>) -> Void

  weak var view: WKWebView? {
    didSet { resources.view = view }
  }
  var customUserAgent: String?

  // What the view shows; PageProxy+Loading.swift changes it.
  var title: String?
  var estimatedProgress = 0.0
  var committedURL: URL?
  var active: ActiveNavigation?
  var nextNavigation: UInt64 = 1
  /// The navigation whose document is shown; events of older ones are stale.
  var documentNavigation: UInt64 = 0
  /// The directory or file the document was granted with `loadFileURL`, for loading it again.
  var documentReadAccess: URL?
  /// The main frame as the page last described it.
  var mainFrame = ContentFrame(identifier: 0, isMainFrame: true, url: "about:blank", origin: "null")

  let configuration: WKWebViewConfiguration
  let inbox = EventInbox()
  let resources: ResourceLoader

  let contentProcess: WebContentProcess
  private var connection: (any ContentConnection)?
  private let pageSize: CGSize
  private var pending: [UInt64: Answer] = [:]
  private var nextCall: UInt64 = 1
  private var isClosed = false

  init(configuration: WKWebViewConfiguration, frame: CGRect) {
    self.configuration = configuration
    let settings = configuration.engineSettings
    contentProcess =
      settings.process
      ?? WebContentProcess(
        environment: settings.environment, limits: settings.limits, recorder: settings.recorder)
    pageSize =
      settings.pageSize ?? (frame.width > 0 && frame.height > 0 ? frame.size : CGSize(width: 390, height: 844))
    resources = ResourceLoader(configuration: configuration, inbox: inbox)
    inbox.setReceiver { [weak self] event in self?.receive(event) }
    configuration.userContentController.attach(self)
    contentProcess.warmUp()
  }

  // MARK: Commands

  /// Tells a page that has been opened; a page that is opened later is told then.
  func sendIfOpen(_ command: ContentCommand) { connection?.send(command) }

  /// Tells the page, opening it first if need be.
  func send(_ command: ContentCommand) {
    guard !isClosed else { return }
    let connection = connection ?? open()
    connection.send(command)
  }

  private func open() -> any ContentConnection {
    let controller = configuration.userContentController
    let connection = contentProcess.connect(
      ContentPageInit(
        userAgent: customUserAgent, width: pageSize.width, height: pageSize.height,
        isVisible: configuration.engineSettings.isVisible, handlers: controller.handlerNames,
        scripts: controller.scriptValues),
      events: inbox)
    self.connection = connection
    return connection
  }

  /// Unloads the page and ends what is pending, each once.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    configuration.userContentController.detach(self)
    inbox.close()
    resources.cancelAll()
    connection?.send(.close)
    connection = nil
    endPending(.invalidated)
  }

  private func endPending(_ fault: ContentFault) {
    let answers = pending.sorted { $0.key < $1.key }.map(\.value)
    pending.removeAll()
    for answer in answers { answer(.failure(fault)) }
  }

  // MARK: Calls

  func evaluate(_ source: String, frame: WKFrameInfo?, completion: Completion?) {
    guard let completion else {
      return send(.evaluate(call: 0, source: source, frame: frame?.frameIdentifier, wantsResult: false))
    }
    call(answer: converting(completion)) {
      .evaluate(call: $0, source: source, frame: frame?.frameIdentifier, wantsResult: true)
    }
  }

  func evaluate(_ source: String, frame: WKFrameInfo?) async throws -> Any? {
    try await call { .evaluate(call: $0, source: source, frame: frame?.frameIdentifier, wantsResult: true) }
  }

  func callFunction(_ body: String, arguments: [String: Any], frame: WKFrameInfo?, completion: Completion?) {
    do throws(WKError) {
      let arguments = try Self.encode(arguments)
      let answer: Answer = if let completion { converting(completion) } else { { _ in } }
      call(answer: answer) {
        .callFunction(call: $0, body: body, arguments: arguments, frame: frame?.frameIdentifier)
      }
    } catch {
      inbox.post { completion?(.failure(error)) }
    }
  }

  func callFunction(_ body: String, arguments: [String: Any], frame: WKFrameInfo?) async throws -> Any? {
    let arguments = try Self.encode(arguments)
    return try await call {
      .callFunction(call: $0, body: body, arguments: arguments, frame: frame?.frameIdentifier)
    }
  }

  func input(_ input: ContentInput) async throws {
    _ = try await call { .input(call: $0, input) }
  }

  private static func encode(_ arguments: [String: Any]) throws(WKError) -> [ContentArgument] {
    var encoded: [ContentArgument] = []
    for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
      do {
        encoded.append(ContentArgument(name: name, value: try MessageBody(encoding: value)))
      } catch {
        let sentence =
          "Function argument values must be one of the following types, or contain only the following types: "
          + "NSNumber, NSNull, NSDate, NSString, NSArray, and NSDictionary"
        throw WKError(.exception(ContentException(message: sentence)), failureReason: "\(name): \(error)")
      }
    }
    return encoded
  }

  private func call(_ command: (UInt64) -> ContentCommand) async throws -> Any? {
    let result: Result<MessageBody, ContentFault> = await withCheckedContinuation { continuation in
      call(answer: { continuation.resume(returning: $0) }, command)
    }
    return try value(of: result).get()
  }

  private func call(answer: @escaping Answer, _ command: (UInt64) -> ContentCommand) {
    guard !isClosed else { return answer(.failure(.invalidated)) }
    let identifier = nextCall
    nextCall += 1
    pending[identifier] = answer
    send(command(identifier))
  }

  private func converting(_ completion: @escaping Completion) -> Answer {
    { [weak self] result in
      if let self {
        completion(self.value(of: result))
      } else {
        completion(result.map { $0.foundationValue() }.mapError { WKError($0) })
      }
    }
  }

  private func value(of result: Result<MessageBody, ContentFault>) -> Result<Any?, WKError> {
    switch result {
    case .success(let body): .success(foundationValue(of: body, for: "a result"))
    case .failure(let fault): .failure(WKError(fault))
    }
  }

  private func foundationValue(of body: MessageBody, for purpose: String) -> Any? {
    var remarks = MessageBody.Remarks()
    let value = body.foundationValue(remarks: &remarks)
    if remarks.hasLoneSurrogate {
      report(.loneSurrogate, "half a surrogate pair in \(purpose) became U+FFFD")
    }
    if remarks.isCyclic {
      report(.cyclicValue, "\(purpose) contains itself; JSONSerialization and casts of its inner objects do not end")
    }
    return value
  }

  func report(_ code: WebDiagnostic.Code, level: WebDiagnostic.Level = .warn, _ detail: String) {
    view?.publish(WebDiagnostic(code: code, level: level, detail: detail))
  }

  // MARK: Events

  private func receive(_ event: ContentEvent) {
    switch event {
    case .message(let identifier, let handler, let body, let frame):
      deliver(message: identifier, to: handler, body: body, frame: frame)
    case .completed(let call, let result): pending.removeValue(forKey: call)?(result)
    case .document(let navigation, let frame, let phase):
      if let frame { mainFrame = frame }
      documentChanged(navigation: navigation, phase)
    case .navigationRequested(let frame, let url, let type): navigationRequested(frame: frame, url: url, type: type)
    case .pageChanged(let title, let url): pageChanged(title: title, url: url)
    case .resourceRequested(let identifier, let request): load(request, identifier: identifier)
    case .resourceCancelled(let identifier): resources.cancel(.page(identifier))
    case .diagnostic(let diagnostic): view?.publish(diagnostic)
    case .terminated(let reason): processTerminated(reason)
    }
  }

  private func deliver(message: UInt64, to name: String, body: MessageBody, frame: ContentFrame) {
    guard let view else { return }
    if frame.isMainFrame { mainFrame = frame }
    let controller = configuration.userContentController
    if let handler = controller.handler(named: name) {
      let value = foundationValue(of: body, for: "a message to \(name)")
      handler.userContentController(
        controller,
        didReceive: WKScriptMessage(
          body: value ?? Optional<Any>.none as Any, webView: view, frameInfo: WKFrameInfo(frame, webView: view),
          name: name, world: .page))
    } else {
      report(.messageWithoutHandler, "a message to \(name) arrived after the handler had been removed")
    }
    sendIfOpen(.messageHandled(message: message))
  }

  private func processTerminated(_ reason: String) {
    guard !isClosed else { return }
    connection = nil
    resources.cancelAll()
    endPending(.terminated(reason: reason))
    report(.terminated, level: .error, reason)
    navigationEndedByTermination(reason)
  }
}
