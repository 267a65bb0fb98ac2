import Foundation
import Testing
import WebKit

/// The error a call ends with, or `nil` when it ends well.
@MainActor
func failure(_ call: @MainActor () async throws -> Any?) async -> WKError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? WKError
  }
}

@Suite("Running JavaScript from the host", .timeLimit(.minutes(1)))
@MainActor
struct EvaluateTests {
  @Test("a script's value is that of its last statement")
  func values() async throws {
    let page = RecordedView(handlers: [])
    await page.show("<title>T</title>")
    let view = page.view
    #expect(try await view.evaluateJavaScript("1 + 1") as? Int == 2)
    #expect(try await view.evaluateJavaScript("document.title") as? String == "T")
    #expect(try await view.evaluateJavaScript("if (1) { 7 }") as? Int == 7)
    #expect(try await view.evaluateJavaScript("var v1 = 5") == nil)
    #expect(try await view.evaluateJavaScript("null") is NSNull)
    #expect(try await view.evaluateJavaScript("undefined") == nil)
    #expect(try await view.evaluateJavaScript("") == nil)
    #expect(try await view.evaluateJavaScript("let q1 = 1; q1") as? Int == 1)
    #expect(try await view.evaluateJavaScript("q1 + v1") as? Int == 6)
    let object = try await view.evaluateJavaScript("({a: [1, 'x', {b: null}]})") as? [String: Any]
    #expect((object?["a"] as? [Any])?.count == 3)
    #expect((try await view.evaluateJavaScript("-0") as? Double)?.sign == .minus)
  }

  @Test(
    "what cannot leave the page is an unsupported result",
    arguments: [
      "Symbol('q')", "(function f(){})", "() => 1", "Promise.resolve(1)", "document.body", "window", "({f(){}})",
      "new Proxy({a:1},{})", "Object(Symbol())", "({get x() { throw 1 }})",
    ])
  func unsupported(source: String) async {
    let page = RecordedView(handlers: [])
    await page.show()
    let error = await failure { try await page.view.evaluateJavaScript(source) } as NSError?
    #expect(error?.domain == WKErrorDomain)
    #expect(error?.code == 5)
  }

  struct Thrown: Sendable, CustomTestStringConvertible {
    var source: String
    var message: String
    var line: Int
    var column: Int?
    var testDescription: String { source }
  }

