import Foundation
import Testing

@testable import JavaScriptEngine

/// Runs the body on a machine of its own, with a fresh context that is gone afterwards.
func withContext<T: Sendable>(
  _ environment: JSEnvironment = .live, _ body: @escaping @Sendable (JSContext) throws -> T
) async throws -> T {
  let virtualMachine = try JSVirtualMachine(configuration: .init(environment: environment))
  let result = try await virtualMachine.perform {
    let context = try JSContext(in: virtualMachine, name: "test")
    defer { context.release() }
    return try body(context)
  }
  await virtualMachine.shutdown()
  return result
}

@Suite("Values")
struct ValueTests {
  @Test(
    "text crosses without losing a UTF-16 unit",
    arguments: [
      [], [0x61], [0], [0x61, 0, 0x62], [0xd83d], [0xde00], [0x61, 0xd83d, 0x62], [0xd83d, 0xde00], [0xde00, 0xd83d],
      [0xfeff],
      [0xffff], [0x2028, 0x2029], [0xe9], [0xff], [0x100], Array(repeating: 0x78, count: 100_000),
    ] as [[UInt16]])
  func utf16(units: [UInt16]) async throws {
    try await withContext { (context) throws in
      let value = try context.string(utf16: units)
      #expect(try value.utf16 == units)
      let echoed = try context.evaluate(
        "(text => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).join())"
      )
      .call([value]).string
      #expect(echoed == units.map(String.init).joined(separator: ","))
      let text = String(decoding: units, as: UTF16.self)
      #expect(try value.string == text)
      #expect(try context.string(text).string == text)
      #expect(try context.string(text).utf16 == Array(text.utf16))
      let made = try context.evaluate("(...units) => String.fromCharCode(...units)")
      if units.count < 100 { #expect(try made.call(units.map { try context.number(Double($0)) }).utf16 == units) }
    }
  }

  @Test("ASCII text stays eight bits wide in the engine, so a large text takes its size in memory")
  func narrow() async throws {
    let virtualMachine = try JSVirtualMachine()
    let grown = try await virtualMachine.perform {
      let context = try JSContext(in: virtualMachine)
      let before = try virtualMachine.statistics(collectingGarbage: true).heapBytes
      let value = try context.string(String(repeating: "x", count: 8 << 20))
      let after = try virtualMachine.statistics(collectingGarbage: true).heapBytes
      return withExtendedLifetime(value) { after - before }
    }
    #expect(grown < 12 << 20)
    await virtualMachine.shutdown()
  }

  @Test("property names keep lone surrogates, and are listed in the language's order")
  func names() async throws {
    try await withContext { (context) throws in
      let object = try context.evaluate("({ z: 1, 10: 2, a: 3, 2: 4, '': 5, ['__proto__']: 6, '\\ud83d': 7 })")
      #expect(try object.ownKeys() == ["2", "10", "z", "a", "", "__proto__", "\u{fffd}"])
      var units: [[UInt16]] = []
      try object.forEachOwnProperty { name, _ in units.append(name.utf16) }
      #expect(units.last == [0xd83d])
    }
  }

  @Test("own enumerable keys leave out inherited, hidden and symbol ones, also behind a proxy")
  func ownKeys() async throws {
    try await withContext { (context) throws in
      for script in [
        "class A { constructor() { this.own = 1; } get g() { return 1; } }; new A()",
        "Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 1 } })",
        "Object.assign(Object.create(null), { own: 1, [Symbol()]: 2 })",
        "new Proxy({ own: 1 }, {})", "Object.prototype.everywhere = 1; ({ own: 1 })",
      ] {
        #expect(try context.evaluate(JSSource(script)).ownKeys() == ["own"], "\(script)")
      }
      #expect(
        try context.evaluate("delete Object.prototype.everywhere; const a = [1, , 3]; a.x = 4; a").ownKeys() == [
          "0", "2", "x",
        ])
    }
  }

  @Test(
    "numbers cross exactly",
    arguments: [0, -0.0, 1, -1, 0.1, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity, 0x1p53, 2_147_483_648])
  func numbers(number: Double) async throws {
    try await withContext { (context) throws in
      let value = try context.number(number)
      #expect(try value.number.bitPattern == number.bitPattern)
      let literal = number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : String(number)
      #expect(try context.evaluate("(x => Object.is(x, \(literal)))").call([value]).bool)
    }
  }

