import Foundation
import JavaScriptEngine

/// What the page environment asks of its host, implemented over the engine; see `JSBundle/platform/src/host.ts` for the
/// contract.
///
/// One per virtual machine, confined to its thread. The environment does not say which page a call is for: it follows
/// from who is running. So every entry into JavaScript names its page with `run(for:)`, and a realm belongs to the page
/// that was running when it was made.
final class PlatformHost {
  let machine: JSVirtualMachine
  /// The realm of the page environment itself.
  let context: JSContext
  private let startNanoseconds: Int64
  private let timeOrigin: Double
  private var random: SeededGenerator?
  private var platform: JSValue?
  private var copyBytes: JSValue?

  /// The page whose scripts run now.
  private(set) var current: WebContentPage?
  private var depth = 0
  private var realms: [Int: PageRealm] = [:]
  private var nextRealm = 1
  private var nextFetch: UInt64 = 1
  private var fetches: [UInt64: Fetch] = [:]

  private struct Fetch {
    let page: WebContentPage
    let completed: JSValue
    let failed: JSValue
  }

  init(machine: JSVirtualMachine, script: URL) throws {
    self.machine = machine
    context = try JSContext(in: machine, name: "page environment")
    let environment = machine.configuration.environment
    startNanoseconds = environment.clock.monotonicNanoseconds
    timeOrigin = environment.clock.wallMilliseconds
    random = environment.randomSeed.map(SeededGenerator.init)
    copyBytes = try context.evaluate(
      "(set => (target, source) => { set.call(target, source) })(Uint8Array.prototype.set)", url: "host:bytes")
    let factory = try context.evaluate(JSSource(contentsOf: script.path, url: "platform.js"))
    platform = try factory.call([try makeHostObject()])
  }

  func openPage(_ initial: ContentPageInit, for page: WebContentPage) throws -> JSValue {
    guard let platform else { throw EngineError(.contextReleased, "the page environment was released") }
    let description = try context.object()
    try description.setProperty("userAgent", to: context.string(initial.userAgent ?? Self.userAgent))
    try description.setProperty("width", to: context.number(initial.width))
    try description.setProperty("height", to: context.number(initial.height))
    try description.setProperty("visible", to: context.boolean(initial.isVisible))
    return try run(for: page) { try platform.invoke("openPage", [description]) }
  }

  private static let userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15 Bridgehead"

  /// Runs steps that enter JavaScript on behalf of a page.
  ///
  /// After the outermost steps the page stays noted, because the promise reactions that follow them are its own.
  func run<T>(for page: WebContentPage, _ steps: () throws -> T) rethrows -> T {
    let before = current
    current = page
    depth += 1
    defer {
      depth -= 1
      if depth > 0 { current = before }
    }
    return try steps()
  }

  /// The realm that a `Realm` object of the environment stands for.
  func realm(of object: JSValue) throws -> PageRealm {
    guard let realm = realms[Int(try object.property("identifier").number)] else {
      throw EngineError(.contextReleased, "the realm was released")
    }
    return realm
  }

  /// Drops what still refers to a page that has closed.
  func forget(_ page: WebContentPage) {
    fetches = fetches.filter { $0.value.page !== page }
    for (identifier, realm) in realms where realm.page === page {
      realms[identifier] = nil
      realm.giveUp()
      realm.context.release()
    }
    if current === page { current = nil }
  }

  // MARK: Answers

  func completeFetch(_ identifier: UInt64, _ response: ContentResponse) throws {
    guard let fetch = fetches.removeValue(forKey: identifier) else { return }
    let answer = try context.object()
    try answer.setProperty("url", to: context.string(response.url))
    try answer.setProperty("status", to: context.number(Double(response.status)))
    try answer.setProperty("statusText", to: context.string(response.statusText))
    let headers = try response.headers.map { header in
      try context.array([context.string(header.name), context.string(header.value)])
    }
    try answer.setProperty("headers", to: context.array(headers))
    try answer.setProperty("body", to: context.bytes(response.body))
    try run(for: fetch.page) { _ = try fetch.completed.call([answer]) }
  }

  func failFetch(_ identifier: UInt64, _ message: String) throws {
    guard let fetch = fetches.removeValue(forKey: identifier) else { return }
    try run(for: fetch.page) { _ = try fetch.failed.call([context.string(message)]) }
  }

  // MARK: The host object

  private func makeHostObject() throws -> JSValue {
    let host = try context.object()
    try host.setProperty("timeOrigin", to: context.number(timeOrigin))
    try addClock(to: host)
    try addRealms(to: host)
    try addLoop(to: host)
    try addReports(to: host)
    try addLoading(to: host)
    try addMessages(to: host)
    return host
  }

  private func add(_ name: String, to object: JSValue, _ body: @escaping (PlatformHost, JSCall) throws -> JSValue?)
    throws
  {
    let function = try context.makeFunction(name: name) { [weak self] call in
      guard let self else { throw EngineError(.contextReleased, "the page environment was released") }
      return try body(self, call) ?? call.context.undefined
    }
    try object.setProperty(name, to: function)
  }

