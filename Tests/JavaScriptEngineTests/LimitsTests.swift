import Testing

@testable import JavaScriptEngine

@Suite("Limits", .serialized)
struct LimitsTests {
  private func code(_ limits: ExecutionLimits, _ script: String) async throws -> EngineError.Code? {
    let virtualMachine = try JSVirtualMachine(configuration: .init(limits: limits))
    let context = Confined<JSContext>()
    try await virtualMachine.perform { context.value = try JSContext(in: virtualMachine) }
    var code: EngineError.Code?
    do {
      try await virtualMachine.perform { _ = try context.value?.evaluate(script) }
    } catch let error as EngineError {
      code = error.code
    }
    // Never half alive: the next script runs as if nothing had been.
    #expect(try await virtualMachine.perform { try context.value?.evaluate("1 + 1").number } == 2)
    #expect(virtualMachine.state == .running)
    try await virtualMachine.perform { context.value = nil }
    await virtualMachine.shutdown()
    return code
  }

  @Test("an endless loop ends when its budget is used up", .timeLimit(.minutes(1)))
  func endlessLoop() async throws {
    #expect(try await code(.init(taskBudget: .milliseconds(150)), "for (;;);") == .taskBudgetExceeded)
  }

  @Test("try and finally do not keep it alive", .timeLimit(.minutes(1)))
  func uncatchable() async throws {
    let script = "for (;;) { try { for (;;); } catch { } finally { } }"
    #expect(try await code(.init(taskBudget: .milliseconds(150)), script) == .taskBudgetExceeded)
  }

  @Test(
    "an endless chain of microtasks ends too", .timeLimit(.minutes(1)),
    arguments: [
      "(function again() { Promise.resolve().then(again); })()",
      "(async () => { for (;;) await null; })()",
      "for (let i = 0; i < 100; i++) (async () => { for (;;) await null; })()",
      "(async () => { try { for (;;) await null; } finally { await 0; for (;;); } })()",
      "(async () => { for (;;) { await null; for (;;); } })()",
    ])
  func microtasks(script: String) async throws {
    #expect(try await code(.init(taskBudget: .milliseconds(150)), script) == .taskBudgetExceeded)
  }

  @Test("what an ended task left in the microtask queue is ended with it", .timeLimit(.minutes(1)))
  func leftovers() async throws {
    let virtualMachine = try JSVirtualMachine(configuration: .init(limits: .init(taskBudget: .milliseconds(100))))
    let context = Confined<JSContext>()
    try await virtualMachine.perform { context.value = try JSContext(in: virtualMachine) }
    await #expect(throws: EngineError.self) {
      try await virtualMachine.perform {
        _ = try context.value?.evaluate(
          "var turns = [0, 0, 0]; turns.forEach((_, i) => { (async () => { for (;;) { await null; turns[i]++; } })(); })"
        )
      }
    }
    let first = try await virtualMachine.perform { try context.value?.evaluate("String(turns)").string }
    let second = try await virtualMachine.perform { try context.value?.evaluate("String(turns)").string }
    #expect(first == second)
    try await virtualMachine.perform { context.value = nil }
    await virtualMachine.shutdown()
  }

  @Test("an allocation loop ends at the heap's ceiling", .timeLimit(.minutes(1)))
  func allocation() async throws {
    let script = "const keep = []; for (;;) keep.push(new Array(1000).fill(keep.length));"
    #expect(try await code(.init(heapBytes: 200 << 20), script) == .heapLimitExceeded)
  }

  @Test("a script ends when somebody outside says so", .timeLimit(.minutes(1)))
  func terminate() async throws {
    let virtualMachine = try JSVirtualMachine(configuration: .init(limits: .none))
    let context = Confined<JSContext>()
    let (started, continuation) = AsyncStream<Void>.makeStream()
    try await virtualMachine.perform {
      let new = try JSContext(in: virtualMachine)
      context.value = new
      let signal = try new.makeFunction(name: "started") { call in
        continuation.yield()
        return try call.context.undefined
      }
      try new.globalObject.setProperty("started", to: signal)
    }
    let running = Task {
      try await virtualMachine.perform { try context.value?.evaluate("started(); for (;;);").number }
    }
    for await _ in started { break }
    virtualMachine.terminate()
    await #expect { try await running.value } throws: { ($0 as? EngineError)?.code == .terminated }
    #expect(try await virtualMachine.perform { try context.value?.evaluate("6 * 7").number } == 42)
    try await virtualMachine.perform { context.value = nil }
  }

  @Test("terminating between two tasks does nothing")
  func terminateIdle() async throws {
    let virtualMachine = try JSVirtualMachine()
    try await virtualMachine.perform {}
    virtualMachine.terminate()
    #expect(try await virtualMachine.perform { try JSContext(in: virtualMachine).evaluate("1").number } == 1)
  }
}