  @Test("NaN is a number and truthiness is JavaScript's")
  func notANumber() async throws {
    try await withContext { (context) throws in
      #expect(try context.number(.nan).number.isNaN)
      #expect(try context.number(.nan).kind == .number)
      #expect(try context.number(.nan).bool == false)
      #expect(try context.string("").bool == false)
      #expect(try context.object().bool)
    }
  }

  @Test("big integers cross as 64 bits and as text")
  func bigIntegers() async throws {
    try await withContext { (context) throws in
      for value in [Int64.min, -1, 0, 1, .max] {
        let big = try context.bigInt(value)
        #expect(try big.kind == .bigInt)
        #expect(try big.int64() == value)
        #expect(try big.string == String(value))
      }
      #expect(try context.bigInt(UInt64.max).uint64() == .max)
      #expect(try context.bigInt(UInt64.max).int64() == nil)
      #expect(try context.bigInt(Int64(-1)).uint64() == nil)
      let digits = "123456789012345678901234567890"
      #expect(try context.bigInt(decimal: digits).string == digits)
      #expect(try context.bigInt(decimal: digits).int64() == nil)
      #expect(
        try context.evaluate("(x => x + 1n)").call([context.bigInt(decimal: digits)]).string
          == "123456789012345678901234567891")
      #expect(throws: ScriptError.self) { try context.bigInt(decimal: "12x") }
    }
  }

  @Test("dates cross as milliseconds, also invalid ones and those of another realm")
  func dates() async throws {
    try await withContext { (context) throws in
      let date = try context.date(milliseconds: 86_400_000.0)
      #expect(date.isDate)
      #expect(try date.dateMilliseconds() == 86_400_000)
      #expect(try date.invoke("toISOString").string == "1970-01-02T00:00:00.000Z")
      #expect(try context.evaluate("new Date(NaN)").dateMilliseconds()?.isNaN == true)
      #expect(try context.evaluate("({})").dateMilliseconds() == nil)
      let other = try JSContext(in: context.virtualMachine)
      #expect(try other.evaluate("new Date(5)").used(in: context).dateMilliseconds() == 5)
      other.release()
    }
  }

  @Test("kinds, arrays and functions are told apart")
  func kinds() async throws {
    try await withContext { (context) throws in
      let expected: [(String, JSValue.Kind)] = [
        ("undefined", .undefined), ("null", .null), ("true", .boolean), ("1", .number), ("''", .string),
        ("Symbol()", .symbol),
        ("1n", .bigInt), ("({})", .object), ("[]", .object), ("(() => 1)", .object),
      ]
      for (script, kind) in expected { #expect(try context.evaluate(script).kind == kind, "\(script)") }
      #expect(try context.evaluate("[]").isArray)
      #expect(try context.evaluate("(class {})").isFunction)
      #expect(try context.evaluate("({})").isFunction == false)
      #expect(try context.evaluate("Promise.resolve()").isPromise)
      #expect(try context.evaluate("({ then() {} })").isPromise == false)
      let other = try JSContext(in: context.virtualMachine)
      #expect(try other.evaluate("(async () => 1)()").used(in: context).isPromise)
      #expect(try context.evaluate("Promise = class {}; (async () => 1)()").isPromise)
      other.release()
    }
  }

  @Test("equality is JavaScript's")
  func equality() async throws {
    try await withContext { (context) throws in
      let object = try context.object()
      #expect(try object.isStrictlyEqual(to: object))
      #expect(try object.isStrictlyEqual(to: context.object()) == false)
      #expect(try context.number(.nan).isStrictlyEqual(to: context.number(.nan)) == false)
      #expect(try context.number(0).isStrictlyEqual(to: context.number(-0.0)))
      #expect(try context.string("a").isStrictlyEqual(to: context.string("a")))
      #expect(try context.evaluate("new RangeError").isInstance(of: context.globalObject.property("Error")))
    }
  }

  @Test("JSON goes both ways")
  func json() async throws {
    try await withContext { (context) throws in
      let text = #"{"a":[1,2.5,null,true,"\u2028\ud83d"],"b":{"c":""}}"#
      let value = try context.json(text)
      #expect(try value.property("a").element(4).utf16 == [0x2028, 0xd83d])
      #expect(
        try value.json()
          == #"{"a":[1,2.5,null,true," \#u{2028}\ud83d"],"b":{"c":""}}"#.replacingOccurrences(
            of: " \u{2028}", with: "\u{2028}"))
      #expect(try value.isInstance(of: context.globalObject.property("Object")))
      #expect(try context.undefined.json() == nil)
      #expect { try context.json("{") } throws: { ($0 as? ScriptError)?.details.name == "SyntaxError" }
      #expect { try context.evaluate("const c = {}; c.c = c; c").json() } throws: {
        ($0 as? ScriptError)?.details.name == "TypeError"
      }
    }
  }

  @Test("properties are read, set, defined, found and deleted; getters may throw")
  func properties() async throws {
    try await withContext { (context) throws in
      let object = try context.evaluate("({ get bad() { throw new RangeError('no'); } })")
      try object.setProperty("a", to: context.number(1))
      try object.setProperty("h", to: context.number(2), attributes: [.hidden, .readOnly, .permanent])
      #expect(try object.property("a").number == 1)
      #expect(try object.hasProperty("toString"))
      #expect(try object.deleteProperty("a"))
      #expect(try object.hasProperty("a") == false)
      #expect(try object.deleteProperty("h") == false)
      #expect { try object.property("bad") } throws: { ($0 as? ScriptError)?.details.name == "RangeError" }
      #expect(throws: EngineError.self) { try context.number(1).property("x") }
    }
  }

  @Test("a symbol is a key")
  func symbolKeys() async throws {
    try await withContext { (context) throws in
      let key = try context.symbol("key")
      let object = try context.object()
      try object.setProperty(key, to: context.number(7))
      #expect(try object.property(key).number == 7)
      #expect(try context.evaluate("(o, k) => o[k]").call([object, key]).number == 7)
      #expect(try object.ownKeys() == [])
    }
  }
}

