import { expect } from "chai";
import { escapeIdentifier } from "../../src/css-namespace";
import { parseSelectorList } from "../../src/style/selectors";

describe("selectors", () => {
  const table: Array<[selector: string, specificity: number[], key: string]> = [
    ["p", [0, 0, 1], "p"],
    ["*", [0, 0, 0], "*"],
    ["#a.b c", [1, 1, 1], "c"],
    ["ul > li.x:hover", [0, 2, 2], ".x"],
    ["a[href]::before", [0, 1, 2], "a"],
    [":not(#a, .b)", [1, 0, 0], "*"],
    [":where(#a) p", [0, 0, 1], "p"],
    ["[data-x=\"a,b\"]", [0, 1, 0], "*"],
    ["h1 + .n#m", [1, 1, 1], "#m"],
  ];
  for (const [selector, specificity, key] of table) {
    it(`weighs ${selector} as ${specificity.join("-")} and looks it up under ${key}`, () => {
      expect(parseSelectorList(selector)).to.deep.equal([{ text: selector, specificity, key }]);
    });
  }

  it("splits lists only at their own commas", () => {
    expect(parseSelectorList("a, b:is(c, d) , [x=\",\"]").map(({ text }) => text)).to.deep.equal(["a", "b:is(c, d)", "[x=\",\"]"]);
  });

  const escapes: Array<[text: string, escaped: string]> = [
    ["a", "a"], ["0a", "\\30 a"], ["-0", "-\\30 "], ["-", "\\-"], ["a.b c", "a\\.b\\ c"], ["\u0000", "\ufffd"], ["\u0001", "\\1 "],
    ["\u00e9", "\u00e9"],
  ];
  for (const [text, escaped] of escapes) {
    it(`escapes ${JSON.stringify(text)} as ${JSON.stringify(escaped)}`, () => expect(escapeIdentifier(text)).to.equal(escaped));
  }
});
