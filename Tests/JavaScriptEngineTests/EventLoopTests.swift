import Foundation
import Testing

@testable import JavaScriptEngine

/// A realm with `log(text)`, `setTimeout`, `setInterval`, `clearTimeout` and `post` over the event loop.
struct LoggingRealm {
  let context: JSContext

  final class Log {
    var lines: [String] = []
  }

  let log = Log()

  init(in virtualMachine: JSVirtualMachine) throws {
    context = try JSContext(in: virtualMachine, name: "test")
    let global = try context.globalObject
    let log = log
    func define(_ name: String, _ body: @escaping (JSCall) throws -> JSValue?) throws {
      try global.setProperty(
        name, to: context.makeFunction(name: name) { call in try body(call) ?? call.context.undefined })
    }
    let loop = virtualMachine.eventLoop
    try define("log") { call in
      log.lines.append(try call.argument(0).string)
      return nil
    }
    for (name, repeats) in [("setTimeout", false), ("setInterval", true)] {
      try define(name) { call in
        let callback = try call.argument(0)
        let delay = try call.argument(1).number
        let identifier = loop.setTimer(after: delay, repeats: repeats, owner: call.context) { _ = try? callback.call() }
        return try call.context.number(Double(identifier))
      }
    }
    try define("clearTimeout") { call in
      loop.clearTimer(Int(try call.argument(0).number))
      return nil
    }
    try define("post") { call in
      let callback = try call.argument(0)
      loop.post(.messaging, owner: call.context) { _ = try? callback.call() }
      return nil
    }
    try define("now") { call in try call.context.number(Double(virtualMachine.clockNanoseconds) / 1e6) }
  }
}

extension JSVirtualMachine {
  var clockNanoseconds: Int64 { configuration.environment.clock.monotonicNanoseconds }
}

/// Keeps a confined value between two visits to its thread.
final class Confined<Value>: @unchecked Sendable {
  var value: Value?
}

@Suite("The event loop")
struct EventLoopTests {
  private func lines(after script: String, advancing duration: Duration = .seconds(1)) async throws -> [String] {
    let clock = ManualClock()
    let virtualMachine = try JSVirtualMachine(configuration: .init(environment: .init(clock: clock)))
    let realm = Confined<LoggingRealm>()
    try await virtualMachine.perform {
      realm.value = try LoggingRealm(in: virtualMachine)
      try realm.value?.context.evaluate(script)
      realm.value?.log.lines.append("end of task")
    }
    await clock.advance(by: duration)
    let lines = try await virtualMachine.perform { realm.value?.log.lines ?? [] }
    try await virtualMachine.perform { realm.value = nil }
    await virtualMachine.shutdown()
    return lines
  }

