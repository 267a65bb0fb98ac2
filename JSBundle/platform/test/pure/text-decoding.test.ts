import { expect } from "chai";
import { encodingForLabel } from "../../src/encoding/labels";
import { decode, encodingOfMark, makeDecoder } from "../../src/encoding/text-decoding";

describe("encoding labels", () => {
  const table: Array<[label: string, encoding: string | undefined]> = [
    ["utf-8", "utf-8"], [" UTF8\n", "utf-8"], ["latin1", "windows-1252"], ["ISO-8859-1", "windows-1252"], ["ascii", "windows-1252"],
    ["utf-16", "utf-16le"], ["utf-16be", "utf-16be"], ["shift_jis", undefined], ["", undefined],
  ];
  for (const [label, encoding] of table) {
    it(`takes ${JSON.stringify(label)} for ${encoding ?? "nothing it knows"}`, () => expect(encodingForLabel(label)).to.equal(encoding));
  }
});

describe("decoding", () => {
  it("reads UTF-16 in both byte orders", () => {
    expect(decode(Uint8Array.of(0x61, 0, 0x3d, 0xd8, 0x00, 0xde), "utf-16le")).to.equal("a\u{1f600}");
    expect(decode(Uint8Array.of(0, 0x61, 0xd8, 0x3d, 0xde, 0x00), "utf-16be")).to.equal("a\u{1f600}");
  });

  it("replaces lone surrogates and a byte left over", () => {
    expect(decode(Uint8Array.of(0x3d, 0xd8, 0x61, 0), "utf-16le")).to.equal("\ufffda");
    expect(decode(Uint8Array.of(0x00, 0xde), "utf-16le")).to.equal("\ufffd");
    expect(decode(Uint8Array.of(0x61, 0, 0x62), "utf-16le")).to.equal("a\ufffd");
    expect(() => makeDecoder("utf-16le", true).decode(Uint8Array.of(0x3d, 0xd8), true)).to.throw(RangeError);
  });

  it("keeps a surrogate pair together over pieces", () => {
    const decoder = makeDecoder("utf-16le", true);
    expect(decoder.decode(Uint8Array.of(0x3d), false)).to.equal("");
    expect(decoder.decode(Uint8Array.of(0xd8, 0x00), false)).to.equal("");
    expect(decoder.decode(Uint8Array.of(0xde), true)).to.equal("\u{1f600}");
  });

  it("reads the upper controls of windows-1252 as letters and signs", () => {
    expect(decode(Uint8Array.of(0x80, 0x85, 0x9f, 0xe9, 0x81), "windows-1252")).to.equal("\u20ac\u2026\u0178\u00e9\u0081");
  });

  it("drops the byte order mark it recognises", () => {
    const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
    expect(encodingOfMark(marked)).to.equal("utf-8");
    expect(decode(marked, "utf-8")).to.equal("a");
    expect(encodingOfMark(Uint8Array.of(0xff, 0xfe))).to.equal("utf-16le");
    expect(encodingOfMark(Uint8Array.of(0x61))).to.equal(undefined);
  });
});
