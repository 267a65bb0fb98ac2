import Foundation
import Testing

@testable import JavaScriptEngine

@Suite("Environment")
struct EnvironmentTests {
  @Test("random numbers repeat with their seed, differ with another, and are shared by the realms of a machine")
  func random() async throws {
    @Sendable func draw(_ seed: UInt64) async throws -> [String] {
      try await withContext(.init(clock: LiveClock(), randomSeed: seed)) { (context) throws in
        let other = try JSContext(in: context.virtualMachine)
        defer { other.release() }
        return try [context, other, context].map { try $0.evaluate("Math.random() + ''").string }
      }
    }
    let first = try await draw(42)
    #expect(try await draw(42) == first)
    #expect(try await draw(43) != first)
    #expect(Set(first).count == 3)
    #expect(first.allSatisfy { (0..<1).contains(Double($0) ?? -1) })
  }

  @Test("Math.random looks like the engine's own")
  func randomShape() async throws {
    let shape =
      "(d => [d.writable, d.enumerable, d.configurable, d.value.name, typeof d.value].join())(Object.getOwnPropertyDescriptor(Math, 'random'))"
    let own = try await withContext { (context) throws in try context.evaluate(JSSource(shape)).string }
    let seeded = try await withContext(.init(clock: LiveClock(), randomSeed: 1)) { (context) throws in
      try context.evaluate(JSSource(shape)).string
    }
    #expect(own == seeded)
  }

  @Test("under a manual clock Date stands still, follows it, and is a Date in every other way")
  func date() async throws {
    let clock = ManualClock(wallMilliseconds: 1_000_000.75)
    let virtualMachine = try JSVirtualMachine(configuration: .init(environment: .init(clock: clock)))
    let context = Confined<JSContext>()
    try await virtualMachine.perform { context.value = try JSContext(in: virtualMachine) }
    func evaluate(_ script: String) async throws -> String {
      try await virtualMachine.perform { try #require(context.value).evaluate(JSSource(script)).string }
    }
    #expect(try await evaluate("[Date.now(), +new Date(), new Date().getTime()].join()") == "1000000,1000000,1000000")
    await clock.advance(by: .milliseconds(1500))
    #expect(try await evaluate("Date.now() + ''") == "1001500")
    let rules = """
      class Sub extends Date { day() { return this.getUTCDate(); } }
      [
        new Date(5).getTime(), new Date(2020, 0, 1).getFullYear(), Date.UTC(1970, 0, 2), Date.parse('1970-01-01T00:00:00Z'),
        typeof Date(), new Date() instanceof Date, new Date().constructor === Date, Date.length, Date.name,
        Object.prototype.toString.call(new Date()), new Sub(86400000).day(), new Sub() instanceof Sub, isNaN(new Date(undefined)),
      ].join()
      """
    #expect(
      try await evaluate(rules) == "5,2020,86400000,0,string,true,true,7,Date,[object Date],2,true,true")
    try await virtualMachine.perform { context.value = nil }
    await virtualMachine.shutdown()
  }

  @Test("a manual clock shared by two machines runs their timers in order of due time")
  func shared() async throws {
    let clock = ManualClock()
    let machines = try (0..<2).map { _ in try JSVirtualMachine(configuration: .init(environment: .init(clock: clock))) }
    let log = Confined<[String]>()
    log.value = []
    let contexts = Confined<[JSContext]>()
    contexts.value = []
    for (index, machine) in machines.enumerated() {
      try await machine.perform {
        let context = try JSContext(in: machine)
        contexts.value?.append(context)
        for step in [1, 2, 3] {
          machine.eventLoop.setTimer(after: Double(step * 20 + index * 10), owner: context) {
            log.value?.append("\(index):\(step)")
          }
        }
      }
    }
    await clock.advance(by: .milliseconds(65))
    #expect(log.value == ["0:1", "1:1", "0:2", "1:2", "0:3"])
    await clock.advance(by: .milliseconds(5))
    #expect(log.value?.last == "1:3")
    contexts.value = nil
  }

