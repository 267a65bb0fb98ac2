import { expect } from "chai";
import { decodeUTF8, encodeUTF8, TextEncodingError } from "../../src/markdown";
import { freshSeed, patience, RandomDocuments } from "../model/random-document";

const bad: [string, number[], string][] = [
  ["a lone continuation byte", [0x61, 0x80], "line 1, column 2"],
  ["a character cut short by the end", [0x61, 0x0a, 0xe2, 0x82], "line 2, column 1"],
  ["a character cut short by another", [0xc3, 0x61], "line 1, column 1"],
  ["an overlong slash", [0xc0, 0xaf], "line 1, column 1"],
  ["an overlong character of three bytes", [0xe0, 0x80, 0xaf], "line 1, column 1"],
  ["half a surrogate pair", [0xed, 0xa0, 0x80], "line 1, column 1"],
  ["a code above the last", [0xf4, 0x90, 0x80, 0x80], "line 1, column 1"],
  ["a byte that is never used", [0x0d, 0x0a, 0x0d, 0xc3, 0xa9, 0xff], "line 3, column 2"],
];

function fault(bytes: number[]): TextEncodingError {
  try {
    decodeUTF8(new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof TextEncodingError) return error;
    throw error;
  }
  throw new Error("the bytes were accepted");
}

describe("UTF-8", () => {
  for (const [name, bytes, place] of bad) {
    it(`refuses ${name} and says where it is`, () => {
      const error = fault(bytes);
      expect(error.reason).to.equal("not-utf-8");
      expect(error.message).to.include(place);
    });
  }

  it("refuses a null character and says where it is", () => {
    const error = fault([0x61, 0x0a, 0x62, 0x63, 0x00]);
    expect([error.reason, error.line, error.column]).to.deep.equal(["null-character", 2, 3]);
  });

  it("is read and written without loss, byte order mark and last character included", function () {
    this.timeout(patience);
    const seed = freshSeed();
    const documents = new RandomDocuments(seed);
    let text = "\uFEFF\u{10FFFF}\uFFFF\u07FF\u0800\u007F\u0080";
    while (text.length < 40_000) text += documents.text(400);
    const bytes = encodeUTF8(text);
    expect(decodeUTF8(bytes) === text, `seed ${seed}`).to.equal(true);
    expect([...encodeUTF8("a\u{1F600}\ud800")]).to.deep.equal([0x61, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbf, 0xbd]);
  });
});