  @Test("runs microtasks after the task, before the next task")
  func microtasks() async throws {
    let lines = try await lines(
      after: """
        Promise.resolve().then(() => { log('micro 1'); Promise.resolve().then(() => log('micro nested')); });
        post(() => { log('task'); Promise.resolve().then(() => log('micro of task')); });
        post(() => log('task 2'));
        log('script');
        """)
    #expect(
      lines == ["script", "end of task", "micro 1", "micro nested", "task", "micro of task", "task 2"])
  }

  @Test("orders timers by due time, then by when they were set")
  func timerOrder() async throws {
    let lines = try await lines(
      after: """
        for (const [name, delay] of [['a', 10], ['b', 0], ['c', 5], ['d', 5], ['e', -3], ['f', NaN], ['g', 0]])
          setTimeout(() => log(name), delay);
        """)
    #expect(lines == ["end of task", "b", "e", "f", "g", "c", "d", "a"])
  }

  @Test("clamps nested timers to 4 ms after nine callbacks without a wait, as recorded in WebKit 2.50.6")
  func nestingClamp() async throws {
    let lines = try await lines(
      after: """
        let last = now(), left = 14;
        (function next() { log(String(now() - last)); last = now(); if (left--) setTimeout(next, 0); })();
        """)
    #expect(lines.filter { $0 != "end of task" } == Array(repeating: "0", count: 10) + Array(repeating: "4", count: 5))
  }

  @Test("timers set deep in a chain are slow at once, repeating ones from their second run on, as recorded")
  func deepChain() async throws {
    let lines = try await lines(
      after: """
        const measure = (set, count) => new Promise(done => {
          const seen = [];
          let last = now();
          const note = () => {
            seen.push(now() - last);
            last = now();
            if (seen.length === count) { clearTimeout(id); log(seen.join()); done(); } else if (set === setTimeout) id = set(note, delay);
          };
          let id = set(note, delay);
        });
        let delay = 0;
        (async () => {
          await measure(setTimeout, 20);
          delay = 1;
          await measure(setTimeout, 12);
          delay = 0;
          await measure(setInterval, 12);
        })();
        """)
    #expect(
      lines.dropFirst() == [
        "0,0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4,4,4,4", "4,4,4,4,4,4,4,4,4,4,4,4", "0,4,4,4,4,4,4,4,4,4,4,4",
      ])
  }

  @Test("equal delays run in the order of setting, shallow and deep, as recorded")
  func recordedOrder() async throws {
    let set =
      "[[0, 10], [1, 0], [2, 1], [3, 5], [4, 0], [5, -5], [6, 3], [7, NaN], [8, undefined], [9, 2], [10, 1], [11, 0]]"
    let deep = try await lines(
      after:
        "let left = 12; (function next() { if (left--) setTimeout(next, 0); else for (const [i, d] of \(set)) setTimeout(() => log(i + ':' + d), d); })()"
    )
    #expect(
      deep.dropFirst() == [
        "1:0", "2:1", "4:0", "5:-5", "6:3", "7:NaN", "8:undefined", "9:2", "10:1", "11:0", "3:5", "0:10",
      ])
    let shallow = try await lines(
      after: "setTimeout(() => log('a'), 0); setTimeout(() => log('b'), 1); setTimeout(() => log('c'), 0);")
    #expect(shallow == ["end of task", "a", "c", "b"])
  }

  @Test("repeats an interval without drift until it is cleared")
  func interval() async throws {
    let lines = try await lines(
      after: """
        let count = 0; const id = setInterval(() => { log(String(now())); if (++count === 4) clearTimeout(id); }, 100);
        """)
    #expect(lines == ["end of task", "100", "200", "300", "400"])
  }

  @Test("does not run a timer that an earlier one cleared")
  func cleared() async throws {
    let lines = try await lines(
      after:
        "let second; setTimeout(() => { log('first'); clearTimeout(second); }, 1); second = setTimeout(() => log('second'), 1);"
    )
    #expect(lines == ["end of task", "first"])
  }

  @Test("drops the timers and tasks of a released context")
  func releasedContext() async throws {
    let clock = ManualClock()
    let virtualMachine = try JSVirtualMachine(configuration: .init(environment: .init(clock: clock)))
    let realm = Confined<LoggingRealm>()
    try await virtualMachine.perform {
      realm.value = try LoggingRealm(in: virtualMachine)
      try realm.value?.context.evaluate("setTimeout(() => log('timer'), 1); post(() => log('task'))")
      realm.value?.context.release()
      #expect(virtualMachine.eventLoop.timerCount == 0)
    }
    await clock.advance(by: .seconds(1))
    #expect(try await virtualMachine.perform { realm.value?.log.lines } == [])
  }

  @Test("runs live timers by itself")
  func live() async throws {
    let virtualMachine = try JSVirtualMachine()
    let realm = Confined<LoggingRealm>()
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    try await virtualMachine.perform {
      let logging = try LoggingRealm(in: virtualMachine)
      realm.value = logging
      let done = try logging.context.makeFunction(name: "done") { call in
        continuation.yield()
        return try call.context.undefined
      }
      try logging.context.globalObject.setProperty("done", to: done)
      try logging.context.evaluate("setTimeout(done, 5)")
    }
    for await _ in stream { break }
    try await virtualMachine.perform { realm.value = nil }
  }

  @Test("reports unhandled rejections after the checkpoint, and those handled later")
  func rejections() async throws {
    let virtualMachine = try JSVirtualMachine(configuration: .init(environment: .init(clock: ManualClock())))
    let realm = Confined<LoggingRealm>()
    for (handle, name) in [
      ("p.catch(() => {})", "catch"), ("(async () => { try { await p } catch {} })()", "await"),
      ("Promise.allSettled([p])", "all"),
    ] {
      try await virtualMachine.perform {
        let logging = try LoggingRealm(in: virtualMachine)
        realm.value = logging
        try logging.context.observeRejections(
          rejected: { _, reason in logging.log.lines.append("rejected " + ((try? reason.string) ?? "?")) },
          handled: { _, reason in logging.log.lines.append("handled " + ((try? reason.string) ?? "?")) })
        try logging.context.evaluate("var p = Promise.reject('a'); const q = Promise.reject('b'); q.catch(() => {});")
      }
      try await virtualMachine.perform {}
      try await virtualMachine.perform { _ = try realm.value?.context.evaluate("log(typeof p.then);") }
      try await virtualMachine.perform { _ = try realm.value?.context.evaluate(handle) }
      try await virtualMachine.perform {}
      try await virtualMachine.perform {}
      let lines = try await virtualMachine.perform { realm.value?.log.lines ?? [] }
      #expect(lines == ["rejected a", "function", "handled a"], "\(name)")
    }
    try await virtualMachine.perform {
      realm.value?.context.release()
      realm.value = nil
    }
  }
}
