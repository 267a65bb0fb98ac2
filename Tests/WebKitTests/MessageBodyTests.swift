import Foundation
import Testing

@testable import WebKit

@Suite("Message bodies as text")
struct MessageBodyTests {
  private func body(_ text: String) -> MessageBody { MessageBody(units: Array(text.utf16)) }

  @Test("numbers cast as on Apple platforms")
  func numbers() throws {
    let one = try #require(body("d1;").foundationValue())
    #expect(one as? Int == 1)
    #expect(one as? Double == 1)
    #expect(one as? Bool == true)
    #expect(one is NSNumber)
    let half = try #require(body("d1.5;").foundationValue())
    #expect(half as? Int == nil)
    #expect(half as? Double == 1.5)
    let yes = try #require(body("t").foundationValue())
    #expect(yes as? Bool == true)
    #expect(yes as? Int == 1)
  }

  @Test(
    "doubles survive",
    arguments: [
      ("-0", -0.0), ("1e+300", 1e300), ("5e-324", Double.leastNonzeroMagnitude),
      ("9007199254740994", 9_007_199_254_740_994),
      ("-12", -12), ("1e+21", 1e21), ("Infinity", Double.infinity), ("-Infinity", -Double.infinity),
    ])
  func doubles(text: String, expected: Double) {
    let value = body("d\(text);").foundationValue() as? Double
    #expect(value?.bitPattern == expected.bitPattern)
    #expect(MessageBody(encodingOrFail: expected).foundationValue() as? Double == expected)
  }

  @Test("not a number stays one")
  func notANumber() {
    #expect((body("dNaN;").foundationValue() as? Double)?.isNaN == true)
  }

  @Test("undefined is nil, an undefined member is left out, an undefined element is NSNull")
  func undefined() throws {
    #expect(body("u").foundationValue() == nil)
    let object = try #require(body("o2;1:au1:bn").foundationValue() as? [String: Any])
    #expect(object.keys.sorted() == ["b"])
    #expect(object["b"] is NSNull)
    let list = try #require(body("a3;d1;ud3;").foundationValue() as? [Any])
    #expect(list[1] is NSNull)
  }

  @Test("nested containers cast to Swift collections")
  func nested() throws {
    let value = body("o1;8:messagesa1;o2;4:types1:x7:payloado0;").foundationValue()
    let object = try #require(value as? [String: Any])
    let messages = try #require(object["messages"] as? [[String: Any]])
    #expect(messages[0]["type"] as? String == "x")
    #expect((messages[0]["payload"] as? [String: Any])?.isEmpty == true)
  }

  @Test("a date is a Date")
  func date() {
    #expect(body("D1500;").foundationValue() as? Date == Date(timeIntervalSince1970: 1.5))
  }

  @Test("a string keeps its units' text, and half a surrogate pair is remarked")
  func surrogates() {
    var remarks = MessageBody.Remarks()
    #expect(body("s2:\u{1F600}").foundationValue(remarks: &remarks) as? String == "\u{1F600}")
    #expect(!remarks.hasLoneSurrogate)
    let half = MessageBody(units: Array("s3:a".utf16) + [0xD800] + Array("b".utf16))
    #expect(half.foundationValue(remarks: &remarks) as? String == "a\u{FFFD}b")
    #expect(remarks.hasLoneSurrogate)
    var others = MessageBody.Remarks()
    #expect(body("s1:\u{FFFD}").foundationValue(remarks: &others) as? String == "\u{FFFD}")
    #expect(!others.hasLoneSurrogate)
  }

  @Test("what is shared is there twice, what contains itself is an object that does, and is remarked")
  func identity() throws {
    var remarks = MessageBody.Remarks()
    let shared = try #require(
      body("o2;1:po1;1:sd1;1:qr1;").foundationValue(remarks: &remarks) as? [String: Any])
    #expect((shared["p"] as? [String: Any])?["s"] as? Int == 1)
    #expect((shared["q"] as? [String: Any])?["s"] as? Int == 1)
    #expect(!remarks.isCyclic)
    let list = try #require(body("a2;d1;r0;").foundationValue(remarks: &remarks) as? [Any])
    let inner = try #require(list[1] as? NSArray)
    #expect(inner[0] as? Int == 1)
    #expect(inner[1] as AnyObject === inner)
    #expect(remarks.isCyclic)
    let object = try #require(body("o2;1:ad1;4:selfr0;").foundationValue() as? [String: Any])
    let itself = try #require(object["self"] as? NSDictionary)
    #expect(itself["a"] as? Int == 1)
    #expect(itself["self"] as AnyObject === itself)
    #expect(itself.count == 2)
  }

  @Test("a text with the letter r is not taken for a reference")
  func noReference() {
    #expect(body("o1;1:rs3:r0;").foundationValue() as? [String: String] == ["r": "r0;"])
  }

  @Test("depth costs no stack")
  func depth() {
    let depth = 40_000
    let text = String(repeating: "a1;", count: depth) + "n"
    var value = body(text).foundationValue()
    var seen = 0
    while let list = value as? [Any], let inner = list.first {
      seen += 1
      value = inner
    }
    #expect(seen == depth)
  }

  @Test("arguments are encoded by their Foundation type")
  func arguments() {
    let value: [String: Any] = [
      "b": true, "i": 3, "d": 1.5, "s": "é", "n": NSNull(), "l": [1, "x"] as [Any],
      "o": Int?.none as Any, "nb": NSNumber(value: false), "t": Date(timeIntervalSince1970: 1),
    ]
    let text = String(decoding: MessageBody(encodingOrFail: value).units, as: UTF16.self)
    #expect(text == "o9;1:bt1:dd1.5;1:id3.0;1:la2;d1.0;s1:x1:nn2:nbf1:ou1:ss1:é1:tD1000.0;")
  }

  @Test("an argument of another type is refused by name")
  func refused() {
    #expect(throws: MessageBodyError.unsupportedType("Data")) { try MessageBody(encoding: ["x": Data()]) }
    var deep: Any = 1
    for _ in 0..<3_000 { deep = [deep] }
    #expect(throws: MessageBodyError.tooDeep) { try MessageBody(encoding: deep) }
  }
}

extension MessageBody {
  init(encodingOrFail value: Any?) {
    do { try self.init(encoding: value) } catch { fatalError("\(error)") }
  }
}
