import { expect } from "chai";
import { encodeInto, encodeUTF8, UTF8Decoder } from "../../src/encoding/utf8";

const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join(" ");
const bytes = (text: string) => Uint8Array.from(text === "" ? [] : text.split(" "), byte => Number.parseInt(byte, 16));

describe("UTF-8 encoding", () => {
  const table: Array<[text: string, encoded: string]> = [
    ["", ""],
    ["a\u007f", "61 7f"],
    ["\u0080\u07ff", "c2 80 df bf"],
    ["\u0800\uffff", "e0 a0 80 ef bf bf"],
    ["\u{10000}\u{10ffff}", "f0 90 80 80 f4 8f bf bf"],
    ["\ud800", "ef bf bd"],
    ["\udc00", "ef bf bd"],
    ["\udc00\ud800", "ef bf bd ef bf bd"],
    ["a\ud83db", "61 ef bf bd 62"],
    ["\ud83d\ude00", "f0 9f 98 80"],
  ];
  for (const [text, encoded] of table) {
    it(`turns ${JSON.stringify(text)} into ${encoded || "nothing"}`, () => {
      expect(hex(encodeUTF8(text))).to.equal(encoded);
    });
  }

  it("stops before a character that does not fit", () => {
    const room = new Uint8Array(4);
    expect(encodeInto("a\u20ac\u20ac", room)).to.deep.equal({ read: 2, written: 4 });
    expect(hex(room)).to.equal("61 e2 82 ac");
    expect(encodeInto("\u{1f600}", new Uint8Array(3))).to.deep.equal({ read: 0, written: 0 });
  });
});

describe("UTF-8 decoding", () => {
  const table: Array<[encoded: string, text: string]> = [
    ["61 7f", "a\u007f"],
    ["c3 a9", "\u00e9"],
    ["e2 82 ac", "\u20ac"],
    ["f0 9f 98 80", "\u{1f600}"],
    // Malformed: each maximal part that could have begun a character becomes one U+FFFD.
    ["80", "\ufffd"],
    ["c0 80", "\ufffd\ufffd"],
    ["c3", "\ufffd"],
    ["c3 28", "\ufffd("],
    ["e2 82", "\ufffd"],
    ["e2 28 a1", "\ufffd(\ufffd"],
    ["f0 9f 98", "\ufffd"],
    ["f0 80 80 80", "\ufffd\ufffd\ufffd\ufffd"],
    ["f5 80", "\ufffd\ufffd"],
    ["ed a0 80", "\ufffd\ufffd\ufffd"],
    ["f4 90 80 80", "\ufffd\ufffd\ufffd\ufffd"],
  ];
  for (const [encoded, text] of table) {
    it(`reads ${encoded} as ${JSON.stringify(text)}`, () => {
      expect(new UTF8Decoder(false).decode(bytes(encoded), true)).to.equal(text);
    });
    if (text.includes("\ufffd")) {
      it(`refuses ${encoded} when fatal`, () => {
        expect(() => new UTF8Decoder(true).decode(bytes(encoded), true)).to.throw(RangeError);
      });
    }
  }

  it("continues a character in the next piece", () => {
    const decoder = new UTF8Decoder(true);
    const parts = ["f0", "9f 98", "80 61"].map(part => decoder.decode(bytes(part), false));
    expect(parts).to.deep.equal(["", "", "\u{1f600}a"]);
    expect(decoder.decode(new Uint8Array(0), true)).to.equal("");
  });

  it("agrees with itself on long texts, whatever the cut", () => {
    const text = "\u00e9\u20ac\u{1f600}a".repeat(5000);
    const encoded = encodeUTF8(text);
    for (const size of [1, 3, 8191, 8192, 8193]) {
      const decoder = new UTF8Decoder(true);
      let read = "";
      for (let start = 0; start < encoded.length; start += size) read += decoder.decode(encoded.subarray(start, start + size), false);
      expect(read + decoder.decode(new Uint8Array(0), true)).to.equal(text);
    }
  });
});
