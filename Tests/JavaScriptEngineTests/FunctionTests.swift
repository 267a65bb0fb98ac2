import Testing

@testable import JavaScriptEngine

private struct Refusal: Error, CustomStringConvertible {
  let description = "refused by Swift"
}

@Suite("Functions and errors")
struct FunctionTests {
  @Test("a closure is a function to JavaScript: name, receiver, arguments, result")
  func function() async throws {
    try await withContext { (context) throws in
      let function = try context.makeFunction(name: "greet") { call in
        #expect(call.arguments.count == 2)
        #expect(try call.argument(5).isUndefined)
        return try call.context.string("\(call.this.property("name").string) \(call.argument(0).string)")
      }
      try context.globalObject.setProperty("greet", to: function)
      #expect(try context.evaluate("greet.call({ name: 'a' }, 'b', 1)").string == "a b")
      let seen = try context.evaluate(
        "[typeof greet, greet.name, greet instanceof Function, greet.bind({ name: 'x' })('y', 0)].join()")
      let text = try seen.string; #expect(text == "function,greet,true,x y")
      #expect(try context.evaluate("Function.prototype.toString.call(greet).includes('native code')").bool)
    }
  }

  @Test("an error thrown by Swift is an Error to JavaScript; a script's own error comes back as the very object")
  func throwing() async throws {
    try await withContext { (context) throws in
      try context.globalObject.setProperty("refuse", to: context.makeFunction(name: "refuse") { _ in throw Refusal() })
      #expect(
        try context.evaluate("try { refuse() } catch (e) { e instanceof Error && e.message }").string
          == "refused by Swift")
      try context.globalObject.setProperty(
        "through", to: context.makeFunction(name: "through") { call in try call.argument(0).call() })
      #expect(
        try context.evaluate(
          "const thrown = { odd: 1 }; try { through(() => { throw thrown }) } catch (e) { e === thrown }"
        ).bool)
      try context.globalObject.setProperty(
        "typed",
        to: context.makeFunction(name: "typed") { _ in
          throw ScriptError(ScriptError.Description(name: "TypeError", message: "made in Swift"))
        })
      #expect(
        try context.evaluate("try { typed() } catch (e) { e.name + e.message + (e instanceof TypeError) }").string
          == "TypeErrormade in Swifttrue")
    }
  }

  @Test("an error tells name, message, stack, place and causes")
  func details() async throws {
    try await withContext { (context) throws in
      let source = JSSource(
        "function f() {\n  throw new TypeError('outer', { cause: new RangeError('inner', { cause: 'root' }) });\n}\nf()",
        url: "bundle.js", startingLine: 10)
      let error = try #require(throws: ScriptError.self) { try context.evaluate(source) }
      #expect(error.details.name == "TypeError")
      #expect(error.details.message == "outer")
      #expect(error.details.line == 11)
      #expect(error.details.column != nil)
      #expect(error.details.sourceURL == "bundle.js")
      #expect(error.details.stack?.hasPrefix("f@bundle.js:11:") == true)
      #expect(error.details.causes == ["RangeError: inner", "root"])
      #expect(try error.value?.property("message").string == "outer")
    }
  }

  @Test(
    "anything can be thrown",
    arguments: [
      ("'text'", "text"), ("42", "42"), ("null", "null"), ("undefined", "undefined"), ("({})", "[object Object]"),
    ])
  func odd(script: String, message: String) async throws {
    try await withContext { (context) throws in
      let error = try #require(throws: ScriptError.self) { try context.evaluate("throw \(script)") }
      #expect(error.details.name == nil)
      #expect(error.details.message == message)
    }
  }

  @Test("an error whose properties throw is still described")
  func hostile() async throws {
    try await withContext { (context) throws in
      for script in [
        "throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } })", "throw Symbol('s')",
        "throw { get message() { throw 1; }, toString() { throw 2; } }", "throw Object.create(null)",
        "const e = new Error('e'); e.cause = e; throw e",
      ] {
        #expect(throws: ScriptError.self, "\(script)") { try context.evaluate(script) }
      }
    }
  }

  @Test("a syntax error names its line")
  func syntax() async throws {
    try await withContext { (context) throws in
      let error = try #require(throws: ScriptError.self) {
        try context.evaluate(JSSource("1;\n\nlet let = 1", url: "s.js"))
      }
      #expect(error.details.name == "SyntaxError")
      #expect(error.details.line == 3)
    }
  }

  @Test("endless recursion is a RangeError, and the machine lives")
  func recursion() async throws {
    try await withContext { (context) throws in
      let error = try #require(throws: ScriptError.self) { try context.evaluate("(function f() { f(); })()") }
      #expect(error.details.name == "RangeError")
      let across = try context.makeFunction(name: "across") { call in
        try call.context.globalObject.property("again").call()
      }
      try context.globalObject.setProperty("again", to: across)
      #expect(throws: (any Error).self) { try context.evaluate("again()") }
      #expect(try context.evaluate("1 + 1").number == 2)
    }
  }

  @Test("constructors are called with new")
  func construct() async throws {
    try await withContext { (context) throws in
      let object = try context.evaluate("(class P { constructor(x) { this.x = x } })").construct([context.number(3)])
      #expect(try object.property("x").number == 3)
      #expect(throws: ScriptError.self) { try context.evaluate("(() => 1)").construct() }
    }
  }

  @Test("inside a callback another realm can be evaluated in, and an object leads to its realm")
  func realms() async throws {
    try await withContext { (context) throws in
      let other = try JSContext(in: context.virtualMachine, name: "other")
      try context.globalObject.setProperty(
        "there",
        to: context.makeFunction(name: "there") { call in
          try other.evaluate(JSSource(call.argument(0).string)).used(in: call.context)
        })
      try context.globalObject.setProperty("global", to: other.globalObject.used(in: context))
      #expect(try context.evaluate("there('var x = 5; x + 1') + global.x").number == 11)
      #expect(try context.evaluate("there('[]') instanceof Array").bool == false)
      #expect(try context.evaluate("global").realm === other)
      #expect(try context.evaluate("global.Array").realm === other)
      #expect(try context.evaluate("[]").realm === context)
      other.release()
      #expect(try context.evaluate("global.x").number == 5)
      #expect(throws: EngineError.self) { try other.evaluate("1") }
    }
  }

  @Test("the functions of a released context throw")
  func released() async throws {
    try await withContext { (context) throws in
      let other = try JSContext(in: context.virtualMachine)
      try context.globalObject.setProperty(
        "gone", to: other.makeFunction(name: "gone") { try $0.context.undefined }.used(in: context))
      #expect(try context.evaluate("gone()").isUndefined)
      other.release()
      #expect(throws: ScriptError.self) { try context.evaluate("gone()") }
    }
  }
}
