import { expect } from "chai";
import { placeInStack, visibleFrames } from "../../src/stack";

describe("places in stacks", () => {
  const table: Array<[title: string, stack: string, place: object | undefined]> = [
    ["a function in a script", "f@https://app.local/a.js:3:9\nglobal code@https://app.local/:1:2", { sourceURL: "https://app.local/a.js", line: 3, column: 9 }],
    ["global code", "global code@https://app.local/index.html:12:34", { sourceURL: "https://app.local/index.html", line: 12, column: 34 }],
    ["the first frame that has an address", "report@\n@\nf@file:///x.js:1:2", { sourceURL: "file:///x.js", line: 1, column: 2 }],
    ["an address with a port and an at sign", "f@http://user@host:8080/a.js:5:6", { sourceURL: "http://user@host:8080/a.js", line: 5, column: 6 }],
    ["nothing where no frame has an address", "f@\n[native code]", undefined],
    ["nothing in an empty stack", "", undefined],
  ];
  for (const [title, stack, place] of table) {
    it(`finds ${title}`, () => expect(placeInStack(stack)).to.deep.equal(place));
  }

  it("shows only frames with an address", () => {
    expect(visibleFrames("f@a.js:1:2\nload@\n[native code]\nglobal code@b.js:3:4")).to.equal("f@a.js:1:2\nglobal code@b.js:3:4");
  });
});