  @Test(
    "an exception is told with message, line, column and source",
    arguments: [
      Thrown(source: "\n\nthrow new Error('boom')", message: "Error: boom", line: 3, column: 16),
      Thrown(source: "nope()", message: "ReferenceError: Can't find variable: nope", line: 1, column: 5),
      Thrown(
        source: "null.foo", message: "TypeError: null is not an object (evaluating 'null.foo')", line: 1, column: 5),
      Thrown(
        source: "return 5", message: "SyntaxError: Return statements are only valid inside functions.", line: 1),
      Thrown(source: "syntax error here", message: "SyntaxError: Unexpected identifier 'error'", line: 1),
    ])
  func exceptions(thrown: Thrown) async throws {
    let page = RecordedView(handlers: [])
    await page.show()
    let error = await failure { try await page.view.evaluateJavaScript(thrown.source) }
    let info = try #require(error as NSError?).userInfo
    #expect(error?.code == .javaScriptExceptionOccurred)
    #expect(info["WKJavaScriptExceptionMessage"] as? String == thrown.message)
    #expect(info["WKJavaScriptExceptionLineNumber"] as? Int == thrown.line)
    if let column = thrown.column { #expect(info["WKJavaScriptExceptionColumnNumber"] as? Int == column) }
    #expect((info["WKJavaScriptExceptionSourceURL"] as? URL)?.absoluteString == "https://app.local/")
    #expect(info[NSLocalizedDescriptionKey] as? String == "A JavaScript exception occurred")
  }

  @Test(
    "a thrown value that is no error is told as text",
    arguments: [("throw 'something bad'", "something bad"), ("throw null", "null"), ("throw undefined", "undefined")])
  func thrownValues(source: String, message: String) async {
    let page = RecordedView(handlers: [])
    await page.show()
    let error = await failure { try await page.view.evaluateJavaScript(source) }
    #expect(error?.code == .javaScriptExceptionOccurred)
    #expect((error as NSError?)?.userInfo["WKJavaScriptExceptionMessage"] as? String == message)
  }

  @Test("the completion handler form gives value or error, and a form with a world a result")
  func completionHandlers() async {
    let page = RecordedView(handlers: [])
    await page.show()
    let value = await withCheckedContinuation { continuation in
      page.view.evaluateJavaScript("6 * 7") { value, error in
        continuation.resume(returning: error == nil ? value as? Int : nil)
      }
    }
    #expect(value == 42)
    let code = await withCheckedContinuation { continuation in
      page.view.evaluateJavaScript("throw 1") { value, error in
        continuation.resume(returning: value == nil ? (error as NSError?)?.code : nil)
      }
    }
    #expect(code == 4)
    let text = await withCheckedContinuation { continuation in
      page.view.evaluateJavaScript("'x'", in: nil, in: .page) { result in
        continuation.resume(returning: (try? result.get()) as? String)
      }
    }
    #expect(text == "x")
  }

  @Test("a frame of an earlier message can be addressed")
  func frames() async throws {
    let page = RecordedView()
    defer { page.tearDown() }
    await page.show("<script>webkit.messageHandlers.bridge.postMessage('here')</script>")
    let frame = try #require(page.recorder.messages.first?.frameInfo)
    #expect(frame.isMainFrame)
    #expect(frame.request.url?.absoluteString == "https://app.local/")
    #expect(frame.securityOrigin.protocol == "https")
    #expect(frame.securityOrigin.host == "app.local")
    #expect(try await page.view.evaluateJavaScript("1 + 2", in: frame, contentWorld: .page) as? Int == 3)
  }

  // MARK: Async functions

  @Test("an async function gets its arguments as values and its result is awaited")
  func asyncFunctions() async throws {
    let page = RecordedView(handlers: [])
    await page.show()
    let view = page.view
    #expect(
      try await view.callAsyncJavaScript("return a + b", arguments: ["a": 1, "b": 2], contentWorld: .page) as? Int == 3)
    #expect(try await view.callAsyncJavaScript("", contentWorld: .page) == nil)
    #expect(try await view.callAsyncJavaScript("return undefined", contentWorld: .page) == nil)
    #expect(
      try await view.callAsyncJavaScript(
        "return await new Promise(r => setTimeout(() => r('late'), 1))", contentWorld: .page) as? String == "late")
    #expect(
      try await view.callAsyncJavaScript("return { then(r) { r(42) } }", contentWorld: .page) as? Int == 42)
    let echoed = try await view.callAsyncJavaScript(
      "return value",
      arguments: [
        "value": [
          "text": "a'\"`${x}\u{2028}</script>", "yes": true, "n": NSNull(), "list": [1, 2.5, "x"] as [Any],
          "date": Date(timeIntervalSince1970: 1.5), "__proto__x": ["deep": 1],
        ] as [String: Any]
      ], contentWorld: .page)
    let object = try #require(echoed as? [String: Any])
    #expect(object["text"] as? String == "a'\"`${x}\u{2028}</script>")
    #expect(object["yes"] as? Bool == true)
    #expect(object["n"] is NSNull)
    #expect(object["date"] as? Date == Date(timeIntervalSince1970: 1.5))
    #expect((object["list"] as? [Any])?.count == 3)
  }

  @Test("an argument belongs to the page's own global")
  func realmOfArguments() async throws {
    let page = RecordedView(handlers: [])
    await page.show()
    let value = try await page.view.callAsyncJavaScript(
      "return [o instanceof Object, l instanceof Array, d instanceof Date, typeof s, typeof u]",
      arguments: ["o": ["a": 1], "l": [1], "d": Date(), "s": "x", "u": Int?.none as Any], contentWorld: .page)
    #expect((value as? [Any])?.prefix(3).allSatisfy { $0 as? Bool == true } == true)
    #expect((value as? [Any])?[3] as? String == "string")
    #expect((value as? [Any])?[4] as? String == "undefined")
  }

  @Test(
    "a rejection is an exception with the reason as message",
    arguments: [
      ("throw new RangeError('rr')", "RangeError: rr"), ("return Promise.reject('str')", "str"),
      ("return Promise.reject(new Error('ee'))", "Error: ee"),
    ])
  func rejections(body: String, message: String) async {
    let page = RecordedView(handlers: [])
    await page.show()
    let error = await failure {
      try await page.view.callAsyncJavaScript(body, contentWorld: .page)
    }
    #expect(error?.code == .javaScriptExceptionOccurred)
    #expect((error as NSError?)?.userInfo["WKJavaScriptExceptionMessage"] as? String == message)
  }

  @Test("a result that cannot leave the page is unsupported, a syntax error is an exception")
  func badFunctions() async {
    let page = RecordedView(handlers: [])
    await page.show()
    let unsupported = await failure {
      try await page.view.callAsyncJavaScript("return () => 1", contentWorld: .page)
    }
    #expect(unsupported?.code == .javaScriptResultTypeIsUnsupported)
    let syntax = await failure {
      try await page.view.callAsyncJavaScript("this is syntax", contentWorld: .page)
    }
    #expect(syntax?.code == .javaScriptExceptionOccurred)
  }

  @Test("an argument of a type that cannot cross is refused before anything runs")
  func badArguments() async {
    let page = RecordedView(handlers: [])
    await page.show()
    let error = await failure {
      try await page.view.callAsyncJavaScript("window.ran = 1", arguments: ["x": Data()], contentWorld: .page)
    }
    #expect(error?.code == .javaScriptExceptionOccurred)
    let message = (error as NSError?)?.userInfo["WKJavaScriptExceptionMessage"] as? String
    #expect(message?.hasPrefix("Function argument values must be one of the following types") == true)
    let ran = try? await page.view.evaluateJavaScript("typeof ran") as? String
    #expect(ran == "undefined")
  }

  @Test("a view without a document runs scripts in an empty one")
  func withoutDocument() async throws {
    let page = RecordedView(handlers: [])
    #expect(try await page.view.evaluateJavaScript("location.href") as? String == "about:blank")
    #expect(page.view.title == nil)
    #expect(page.view.url == nil)
  }
}
