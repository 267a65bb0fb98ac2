import BridgeProtocol
import Foundation
import Testing

@Suite("JSON on the wire")
struct JSONTests {
  @Test(
    "a text that is JSON is read and written back",
    arguments: [
      "null", "true", "false", "0", "-1", "1.5", "1e-07", "9007199254740993", "123456789012345678901234567890", "\"\"",
      "[]", "{}", "[1,[2,[3]]]", #"{"a":{"b":[null,true,"x"]}}"#, #""\"\\\n\r\t\u0001""#, "\"é€😀\u{2028}\"", "-0",
    ])
  func roundTrip(_ text: String) throws {
    #expect(try JSONValue(text: text).text == text)
  }

  @Test("escapes are read as what they name, surrogate pairs included")
  func escapes() throws {
    #expect(try JSONValue(text: #""\u00e9\ud83d\ude00\/\b\f""#).string == "é😀/\u{8}\u{C}")
    #expect(try JSONValue(text: " [ 1 , 2 ] \n").text == "[1,2]")
    #expect(try JSONValue(text: "1.0").number?.int64 == 1)
    #expect(try JSONValue(text: "1e2").number?.int64 == 100)
    #expect(try JSONValue(text: "-0").number?.double.sign == .minus)
    #expect(try JSONValue(text: "0.1").number?.double == 0.1)
  }

  @Test(
    "a text that is not JSON is refused at the right byte",
    arguments: [
      ("", JSONFault.Reason.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("tru", .unexpectedEnd, 3),
      ("trux", .unexpectedByte, 3), ("01", .invalidNumber, 0), ("1.", .invalidNumber, 0), ("-", .unexpectedEnd, 1),
      ("-x", .invalidNumber, 0), ("1e", .invalidNumber, 0), ("[1,]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3),
      ("{\"a\"}", .unexpectedByte, 4), ("{a:1}", .unexpectedByte, 1), ("{\"a\":1,}", .unexpectedByte, 7),
      ("[1", .unexpectedEnd, 2), ("{", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2), ("\"\\x\"", .invalidEscape, 2),
      ("\"\\u00g0\"", .invalidEscape, 5), ("\"\\u00", .unexpectedEnd, 5), ("\"\n\"", .controlCharacter, 1),
      ("1 2", .trailingBytes, 2), ("[]]", .trailingBytes, 2), ("]", .unexpectedByte, 0), ("1e999", .numberTooLarge, 0),
      ("\"\\ud800\"", .unpairedSurrogate, 1), ("\"\\ud800\\u0041\"", .unpairedSurrogate, 1),
      ("\"\\udc00\"", .unpairedSurrogate, 1), ("{\"a\":1,\"a\":2}", .duplicateKey, 7), ("NaN", .unexpectedByte, 0),
      ("'a'", .unexpectedByte, 0), ("\u{FEFF}1", .unexpectedByte, 0), ("[1}", .unexpectedByte, 2),
      ("//\n1", .unexpectedByte, 0), ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0),
    ])
  func faults(_ text: String, _ reason: JSONFault.Reason, _ offset: Int) {
    #expect(throws: JSONFault(reason, at: offset)) { try JSONValue(text: text) }
  }

  @Test("bytes that are not UTF-8 are refused, in keys as well")
  func utf8() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF0, 0x9F, 0x22],
    ] {
      #expect(throws: JSONFault(.invalidUTF8, at: 1)) { try JSONValue(bytes: bytes) }
    }
  }

  @Test("a limit is a fault of its own, found before anything is decoded")
  func limits() throws {
    let limits = WireLimits(messageBytes: 2_000, depth: 5, keys: 3, stringLength: 4)
    #expect(throws: JSONFault(.tooManyBytes, at: 2_000)) {
      try JSONValue(text: String(repeating: " ", count: 2_001), limits: limits)
    }
    #expect(throws: JSONFault(.tooDeep, at: 5)) { try JSONValue(text: "[[[[[[]]]]]]", limits: limits) }
    #expect(throws: Never.self) { try JSONValue(text: "[[[[[]]]]]", limits: limits) }
    #expect(throws: JSONFault(.tooManyKeys, at: 20)) {
      try JSONValue(text: #"[{"a":1,"b":2,"c":3,"d":4}]"#, limits: limits)
    }
    #expect(throws: JSONFault(.stringTooLong, at: 1)) { try JSONValue(text: #"["abcde"]"#, limits: limits) }
    #expect(throws: Never.self) { try JSONValue(text: #"["abcd","éé€€","😀😀"]"#, limits: limits) }
    #expect(throws: JSONFault(.stringTooLong, at: 1)) { try JSONValue(text: #"["😀😀😀"]"#, limits: limits) }
    #expect(throws: JSONFault(.stringTooLong, at: 0)) { try JSONValue(text: "\"\\n\\n\\n\\n\\n\"", limits: limits) }
  }

  @Test("a million open brackets cost one pass and no stack")
  func deep() {
    let limits = WireLimits(messageBytes: 4_000_000, depth: 64, keys: 100, stringLength: 100)
    #expect(throws: JSONFault(.tooDeep, at: 64)) {
      try JSONValue(text: String(repeating: "[", count: 1_000_000), limits: limits)
    }
  }

  @Test(
    "random damage to a message never traps, and what is still read is written back the same (seed printed on failure)")
  func fuzz() throws {
    var generator = SplitMix(state: UInt64.random(in: 0...UInt64.max))
    let seed = generator.state
    let origin = Array(
      #"{"protocolVersion":1,"sessionID":"S1","sequence":12,"id":"p4","kind":"request","method":"auth.token","payload":{"a":[1,-2.5e3,null,true,"é\u00e9\ud83d\ude00"],"b":{}}}"#
        .utf8)
    for _ in 0..<20_000 {
      var bytes = origin
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(Array("{}[]\",:\\u0d8e-.".utf8).randomElement(using: &generator)!, at: index)
        default: bytes.removeLast(min(bytes.count, Int.random(in: 0...20, using: &generator)))
        }
      }
      if let value = try? JSONValue(bytes: bytes) {
        #expect(try JSONValue(text: value.text) == value, "seed \(seed)")
      }
      _ = V1.decode(String(decoding: bytes, as: UTF8.self), limits: .standard)
      // The scanner agrees with an independent reader on what JSON is, but for what the protocol refuses on purpose.
      let accepted = (try? JSONValue(bytes: bytes)) != nil
      if accepted {
        #expect(
          (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil, "seed \(seed)")
      }
    }
  }

  @Test("a number that only passes through leaves as it came")
  func exactNumbers() throws {
    for text in [
      "18446744073709551615", "0.1000000000000000055511151231257827", "9007199254740993", "-9223372036854775808",
    ] {
      #expect(try JSONValue(text: text).text == text)
    }
  }
}
