import Testing

@testable import JavaScriptEngine

@Suite("Confinement")
struct ConfinementTests {
  private static func strayValue() async throws -> (JSVirtualMachine, Confined<JSValue>) {
    let virtualMachine = try JSVirtualMachine()
    let value = Confined<JSValue>()
    try await virtualMachine.perform { value.value = try JSContext(in: virtualMachine).evaluate("({ a: 1 })") }
    return (virtualMachine, value)
  }

  @Test("reading a value elsewhere traps")
  func value() async {
    await #expect(processExitsWith: .failure) {
      let (_, value) = try await Self.strayValue()
      _ = try value.value?.property("a")
    }
  }

  @Test("making a context elsewhere traps")
  func context() async {
    await #expect(processExitsWith: .failure) { _ = try JSContext(in: JSVirtualMachine()) }
  }

  @Test("the event loop elsewhere traps")
  func eventLoop() async {
    await #expect(processExitsWith: .failure) { try JSVirtualMachine().eventLoop.clearTimer(1) }
  }

  @Test("assuming the executor's isolation elsewhere traps")
  func executor() async {
    await #expect(processExitsWith: .failure) { try JSVirtualMachine().executor.checkIsolated() }
  }

  @Test("a value of one virtual machine in another traps")
  func foreign() async {
    await #expect(processExitsWith: .failure) {
      let (_, stray) = try await Self.strayValue()
      let other = try JSVirtualMachine()
      try await other.perform { _ = try JSContext(in: other).globalObject.setProperty("x", to: stray.value!) }
    }
  }

  @Test("the same uses on the thread do not trap")
  func control() async {
    await #expect(processExitsWith: .success) {
      let (virtualMachine, value) = try await Self.strayValue()
      try await virtualMachine.perform {
        _ = try value.value?.property("a")
        _ = try JSContext(in: virtualMachine)
        virtualMachine.eventLoop.clearTimer(1)
        virtualMachine.executor.checkIsolated()
      }
      value.value = nil
    }
  }

  private actor Holder {
    nonisolated let virtualMachine: JSVirtualMachine
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe virtualMachine.executor.asUnownedSerialExecutor() }
    private var context: JSContext?
    private var steps: [String] = []

    init() throws { virtualMachine = try JSVirtualMachine() }

    func open() throws {
      virtualMachine.preconditionOnThread()
      context = try JSContext(in: virtualMachine)
    }

    func settle(_ script: String) async throws -> String {
      guard let context else { return "" }
      return try await context.evaluate(JSSource(script)).settled().string
    }

    func order() throws -> [String] {
      guard let context else { return [] }
      let log = try context.makeFunction(name: "log") { [weak self] call in
        let text = try call.argument(0).string
        self?.assumeIsolated { $0.steps.append(text) }
        return try call.context.undefined
      }
      try context.globalObject.setProperty("log", to: log)
      try context.evaluate("Promise.resolve().then(() => log('microtask')); log('script')")
      steps.append("end of job")
      return steps
    }

    var allSteps: [String] { steps }
  }

  @Test("an actor on the executor lives on the thread, and awaits promises there")
  func actor() async throws {
    let holder = try Holder()
    try await holder.open()
    #expect(try await holder.settle("(async () => { await 1; return 'done'; })()") == "done")
    #expect(try await holder.settle("'no promise'") == "no promise")
    await #expect { try await holder.settle("Promise.reject(new RangeError('no'))") } throws: {
      ($0 as? ScriptError)?.details.name == "RangeError"
    }
    // Each stretch of the actor's code is one task: its microtasks run after it.
    #expect(try await holder.order() == ["script", "end of job"])
    #expect(await holder.allSteps == ["script", "end of job", "microtask"])
  }
}
