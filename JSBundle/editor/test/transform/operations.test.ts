import { expect } from "chai";
import { Block, BlockDocument, blockProblem, embedCharacter, Mark, normalizeMarks } from "../../src/model";
import { apply, DocumentOperation, invert, mapPosition, operationProblem } from "../../src/transform";
import { freshSeed, patience, RandomDocuments, rounds } from "../model/random-document";
import { RandomOperations } from "./random-operation";

function paragraphs(...texts: string[]): BlockDocument {
  return BlockDocument.of(texts.map((text, index) => new Block(`p${index}`, "paragraph", 0, {}, text)));
}

function applied(document: BlockDocument, ...operations: DocumentOperation[]): BlockDocument {
  const result = apply(document, operations);
  if (!result.ok) throw new Error(result.message);
  return result.document;
}

function bold(start: number, end: number): Mark {
  return { type: "bold", start, end, attributes: {} };
}

describe("apply", () => {
  it("inserts text, and marks grow only around a place strictly inside them", () => {
    const document = BlockDocument.of([new Block("p", "paragraph", 0, {}, "abcd", [bold(1, 3)])]);
    const marksAfter = (offset: number): unknown =>
      applied(document, { type: "insertText", blockID: "p", offset, text: "xy" }).at(0).marks;
    expect(marksAfter(1)).to.deep.equal([bold(3, 5)]);
    expect(marksAfter(2)).to.deep.equal([bold(1, 5)]);
    expect(marksAfter(3)).to.deep.equal([bold(1, 3)]);
  });

  it("splits a block so that what is nested in it stays below the second half", () => {
    const document = BlockDocument.of([
      new Block("a", "bulletItem", 0, {}, "onetwo", [bold(2, 4)]),
      new Block("b", "bulletItem", 1, {}, "nested"),
    ]);
    const after = applied(document, { type: "splitBlock", blockID: "a", offset: 3, newBlockID: "n" });
    expect(after.toArray().map(({ id, text, depth }) => [id, text, depth])).to.deep.equal([
      ["a", "one", 0],
      ["n", "two", 0],
      ["b", "nested", 1],
    ]);
    expect(after.parentIndex(2)).to.equal(1);
    expect(after.at(0).marks).to.deep.equal([bold(2, 3)]);
    expect(after.at(1).marks).to.deep.equal([bold(0, 1)]);
  });

  it("merges a block into the one before it with its marks and embeds", () => {
    const mention = { type: "mention", attributes: { id: "u", label: "U" } } as const;
    const document = BlockDocument.of([
      new Block("a", "heading", 0, { level: 2 }, "x", [bold(0, 1)]),
      new Block("b", "paragraph", 0, {}, `y${embedCharacter}`, [bold(0, 1)], [{ offset: 1, ...mention }]),
    ]);
    const after = applied(document, { type: "mergeBlocks", leadingID: "a", trailingID: "b" });
    expect(after.count).to.equal(1);
    expect(after.at(0).type).to.equal("heading");
    expect(after.at(0).marks).to.deep.equal([bold(0, 2)]);
    expect(after.at(0).embeds).to.deep.equal([{ offset: 2, ...mention }]);
  });

  it("keeps code away from line breaks and embeds", () => {
    const document = BlockDocument.of([
      new Block("p", "paragraph", 0, {}, "code", [{ type: "code", start: 0, end: 4, attributes: {} }]),
    ]);
    const after = applied(document, { type: "insertText", blockID: "p", offset: 2, text: "\n" });
    expect(after.at(0).marks.map(({ start, end }) => [start, end])).to.deep.equal([
      [0, 2],
      [3, 5],
    ]);
  });

  const emoji = "a\u{1F600}b";
  const refused: [string, DocumentOperation, string][] = [
    ["an unknown block", { type: "insertText", blockID: "q", offset: 0, text: "x" }, "unknown-block"],
    ["an offset outside", { type: "insertText", blockID: "p0", offset: 9, text: "x" }, "invalid-offset"],
    ["an offset in a surrogate pair", { type: "insertText", blockID: "p0", offset: 2, text: "x" }, "invalid-offset"],
    ["a range that ends in a pair", { type: "deleteRange", blockID: "p0", start: 0, end: 2 }, "invalid-offset"],
    ["a range backwards", { type: "deleteRange", blockID: "p0", start: 3, end: 1 }, "invalid-offset"],
    ["half a surrogate pair", { type: "insertText", blockID: "p0", offset: 0, text: "\ud83d" }, "invalid-text"],
    ["a null character", { type: "insertText", blockID: "p0", offset: 0, text: "\0" }, "invalid-text"],
    ["an ID that is there", { type: "splitBlock", blockID: "p0", offset: 1, newBlockID: "p1" }, "duplicate-block"],
    ["blocks that are apart", { type: "mergeBlocks", leadingID: "p0", trailingID: "p2" }, "not-adjacent"],
    ["blocks the wrong way", { type: "mergeBlocks", leadingID: "p1", trailingID: "p0" }, "not-adjacent"],
    ["a heading without a level", { type: "setAttributes", targetID: "p0", patch: { type: "heading" } }, "invalid-attributes"],
    ["a divider with text", { type: "setAttributes", targetID: "p0", patch: { type: "divider" } }, "not-allowed"],
  ];
  for (const [name, operation, code] of refused) {
    it(`refuses ${name} and leaves the document alone`, () => {
      const document = paragraphs(emoji, "second", "third");
      const result = apply(document, [{ type: "insertText", blockID: "p1", offset: 0, text: "!" }, operation]);
      expect(result).to.include({ ok: false, code, at: 1 });
      expect(document.at(1).text).to.equal("second");
    });
  }

  it("names the offset it refuses", () => {
    const result = apply(paragraphs(emoji), { type: "splitBlock", blockID: "p0", offset: 2, newBlockID: "n" });
    expect(result).to.have.property("message").that.includes("offset 2");
  });
});

