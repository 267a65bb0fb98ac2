import { expect } from "chai";
import { describeKey } from "../../src/input/keys";
import { imageSize } from "../../src/image-size";
import { characterAfter, characterBefore, wordAfter, wordBefore } from "../../src/input/text-boundaries";

describe("the caret in a text", () => {
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  const table: Array<[title: string, text: string, start: number, end: number]> = [
    ["a letter", "ab", 1, 2],
    ["a letter with a combining mark", "ae\u0301", 1, 3],
    ["an emoji of two units", "a\u{1f600}", 1, 3],
    ["a family joined of several emoji", `a${family}`, 1, 1 + family.length],
  ];
  for (const [title, text, start, end] of table) {
    it(`passes ${title} in one step`, () => {
      expect(characterBefore(text, end)).to.equal(start);
      expect(characterAfter(text, start)).to.equal(end);
    });
  }

  it("passes words with the space before or after them", () => {
    expect(wordBefore("one two  ", 9)).to.equal(4);
    expect(wordAfter("one  two", 3)).to.equal(8);
    expect(wordBefore("a", 0)).to.equal(0);
    expect(wordAfter("a", 1)).to.equal(1);
  });
});

describe("keys", () => {
  const table: Array<[key: string, code: string, keyCode: number, needsShift: boolean]> = [
    ["a", "KeyA", 65, false], ["A", "KeyA", 65, true], ["1", "Digit1", 49, false], ["!", "Digit1", 49, true],
    [")", "Digit0", 48, true], [" ", "Space", 32, false], ["?", "Slash", 191, true], ["Enter", "Enter", 13, false],
    ["Backspace", "Backspace", 8, false], ["\u00e9", "", 0, false],
  ];
  for (const [key, code, keyCode, needsShift] of table) {
    it(`describes ${JSON.stringify(key)}`, () => expect(describeKey(key)).to.include({ key, code, keyCode, needsShift }));
  }
});

describe("image sizes", () => {
  const text = (value: string) => Uint8Array.from(value, character => character.charCodeAt(0));
  it("reads PNG, GIF and SVG headers", () => {
    expect(imageSize(text("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\x01\0"))).to.deep.equal({ width: 3, height: 256 });
    expect(imageSize(text("GIF89a\x05\0\x06\0"))).to.deep.equal({ width: 5, height: 6 });
    expect(imageSize(text("<svg xmlns='x' width='20' height=\"10px\">"))).to.deep.equal({ width: 20, height: 10 });
  });
  it("knows nothing of other bytes, however short", () => {
    expect(imageSize(text("GIF89a"))).to.equal(undefined);
    expect(imageSize(text("hello"))).to.equal(undefined);
    expect(imageSize(new Uint8Array(0))).to.equal(undefined);
    expect(imageSize(Uint8Array.of(0xff, 0xd8, 0xff))).to.equal(undefined);
  });
});
