import Foundation
import Testing
import WebKit

@Suite("Values from page to host", .timeLimit(.minutes(1)))
@MainActor
struct ConversionTests {
  struct Row: Codable, Sendable, CustomTestStringConvertible {
    struct Native: Codable, Sendable {
      var type: String
      var json: String?
      var constructor: String?
      var undefinedKeys: [String]?
    }
    var name: String
    var expression: String?
    var delivered: Bool
    var native: Native?
    var promise: String?

    var testDescription: String { name }
  }

  private struct Fixture: Codable {
    var setup: String
    var cases: [Row]
  }

  private static let fixture: Fixture = {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/webkit/message-conversion.json")
    do {
      return try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: url))
    } catch {
      fatalError("\(url.path): \(error)")
    }
  }()

  @Test("each recorded value arrives as it did in WebKit, or is dropped as it was")
  func rows() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show()
    try await page.view.evaluateJavaScript("window.eval(\(Self.literal(Self.fixture.setup.asGlobals))); 0")
    for row in Self.fixture.cases {
      // What the page environment lacks is absent, and cannot be posted.
      guard let recorded = row.expression, row.name != "ImageData" else { continue }
      let expression = recorded.hasPrefix("{let") ? "(() => \(recorded))()" : recorded
      page.recorder.forget()
      let known = page.recorder.diagnostics.count
      try await page.view.evaluateJavaScript(
        """
        state = 'pending';
        webkit.messageHandlers.bridge.postMessage((\(expression)))
          .then(() => state = 'fulfilled', () => state = 'rejected'); 0
        """)
      // A second message that follows the first one tells when the first must have arrived.
      try await page.view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage('end').then(() => 0); 0")
      await page.recorder.wait { page.recorder.lines.last == "bridge end" }
      let state = try await page.view.evaluateJavaScript("state") as? String
      // The recording gave up on the two largest values before their promises were settled.
      #expect(state == (row.delivered ? "fulfilled" : row.promise), "promise of \(row.name)")
      #expect((page.recorder.bodies.count == 2) == row.delivered, "delivery of \(row.name)")
      let isReported = page.recorder.diagnostics.dropFirst(known).contains { $0.code == .messageNotCloneable }
      #expect(isReported != row.delivered, "diagnostic for \(row.name)")
      if row.delivered, let body = page.recorder.bodies.first { check(body, row) }
    }
  }

  private func check(_ body: Any, _ row: Row) {
    guard let native = row.native else { return }
    let name = Comment(rawValue: row.name)
    switch native.type {
    case "undefined": #expect((body as Any?).flattened == nil, name)
    case "null": #expect(body is NSNull, name)
    case "boolean": #expect(body as? Bool == (native.json == "true"), name)
    case "number": #expect(body is NSNumber, name)
    case "object" where native.constructor == "Date": #expect(body is Date, name)
    case "string" where row.name.contains("surrogate"): #expect(body as? String == "a\u{FFFD}b", name)
    case "string" where row.name == "64MB string": #expect((body as? String)?.utf8.count == 64 << 20, name)
    default:
      guard let json = native.json, !json.contains("…") else {
        return checkUnrecorded(body, row)
      }
      let expected = try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
      #expect(Self.text(body) == Self.text(expected ?? "no JSON"), name)
    }
  }

  /// Values whose recording is cut short or has no JSON: cycles and one long list.
  private func checkUnrecorded(_ body: Any, _ row: Row) {
    let name = Comment(rawValue: row.name)
    switch row.name {
    case "cyclic object":
      let itself = (body as? [String: Any])?["self"] as? NSDictionary
      #expect(itself?["self"] as AnyObject === itself, name)
    case "cyclic array":
      let itself = (body as? [Any])?.last as? NSArray
      #expect(itself?.lastObject as AnyObject === itself, name)
    case "sparse array len 100001": #expect((body as? [Any])?.count == 100_001, name)
    case "deep nest 1000": #expect(Self.depth(of: body) == 1_001, name)
    case "deep nest 20000": #expect(Self.depth(of: body) == 20_000, name)
    case "1e5 keys": #expect((body as? [String: Any])?.count == 100_000, name)
    case "array 1e5": #expect((body as? [Any])?.count == 100_000, name)
    default: Issue.record("no expectation for \(row.name)")
    }
  }

  private static func depth(of body: Any) -> Int {
    var depth = 0
    var value: Any? = body
    while let inner = value {
      if let list = inner as? [Any] {
        value = list.first
      } else if let object = inner as? [String: Any] {
        value = object["o"]
      } else {
        break
      }
      depth += 1
    }
    return depth
  }

  /// The value as JSON with sorted keys, dates as JavaScript writes them.
  private static func text(_ value: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: datesAsText(value), options: [.sortedKeys, .fragmentsAllowed])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "no JSON: \(value)"
  }

  private static func datesAsText(_ value: Any) -> Any {
    switch value {
    case let date as Date:
      return date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true)) + "Z"
    case let list as [Any]: return list.map(datesAsText)
    case let object as [String: Any]: return object.mapValues(datesAsText)
    default: return value
    }
  }

  private static func literal(_ text: String) -> String {
    guard let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed) else { return "''" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension String {
  /// The recorded set-up with its declarations as properties of the window, so that later scripts see them.
  fileprivate var asGlobals: String {
    replacing("const ", with: "var ").replacing("class Pt{", with: "var Pt=class Pt{")
  }
}

extension Optional where Wrapped == Any {
  /// `nil` when any level of the optional is.
  var flattened: Any? {
    guard let self else { return nil }
    if case Optional<Any>.none = self as Any? { return nil }
    let mirror = Mirror(reflecting: self)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : self
  }
}
