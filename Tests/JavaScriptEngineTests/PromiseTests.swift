import Testing

@testable import JavaScriptEngine

@Suite("Promises")
struct PromiseTests {
  private actor Page {
    nonisolated let virtualMachine: JSVirtualMachine
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe virtualMachine.executor.asUnownedSerialExecutor() }
    private var context: JSContext?

    init() throws { virtualMachine = try JSVirtualMachine() }

    func open() throws { context = try JSContext(in: virtualMachine) }
    func release() { context?.release() }

    func settle(_ script: String) async throws -> String {
      let context = try #require(context)
      return try await context.evaluate(JSSource(script)).settled().string
    }

    func work(_ body: @escaping @Sendable () async throws -> String) async throws -> String {
      let context = try #require(context)
      let promise = try context.promise(of: body) { try $1.string($0) }
      return try await promise.settled().string
    }

    func deferred() async throws -> [String] {
      let context = try #require(context)
      let deferred = try context.deferred()
      try context.globalObject.setProperty("promise", to: deferred.promise)
      try context.evaluate("var seen = []; promise.then(value => seen.push('got ' + value)); seen.push('asked')")
      try deferred.resolve(context.number(1))
      try deferred.resolve(context.number(2))
      try deferred.reject(context.error("late"))
      try context.evaluate("seen.push('settled')")
      _ = try await deferred.promise.settled()
      return try context.evaluate("seen").elements().map { try $0.string }
    }

    func never() async throws -> String {
      let context = try #require(context)
      return try await context.evaluate("new Promise(() => {})").settled().string
    }
  }

  @Test("Swift awaits promises of every kind")
  func awaiting() async throws {
    let page = try Page()
    try await page.open()
    #expect(try await page.settle("Promise.resolve(1)") == "1")
    #expect(try await page.settle("new Promise(r => { Promise.resolve().then(() => r('later')) })") == "later")
    #expect(try await page.settle("({ then(f) { f('thenable') } })") == "thenable")
    #expect(try await page.settle("7") == "7")
    #expect(
      try await page.settle("Promise.prototype.then = null; Promise.resolve = null; (async () => 'safe')()") == "safe")
    await #expect { try await page.settle("Promise.reject(new TypeError('no'))") } throws: {
      ($0 as? ScriptError)?.details.text == "TypeError: no"
    }
    await #expect { try await page.settle("Promise.reject(undefined)") } throws: {
      ($0 as? ScriptError)?.details.message == "undefined"
    }
  }

  @Test("a promise stands for Swift work: its result, or its error")
  func working() async throws {
    struct Refusal: Error, CustomStringConvertible { let description = "refused" }
    let page = try Page()
    try await page.open()
    #expect(
      try await page.work {
        await Task.yield()
        return "done"
      } == "done")
    await #expect { try await page.work { throw Refusal() } } throws: {
      ($0 as? ScriptError)?.details.text == "Error: refused"
    }
  }

  @Test("a deferred promise settles once, and its reactions run after the task")
  func deferring() async throws {
    let page = try Page()
    try await page.open()
    #expect(try await page.deferred() == ["asked", "settled", "got 1"])
  }

  @Test("a wait ends with an error when the context is released", .timeLimit(.minutes(1)))
  func released() async throws {
    let page = try Page()
    try await page.open()
    let waiting = Task { try await page.never() }
    // Both are jobs of one queue, so the wait has begun when the second one runs.
    await Task.yield()
    try await page.virtualMachine.perform {}
    await page.release()
    await #expect { try await waiting.value } throws: { ($0 as? EngineError)?.code == .contextReleased }
  }

  @Test("the completion value is taken before microtasks run, and no microtask runs inside a callback")
  func completion() async throws {
    let virtualMachine = try JSVirtualMachine()
    let context = Confined<JSContext>()
    let value = try await virtualMachine.perform {
      let new = try JSContext(in: virtualMachine)
      context.value = new
      try new.globalObject.setProperty(
        "inside",
        to: new.makeFunction(name: "inside") { call in
          try call.context.evaluate("Promise.resolve().then(() => { x = 'changed inside' })")
          return try call.context.evaluate("x")
        })
      return try new.evaluate("var x = 'before'; Promise.resolve().then(() => { x = 'after' }); inside()").string
    }
    #expect(value == "before")
    #expect(try await virtualMachine.perform { try context.value?.evaluate("x").string } == "changed inside")
    try await virtualMachine.perform { context.value = nil }
  }
}