  private func addClock(to host: JSValue) throws {
    let clock = machine.configuration.environment.clock
    try add("now", to: host) { host, call in
      try call.context.number(Double(clock.monotonicNanoseconds - host.startNanoseconds) / 1e6)
    }
    try add("fillRandom", to: host) { host, call in
      let target = try call.argument(0)
      let count = Int(try target.property("length").number)
      let bytes: [UInt8]
      if host.random != nil {
        bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &host.random!) }
      } else {
        bytes = (0..<count).map { _ in UInt8.random(in: 0...255) }
      }
      try host.copyBytes?.call([target, host.context.bytes(Data(bytes))])
      return nil
    }
  }

  private func addRealms(to host: JSValue) throws {
    try add("createRealm", to: host) { host, call in
      guard let page = host.current else { throw EngineError(.contextReleased, "no page is running") }
      let identifier = host.nextRealm
      host.nextRealm += 1
      let context = try JSContext(in: host.machine, name: call.argument(0).string)
      let realm = try PageRealm(context: context, page: page)
      host.realms[identifier] = realm
      let object = try host.context.object()
      try object.setProperty("identifier", to: host.context.number(Double(identifier)))
      try object.setProperty("global", to: context.globalObject.used(in: host.context))
      try host.add("evaluate", to: object) { host, call in
        let line = try call.argument(2)
        let source = JSSource(
          utf16: try call.argument(0).utf16, url: try call.argument(1).string,
          startingLine: line.isUndefined ? 1 : Int(try line.number))
        return try realm.context.evaluate(source).used(in: host.context)
      }
      return object
    }
    try add("releaseRealm", to: host) { host, call in
      let identifier = Int(try call.argument(0).property("identifier").number)
      guard let realm = host.realms.removeValue(forKey: identifier) else { return nil }
      realm.giveUp()
      // The script that asks may run in the realm itself, so the realm ends when the task is over.
      host.machine.eventLoop.post(.dom) { realm.context.release() }
      return nil
    }
  }

  private func addLoop(to host: JSValue) throws {
    let loop = machine.eventLoop
    try add("setTimer", to: host) { host, call in
      let realm = try host.realm(of: call.argument(0))
      let callback = try call.argument(1)
      let identifier = loop.setTimer(
        after: try call.argument(2).number, repeats: try call.argument(3).bool, owner: realm.context
      ) { [weak host] in
        host?.runCallback(callback, in: realm)
      }
      return try call.context.number(Double(identifier))
    }
    try add("clearTimer", to: host) { _, call in
      loop.clearTimer(Int(try call.argument(0).number))
      return nil
    }
    try add("postTask", to: host) { host, call in
      let realm = try host.realm(of: call.argument(0))
      let source = TaskSource(rawValue: try call.argument(1).string) ?? .dom
      let callback = try call.argument(2)
      loop.post(source, owner: realm.context) { [weak host] in host?.runCallback(callback, in: realm) }
      return nil
    }
    try add("observeRejections", to: host) { host, call in
      let realm = try host.realm(of: call.argument(0))
      let rejected = try call.argument(1)
      let handled = try call.argument(2)
      try realm.context.observeRejections(
        rejected: { [weak host] promise, reason in
          host?.runCallback(rejected, [promise, reason], in: realm)
        },
        handled: { [weak host] promise, reason in
          host?.runCallback(handled, [promise, reason], in: realm)
        })
      return nil
    }
  }

  /// Calls back into the page environment.
  ///
  /// What it throws is a fault of the environment, which reports faults of pages itself.
  private func runCallback(_ callback: JSValue, _ arguments: [JSValue] = [], in realm: PageRealm) {
    // A realm that has been given up lives on until the task that did so is over.
    guard let page = realm.page, !realm.isGivenUp else { return }
    do {
      _ = try run(for: page) { try callback.call(arguments) }
    } catch {
      page.reportFault(error)
    }
  }

  private func addReports(to host: JSValue) throws {
    try add("report", to: host) { host, call in
      let entry = try call.argument(0)
      func text(_ name: String) throws -> String? {
        let value = try entry.property(name)
        return value.isUndefined ? nil : try value.string
      }
      func number(_ name: String) throws -> Int? {
        let value = try entry.property(name)
        return value.isUndefined ? nil : Int(exactly: try value.number)
      }
      let place = WebDiagnostic.Place(
        url: try text("sourceURL"), line: try number("line"), column: try number("column"), stack: try text("stack"))
      let code: WebDiagnostic.Code =
        switch try text("kind") {
        case "uncaught-error": .uncaughtError
        case "unhandled-rejection": .unhandledRejection
        case "not-implemented": .notImplemented
        default: .consoleMessage
        }
      let hasPlace = place != WebDiagnostic.Place()
      host.current?.events.post(
        .diagnostic(
          WebDiagnostic(
            code: code, level: WebDiagnostic.Level(rawValue: try text("level") ?? "") ?? .log,
            detail: try text("text") ?? "", place: hasPlace ? place : nil)))
      return nil
    }
    try add("documentEvent", to: host) { host, call in
      let frame = try ContentFrame(call.argument(0))
      let detail = try call.argument(2)
      host.current?.documentEvent(
        frame, try call.argument(1).string, detail: detail.isUndefined ? nil : try detail.string)
      return nil
    }
    try add("pageChanged", to: host) { host, call in
      let change = try call.argument(0)
      let title = try change.property("title")
      let url = try change.property("url")
      host.current?.events.post(
        .pageChanged(title: title.isUndefined ? nil : try title.string, url: url.isUndefined ? nil : try url.string))
      return nil
    }
    try add("navigate", to: host) { host, call in
      host.current?.events.post(
        .navigationRequested(
          frame: try ContentFrame(call.argument(0)), url: try call.argument(1).string,
          type: ContentNavigationType(rawValue: try call.argument(2).string) ?? .other))
      return nil
    }
  }

  private func addLoading(to host: JSValue) throws {
    try add("fetch", to: host) { host, call in
      guard let page = host.current else { throw EngineError(.contextReleased, "no page is running") }
      let identifier = host.nextFetch
      host.nextFetch += 1
      host.fetches[identifier] = Fetch(page: page, completed: try call.argument(1), failed: try call.argument(2))
      page.events.post(.resourceRequested(id: identifier, try ContentRequest(call.argument(0))))
      return try call.context.number(Double(identifier))
    }
    try add("cancelFetch", to: host) { host, call in
      let identifier = UInt64(try call.argument(0).number)
      if let fetch = host.fetches.removeValue(forKey: identifier) {
        fetch.page.events.post(.resourceCancelled(id: identifier))
      }
      return nil
    }
  }

  private func addMessages(to host: JSValue) throws {
    try add("postMessage", to: host) { host, call in
      guard let page = host.current else { throw EngineError(.contextReleased, "the frame is gone") }
      return try page.postMessage(
        frame: try ContentFrame(call.argument(0)), handler: try call.argument(1).string, body: try call.argument(2))
    }
  }
}

