import Foundation
import Testing

@testable import JavaScriptEngine

@Suite("Lifetime", .serialized)
struct LifetimeTests {
  /// One context in full use: functions both ways, a promise, a timer, a message body, bytes, an error; then released
  /// or dropped.
  private static func cycle(in virtualMachine: JSVirtualMachine, releases: Bool) throws {
    let context = try JSContext(in: virtualMachine, name: "cycle")
    let function = try context.makeFunction(name: "twice") { call in
      try call.context.number(call.argument(0).number * 2)
    }
    try context.globalObject.setProperty("twice", to: function)
    _ = try context.evaluate(
      "var list = Array.from({ length: 100 }, (_, i) => ({ i, text: 'row ' + twice(i) })); list.length")
    let deferred = try context.deferred()
    try context.globalObject.setProperty("later", to: deferred.promise)
    _ = try context.evaluate("later.then(value => { globalThis.got = value; })")
    try deferred.resolve(context.bytes(Data(repeating: 1, count: 1000)))
    virtualMachine.eventLoop.setTimer(after: 1_000_000, owner: context) { _ = function }
    try context.observeRejections(rejected: { _, _ in }, handled: { _, _ in })
    _ = try? context.evaluate("throw new Error('x')")
    if releases { context.release() }
  }

  @Test(
    "2,000 contexts made, used and released leave neither memory nor protected values behind", .timeLimit(.minutes(2)))
  func contexts() async {
    // In a process of its own, so that no other test's memory counts.
    await #expect(processExitsWith: .success) {
      let virtualMachine = try JSVirtualMachine()
      func run(_ count: Int) async throws -> (HeapStatistics, resident: Int) {
        for _ in 0..<(count / 20) {
          try await virtualMachine.perform { for _ in 0..<20 { try Self.cycle(in: virtualMachine, releases: true) } }
        }
        let statistics = try await virtualMachine.perform { try virtualMachine.statistics(collectingGarbage: true) }
        return (statistics, EngineProcess.residentBytes)
      }
      let (early, residentEarly) = try await run(200)
      // The engine gives memory back when it sees fit, so single readings differ by megabytes; growth would lift all of
      // them.
      _ = try await run(1400)
      var (late, lowest) = try await run(200)
      for _ in 0..<2 {
        let (statistics, resident) = try await run(200)
        (late, lowest) = (statistics, min(lowest, resident))
      }
      #expect(lowest - residentEarly < 10 << 20, "resident \(residentEarly >> 10) → \(lowest >> 10) KB")
      #expect(late.heldValueCount == 0)
      #expect(late.protectedCount == early.protectedCount)
      #expect(late.objectCount < early.objectCount + 500)
    }
  }

  @Test("a context that is only dropped goes too, when no closure holds it")
  func dropped() async throws {
    let virtualMachine = try JSVirtualMachine()
    try await virtualMachine.perform {
      weak var gone: JSContext?
      do {
        let context = try JSContext(in: virtualMachine)
        gone = context
        try context.globalObject.setProperty("f", to: context.makeFunction(name: "f") { try $0.context.undefined })
        _ = try context.evaluate("f()")
      }
      #expect(gone == nil)
    }
    #expect(
      try await virtualMachine.perform { try virtualMachine.statistics(collectingGarbage: true).heldValueCount } == 0)
    await virtualMachine.shutdown()
  }

  @Test("a closure is let go of when JavaScript has let go of its function")
  func closures() async throws {
    final class Witness {}
    let virtualMachine = try JSVirtualMachine()
    let context = Confined<JSContext>()
    let witness = Confined<() -> Witness?>()
    try await virtualMachine.perform {
      let new = try JSContext(in: virtualMachine)
      context.value = new
      let held = Witness()
      witness.value = { [weak held] in held }
      for _ in 0..<100 {
        _ = try new.makeFunction(name: "f") { [held] call in
          defer { withExtendedLifetime(held) {} }
          return try call.context.undefined
        }
      }
    }
    try await virtualMachine.perform {
      _ = try context.value?.evaluate("Array.from({ length: 10000 }, (_, i) => ({ i })).length")
    }
    try await virtualMachine.perform { _ = try virtualMachine.statistics(collectingGarbage: true) }
    #expect(try await virtualMachine.perform { witness.value?() == nil })
    try await virtualMachine.perform { context.value = nil }
    await virtualMachine.shutdown()
  }

  @Test("values may be let go of on any thread, also after the end")
  func elsewhere() async throws {
    let virtualMachine = try JSVirtualMachine()
    let values = Confined<[JSValue]>()
    try await virtualMachine.perform {
      let context = try JSContext(in: virtualMachine)
      values.value = try (0..<100).map { _ in try context.object() }
      context.release()
    }
    values.value?.removeLast(50)
    #expect(
      try await virtualMachine.perform { try virtualMachine.statistics(collectingGarbage: true).heldValueCount } == 50)
    await virtualMachine.shutdown()
    values.value = nil
  }

  @Test("machines come and go", .timeLimit(.minutes(1)))
  func machines() async {
    await #expect(processExitsWith: .success) {
      func run(_ count: Int) async throws -> Int {
        for _ in 0..<count {
          let virtualMachine = try JSVirtualMachine()
          try await virtualMachine.perform { _ = try JSContext(in: virtualMachine).evaluate("[1, 2].map(x => x * 2)") }
          await virtualMachine.shutdown()
        }
        return EngineProcess.residentBytes
      }
      let early = try await run(20)
      let late = try await run(100)
      #expect(late - early < 10 << 20, "resident \(early >> 10) → \(late >> 10) KB")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count < 60)
    }
  }

  @Test("eight machines run at once")
  func parallel() async throws {
    let sums = try await withThrowingTaskGroup(of: Double.self) { group in
      for index in 0..<8 {
        group.addTask {
          let virtualMachine = try JSVirtualMachine(configuration: .init(name: "vm \(index)"))
          let sum = try await virtualMachine.perform {
            try JSContext(in: virtualMachine).evaluate("let s = 0; for (let i = 0; i < 1e5; i++) s += i % 7; s").number
          }
          await virtualMachine.shutdown()
          return sum
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(sums).count == 1 && sums.count == 8)
  }

  @Test("after shutdown work is refused, and said so")
  func refused() async throws {
    let virtualMachine = try JSVirtualMachine()
    await virtualMachine.shutdown()
    await virtualMachine.shutdown()
    #expect(virtualMachine.state == .shutDown)
    await #expect { try await virtualMachine.perform { 1 } } throws: { ($0 as? EngineError)?.code == .shutDown }
    virtualMachine.enqueue { Issue.record("ran after shutdown") }
  }

  @Test("shutdown ends a script that would never end", .timeLimit(.minutes(1)))
  func shutdownEnds() async throws {
    let virtualMachine = try JSVirtualMachine(configuration: .init(limits: .none))
    let endless = Task {
      try await virtualMachine.perform { _ = try JSContext(in: virtualMachine).evaluate("for (;;);") }
    }
    await Task.yield()
    await virtualMachine.shutdown()
    await #expect(throws: EngineError.self) { try await endless.value }
  }
}