describe("invert", () => {
  it("undoes every operation exactly, over random documents and operations", function () {
    this.timeout(patience);
    const start = freshSeed();
    let tried = 0;
    for (let round = 0; round < rounds; round++) {
      const seed = start + round;
      const documents = new RandomDocuments(seed);
      const operations = new RandomOperations(documents);
      let document = documents.document();
      for (let step = 0; step < 12; step++) {
        const operation = operations.next(document);
        const label = `seed ${seed}, step ${step}: ${JSON.stringify(operation)}`;
        const result = apply(document, operation);
        if (!result.ok) continue;
        tried++;
        for (const block of result.document.blocks()) expect(blockProblem(block), label).to.equal(undefined);
        for (const block of result.document.blocks()) {
          expect(normalizeMarks(block.marks), label).to.deep.equal(block.marks);
        }
        const back = apply(result.document, invert(document, operation));
        expect(back.ok, label).to.equal(true);
        expect(back.ok && back.document.equals(document), label).to.equal(true);
        expect(operationProblem(JSON.parse(JSON.stringify(operation))), label).to.equal(undefined);
        document = result.document;
      }
    }
    expect(tried).to.be.greaterThan(rounds * 5);
  });

  it("undoes a list of operations as one", () => {
    const document = paragraphs("first", "second");
    const operations: DocumentOperation[] = [
      { type: "splitBlock", blockID: "p0", offset: 2, newBlockID: "n" },
      { type: "setAttributes", targetID: "n", patch: { type: "heading", attributes: { level: 3 } } },
      { type: "mergeBlocks", leadingID: "n", trailingID: "p1" },
    ];
    const after = applied(document, ...operations);
    expect(applied(after, ...invert(document, operations)).equals(document)).to.equal(true);
  });

  it("refuses an operation that does not fit", () => {
    expect(() => invert(paragraphs("a"), { type: "deleteRange", blockID: "p0", start: 0, end: 9 })).to.throw(
      RangeError,
      "offset 9",
    );
  });
});

describe("mapPosition", () => {
  const document = paragraphs("first", "second");
  const cases: [DocumentOperation, number, [string, number]][] = [
    [{ type: "insertText", blockID: "p0", offset: 2, text: "xx" }, 2, ["p0", 4]],
    [{ type: "deleteRange", blockID: "p0", start: 1, end: 4 }, 2, ["p0", 1]],
    [{ type: "splitBlock", blockID: "p0", offset: 2, newBlockID: "n" }, 3, ["n", 1]],
    [{ type: "mergeBlocks", leadingID: "p0", trailingID: "p1" }, 5, ["p0", 5]],
    [{ type: "insertText", blockID: "p1", offset: 0, text: "x" }, 2, ["p0", 2]],
  ];
  for (const [operation, offset, [blockID, mapped]] of cases) {
    it(`moves a position with ${operation.type}`, () => {
      const position = { blockID: "p0", offset };
      expect(mapPosition(position, operation, document)).to.deep.equal({ blockID, offset: mapped });
    });
  }

  it("follows text that is merged into the block before", () => {
    const operation: DocumentOperation = { type: "mergeBlocks", leadingID: "p0", trailingID: "p1" };
    expect(mapPosition({ blockID: "p1", offset: 3 }, operation, document)).to.deep.equal({ blockID: "p0", offset: 8 });
  });
});

describe("operationProblem", () => {
  const wrong: [string, unknown, string][] = [
    ["no object", null, "is not an object"],
    ["an unknown type", { type: "replaceAll" }, "type"],
    ["a missing field", { type: "insertText", blockID: "a", offset: 0 }, "text"],
    ["a field of another form", { type: "insertText", blockID: "a", offset: -1, text: "" }, "offset"],
    ["a field that is not known", { type: "insertText", blockID: "a", offset: 0, text: "", site: 1 }, "site"],
    ["a mark of no type", { type: "setAttributes", targetID: "a", patch: { marks: [{ type: "blink" }] } }, "patch"],
  ];
  for (const [name, value, message] of wrong) {
    it(`refuses ${name}`, () => {
      expect(operationProblem(value)).to.include(message);
    });
  }
});