@Suite("Bytes")
struct ByteTests {
  @Test(
    "bytes cross both ways, below and above the size from which they are not copied",
    arguments: [0, 1, 7, 4096, 100_000, 3 << 20])
  func roundTrip(count: Int) async throws {
    try await withContext { (context) throws in
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let value = try context.bytes(data)
      #expect(try value.property("length").number == Double(count))
      #expect(try value.bytes() == data)
      #expect(try context.evaluate("(b => b instanceof Uint8Array)").call([value]).bool)
      let sum = try context.evaluate("(b => b.reduce((a, x) => a + x, 0))").call([value]).number
      #expect(sum == data.reduce(0.0) { $0 + Double($1) })
      try context.evaluate("(b => { if (b.length) b[0] = 255; })").call([value])
      if count > 0 { #expect(try value.bytes()?.first == 255) }
      #expect(data.first == (count > 0 ? 0 : nil))
    }
  }

  @Test(
    "views give their own part of the buffer",
    arguments: [
      ("new Uint8Array([1, 2, 3, 4]).subarray(1, 3)", [2, 3]), ("new Uint8Array([1, 2, 3, 4]).buffer", [1, 2, 3, 4]),
      ("new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 2)", [3, 4]), ("new Uint16Array([1, 256])", [1, 0, 0, 1]),
      ("new Float64Array(0)", []), ("new BigInt64Array([1n])", [1, 0, 0, 0, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func views(script: String, bytes: [UInt8]) async throws {
    try await withContext { (context) throws in
      #expect(try context.evaluate(script).bytes() == Data(bytes))
      let lent = unsafe try context.evaluate(script).withBytes { unsafe Array($0) }
      #expect(lent == bytes)
    }
  }

  @Test("what holds no bytes gives none")
  func none() async throws {
    try await withContext { (context) throws in
      #expect(try context.evaluate("[1]").bytes() == nil)
      #expect(try context.evaluate("'x'").bytes() == nil)
      let lent = unsafe try context.evaluate("1").withBytes { _ in 1 }
      #expect(lent == nil)
    }
  }
}
