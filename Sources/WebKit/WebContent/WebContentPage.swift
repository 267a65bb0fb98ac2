import Foundation
import JavaScriptEngine

/// One page: carries out commands, sends events.
///
/// Confined to its virtual machine's thread.
final class WebContentPage {
  let events: EventInbox
  private let host: PlatformHost
  private var page: JSValue?
  /// The navigation whose document is loading or shown.
  private var navigation: UInt64 = 0
  private var nextMessage: UInt64 = 1
  private var waiting: [UInt64: JSDeferred] = [:]

  init(_ initial: ContentPageInit, host: PlatformHost, events: EventInbox) throws {
    self.host = host
    self.events = events
    page = try host.openPage(initial, for: self)
    setMessageHandlers(initial.handlers)
    setUserScripts(initial.scripts)
  }

  private var context: JSContext { host.context }

  func perform(_ command: ContentCommand) {
    host.run(for: self) {
      switch command {
      case .load(let document): load(document)
      case .setMessageHandlers(let names): setMessageHandlers(names)
      case .setUserScripts(let scripts): setUserScripts(scripts)
      case .evaluate(let call, let source, let frame, let wantsResult):
        evaluate(call: call, source, frame: frame, wantsResult: wantsResult)
      case .callFunction(let call, let body, let arguments, let frame):
        callFunction(call: call, body, arguments, frame: frame)
      case .messageHandled(let message): messageHandled(message)
      case .resourceLoaded(let request, let response): attempt { try host.completeFetch(request, response) }
      case .resourceFailed(let request, let message): attempt { try host.failFetch(request, message) }
      case .input(let call, let input): perform(input, call: call)
      case .close: close()
      }
    }
  }

  /// Lets go of JavaScript objects without running anything, when the virtual machine is of no more use.
  func abandon() {
    page = nil
    waiting.removeAll()
  }

  private func close() {
    attempt { _ = try page?.invoke("close") }
    abandon()
    host.forget(self)
  }

  // MARK: Faults

  private func attempt(_ steps: () throws -> Void) {
    do { try steps() } catch { reportFault(error) }
  }

  /// Tells of an error that no page script is to blame for.
  ///
  /// A script that was ended is told by the end of the virtual machine.
  func reportFault(_ error: any Error) {
    if error is EngineError { return }
    let details = (error as? ScriptError)?.details
    events.post(
      .diagnostic(
        WebDiagnostic(
          code: .uncaughtError, level: .error, detail: details?.text ?? String(describing: error),
          place: details.map {
            WebDiagnostic.Place(url: $0.sourceURL, line: $0.line, column: $0.column, stack: $0.stack)
          })))
  }

  // MARK: Documents

  private func load(_ document: ContentDocument) {
    navigation = document.navigation
    do {
      let description = try context.object()
      try description.setProperty("url", to: context.string(document.url))
      try description.setProperty("contentType", to: context.string(document.contentType))
      let body =
        switch document.body {
        case .bytes(let data): try context.bytes(data)
        case .text(let text): try context.string(text)
        }
      try description.setProperty("body", to: body)
      try page?.invoke("load", [description])
    } catch {
      reportFault(error)
      if !(error is EngineError) {
        events.post(
          .document(navigation: document.navigation, nil, .failed("the document could not be shown: \(error)")))
      }
    }
  }

  func documentEvent(_ frame: ContentFrame, _ name: String, detail: String?) {
    guard frame.isMainFrame else { return }
    let phase: ContentDocumentPhase
    switch name {
    case "committed": phase = .committed
    case "domContentLoaded": phase = .domContentLoaded
    case "loaded": phase = .loaded
    default: phase = .failed(detail ?? "the document failed")
    }
    if phase == .domContentLoaded || phase == .loaded { tellTitle() }
    events.post(.document(navigation: navigation, frame, phase))
  }

  /// The environment tells of titles that change; what the title is after parsing is looked up.
  private func tellTitle() {
    attempt {
      let title = try mainRealm().context.globalObject.property("document").property("title")
      events.post(.pageChanged(title: try title.string, url: nil))
    }
  }

  private func setMessageHandlers(_ names: [String]) {
    attempt {
      let list = try context.array(names.map { try context.string($0) })
      try page?.invoke("setMessageHandlers", [list])
    }
  }

  private func setUserScripts(_ scripts: [ContentUserScript]) {
    attempt {
      let list = try scripts.map { script in
        let object = try context.object()
        try object.setProperty("source", to: context.string(script.source))
        try object.setProperty("time", to: context.string(script.atDocumentEnd ? "end" : "start"))
        try object.setProperty("mainFrameOnly", to: context.boolean(script.mainFrameOnly))
        return object
      }
      try page?.invoke("setUserScripts", [context.array(list)])
    }
  }

  // MARK: Messages

  /// Copies the body now and returns the promise, which settles after the native handler ran.
  func postMessage(frame: ContentFrame, handler: String, body: JSValue) throws -> JSValue {
    let realm = try mainRealm()
    let deferred = try realm.context.deferred()
    switch try realm.encode(body) {
    case .success(let encoded):
      let message = nextMessage
      nextMessage += 1
      waiting[message] = deferred
      events.post(.message(id: message, handler: handler, body: encoded, frame: frame))
    case .failure(let uncopyable):
      // As in WebKit 2.50 the promise stays pending; unlike there, somebody hears of it.
      events.post(
        .diagnostic(
          WebDiagnostic(
            code: .messageNotCloneable, level: .error,
            detail: "a message to \(handler) was dropped: it holds \(uncopyable.reason)",
            place: WebDiagnostic.Place(url: frame.url))))
    }
    return deferred.promise
  }