/// A global object of a page.
final class PageRealm {
  let context: JSContext
  private(set) weak var page: WebContentPage?
  /// Whether the environment has released it: nothing is called back any more.
  private(set) var isGivenUp = false
  // Held from here they keep the whole realm from the collector, until it is given up.
  private var encodeFunction: JSValue?
  private var decodeFunction: JSValue?

  /// Prepares the conversion of values while the realm is still untouched.
  init(context: JSContext, page: WebContentPage) throws {
    self.context = context
    self.page = page
    let isProxy = try context.makeFunction(name: "isProxy") { call in
      try call.context.boolean(try call.argument(0).isProxy)
    }
    let codec = try context.evaluate(Self.codec).call([isProxy])
    encodeFunction = try codec.property("encode")
    decodeFunction = try codec.property("decode")
  }

  /// Lets go of what keeps the realm alive.
  ///
  /// Whatever still refers to it finds it dead.
  func giveUp() {
    isGivenUp = true
    encodeFunction = nil
    decodeFunction = nil
  }

  private static let codec = JSSource(MessageBody.codecSource, url: "host:codec")

  /// Copies a value out of the page.
  ///
  /// Fails with the reason why it cannot be copied.
  func encode(_ value: JSValue) throws -> Result<MessageBody, UncopyableValue> {
    guard let encodeFunction else { throw EngineError(.contextReleased, "the realm was released") }
    let units = try encodeFunction.call([value]).utf16
    if units.first == UInt16(UInt8(ascii: "!")) {
      return .failure(UncopyableValue(reason: String(decoding: units.dropFirst(), as: UTF16.self)))
    }
    return .success(MessageBody(units: units))
  }

  /// Makes a value of the page's own objects.
  func decode(_ body: MessageBody) throws -> JSValue {
    guard let decodeFunction else { throw EngineError(.contextReleased, "the realm was released") }
    return try decodeFunction.call([context.string(utf16: body.units)])
  }
}

/// Why a value cannot leave its page.
struct UncopyableValue: Error {
  var reason: String
}

/// Random numbers that a seed decides.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64: a fixed sequence per seed, on every machine.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension ContentFrame {
  /// Reads a `FrameDescription`.
  init(_ value: JSValue) throws {
    identifier = Int(try value.property("identifier").number)
    isMainFrame = try value.property("isMainFrame").bool
    url = try value.property("url").string
    origin = try value.property("origin").string
  }
}

extension ContentRequest {
  /// Reads a `ResourceRequest`.
  init(_ value: JSValue) throws {
    url = try value.property("url").string
    method = try value.property("method").string
    destination = try value.property("destination").string
    frame = try ContentFrame(value.property("frame"))
    let list = try value.property("headers")
    headers = try (0..<Int(try list.property("length").number)).map { index in
      let pair = try list.element(index)
      return ContentHeader(name: try pair.element(0).string, value: try pair.element(1).string)
    }
    let sent = try value.property("body")
    body = sent.isUndefined ? nil : try sent.bytes()
  }
}