  @Test("the first machine sets the process's time zone; another one cannot be had")
  func timeZone() async {
    await #expect(processExitsWith: .success) {
      let here = try JSVirtualMachine(
        configuration: .init(environment: .init(clock: LiveClock(), timeZone: "Asia/Kolkata")))
      let offset = try await here.perform {
        try JSContext(in: here).evaluate(
          "new Date(0).getTimezoneOffset() + Intl.DateTimeFormat().resolvedOptions().timeZone"
        ).string
      }
      #expect(["-330Asia/Kolkata", "-330Asia/Calcutta"].contains(offset))
      #expect(throws: EngineError.self) {
        _ = try JSVirtualMachine(
          configuration: .init(environment: .init(clock: LiveClock(), timeZone: "Europe/Zurich")))
      }
      _ = try JSVirtualMachine(configuration: .init(environment: .init(clock: LiveClock(), timeZone: "Asia/Kolkata")))
    }
  }
}

@Suite("Sources")
struct SourceTests {
  private func file(_ bytes: [UInt8]) throws -> String {
    let path = NSTemporaryDirectory() + "source-\(UUID().uuidString).js"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("files run, in place or decoded", arguments: ["'plain ASCII'", "'naïve – ünïcödé 😀'", "''"])
  func file(script: String) async throws {
    let path = try file(Array(script.utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    for _ in 0..<2 {
      let result = try await withContext { (context) throws in
        try context.evaluate(JSSource(contentsOf: path, url: "file.js")).string
      }
      #expect(result == script.dropFirst().dropLast())
    }
  }

  @Test("a file that was changed is read again")
  func changed() async throws {
    let path = try file(Array("'before'".utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    func run() async throws -> String {
      try await withContext { (context) throws in try context.evaluate(JSSource(contentsOf: path)).string }
    }
    #expect(try await run() == "before")
    try Data("'after'".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try await run() == "after")
  }

  @Test("a file that is cut short while it is in use does no harm")
  func truncated() async throws {
    let filler = String(repeating: "// filler\n", count: 100_000)
    let path = try file(Array((filler + "function late() { return 'still here'; }\n" + filler).utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = try await withContext { (context) throws in
      try context.evaluate(JSSource(contentsOf: path))
      let status = unsafe truncate(path, 10)
      #expect(status == 0)
      return try context.evaluate("late() + late.toString().length").string
    }
    #expect(text == "still here40")
  }

  @Test("an error in a file run in place names its line, message and address")
  func places() async throws {
    let path = try file(Array("let a = 1;\n\nthrow new Error('here')".utf8))
    let broken = try file(Array("let a = 1;\nlet let = 2;".utf8))
    defer { for path in [path, broken] { try? FileManager.default.removeItem(atPath: path) } }
    try await withContext { (context) throws in
      let thrown = try #require(throws: ScriptError.self) {
        try context.evaluate(JSSource(contentsOf: path, url: "a.js"))
      }
      #expect(thrown.details.line == 3)
      #expect(thrown.details.sourceURL == "a.js")
      let syntax = try #require(throws: ScriptError.self) {
        try context.evaluate(JSSource(contentsOf: broken, url: "b.js"))
      }
      #expect(syntax.details.name == "SyntaxError")
      #expect(syntax.details.line == 2)
      #expect(syntax.details.sourceURL == "b.js")
    }
  }

  @Test("what cannot be read is an error that names the file", arguments: ["/nonexistent/x.js", "/tmp"])
  func unreadable(path: String) throws {
    let error = try #require(throws: EngineError.self) { try JSSource(contentsOf: path) }
    #expect(error.code == .sourceUnreadable)
    #expect(error.description.contains(path))
  }

  @Test("source keeps its half surrogate pairs and its starting line")
  func utf16() async throws {
    try await withContext { (context) throws in
      let source = JSSource(utf16: Array("'".utf16) + [0xd800] + Array("'".utf16))
      #expect(try context.evaluate(source).utf16 == [0xd800])
      let error = try #require(throws: ScriptError.self) {
        try context.evaluate(JSSource("\nthrow new Error", url: "x", startingLine: 100))
      }
      #expect(error.details.line == 101)
    }
  }
}