  private func messageHandled(_ message: UInt64) {
    guard let deferred = waiting.removeValue(forKey: message), !deferred.promise.context.isReleased else { return }
    attempt { try deferred.resolve(deferred.promise.context.undefined) }
  }

  // MARK: Scripts

  private func mainRealm() throws -> PageRealm {
    guard let page else { throw EngineError(.contextReleased, "the page was closed") }
    return try host.realm(of: page.property("realm"))
  }

  /// The realm of a frame: the main one has a number of its own that outlives its documents.
  private func realm(ofFrame frame: Int?) throws -> PageRealm? {
    if let frame, let page, Int(try page.property("frame").property("identifier").number) != frame { return nil }
    return try mainRealm()
  }

  private func documentURL() -> String? {
    try? page?.property("frame").property("url").string
  }

  /// Sends an answer after the microtasks of the current task, so that what they post comes first.
  private func complete(_ call: UInt64, _ result: Result<MessageBody, ContentFault>) {
    guard call != 0 else { return }
    let events = events
    host.machine.eventLoop.afterCurrentTask { events.post(.completed(call: call, result)) }
  }

  private func evaluate(call: UInt64, _ source: String, frame: Int?, wantsResult: Bool) {
    do {
      guard let realm = try realm(ofFrame: frame) else { return complete(call, .failure(.invalidFrame)) }
      let value = try realm.context.evaluate(JSSource(source, url: documentURL()))
      guard wantsResult else { return }
      complete(call, try realm.encode(value).mapError { _ in .unsupportedResult })
    } catch let error as ScriptError {
      if wantsResult {
        complete(call, .failure(.exception(ContentException(error.details))))
      } else {
        reportFault(error)
      }
    } catch {
      // The engine ended the script: the page ends too, and with it every call that is pending.
    }
  }

  private func callFunction(call: UInt64, _ body: String, _ arguments: [ContentArgument], frame: Int?) {
    do {
      guard let realm = try realm(ofFrame: frame) else { return complete(call, .failure(.invalidFrame)) }
      for argument in arguments where !Self.isIdentifier(argument.name) {
        throw ScriptError(
          ScriptError.Description(name: "SyntaxError", message: "\(argument.name) is not a name an argument can have"))
      }
      let names = arguments.map(\.name).joined(separator: ",")
      let source = "(async function(\(names)) {\(body)\n})"
      let function = try realm.context.evaluate(JSSource(source, url: documentURL()))
      let promise = try function.call(arguments.map { try realm.decode($0.value) })
      let completion = CallCompletion(call: call, events: events)
      let fulfilled = try realm.context.makeFunction(name: "fulfilled") { settled in
        completion.end(try realm.encode(settled.argument(0)).mapError { _ in .unsupportedResult })
        return try settled.context.undefined
      }
      let rejected = try realm.context.makeFunction(name: "rejected") { settled in
        let reason = try settled.argument(0)
        completion.end(.failure(.exception(ContentException(rejection: reason))))
        return try settled.context.undefined
      }
      try promise.invoke("then", [fulfilled, rejected])
    } catch let error as ScriptError {
      complete(call, .failure(.exception(ContentException(error.details))))
    } catch {
      // As in `evaluate`.
    }
  }

  /// Argument names become parameters, so nothing but a name may be one.
  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return (first == "_" || first == "$" || first.properties.isIDStart)
      && name.unicodeScalars.allSatisfy {
        $0 == "$" || $0 == "\u{200C}" || $0 == "\u{200D}" || $0.properties.isIDContinue
      }
  }

  // MARK: Input

  private func perform(_ input: ContentInput, call: UInt64) {
    do {
      guard let page else { return }
      let driver = try page.property("input")
      switch input {
      case .type(let text): try driver.invoke("type", [context.string(text)])
      case .press(let key, let shift, let control, let alt, let meta):
        let modifiers = try context.object()
        for (name, isHeld) in [("shift", shift), ("control", control), ("alt", alt), ("meta", meta)] where isHeld {
          try modifiers.setProperty(name, to: context.boolean(true))
        }
        try driver.invoke("press", [context.string(key), modifiers])
      }
      complete(call, .success(.undefined))
    } catch let error as ScriptError {
      complete(call, .failure(.exception(ContentException(error.details))))
    } catch {
      // As in `evaluate`.
    }
  }
}

/// The end of an async call: once, by its promise, or when nothing can settle the promise any more.
private final class CallCompletion {
  private let call: UInt64
  private let events: EventInbox
  private var isOver = false

  init(call: UInt64, events: EventInbox) {
    self.call = call
    self.events = events
  }

  func end(_ result: Result<MessageBody, ContentFault>) {
    guard !isOver else { return }
    isOver = true
    events.post(.completed(call: call, result))
  }

  deinit {
    guard !isOver else { return }
    let message = "Completion handler for function call is no longer reachable"
    events.post(.completed(call: call, .failure(.exception(ContentException(message: message)))))
  }
}

extension ContentException {
  init(_ details: ScriptError.Description) {
    message = details.text
    line = details.line
    column = details.column
    sourceURL = details.sourceURL
  }

  /// A rejection, whose message is the reason as a string.
  init(rejection reason: JSValue) {
    message = (try? reason.string) ?? "a reason without a string form"
    if reason.isObject {
      line = (try? reason.property("line").number).flatMap { Int(exactly: $0) }
      column = (try? reason.property("column").number).flatMap { Int(exactly: $0) }
      let url = try? reason.property("sourceURL")
      sourceURL = url?.isString == true ? try? url?.string : nil
    }
  }
}
