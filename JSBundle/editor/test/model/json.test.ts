import { expect } from "chai";
import {
  Block,
  BlockDocument,
  checkOffset,
  DocumentFormatError,
  documentFromJSON,
  documentToJSON,
  isWellNested,
  normalizeMarks,
  seededIdentifiers,
} from "../../src/model";
import { freshSeed, patience, RandomDocuments, rounds } from "./random-document";

const paragraph = { id: "a", type: "paragraph", text: "t\u{1F600}" };
const wrong: [string, unknown, string][] = [
  ["a list", [], "is not an object"],
  ["another version", { version: 2, blocks: [] }, "version"],
  ["blocks that are no list", { version: 1, blocks: {} }, "blocks"],
  ["a name the format does not have", { version: 1, blocks: [], pages: 3 }, "a name the format does not know"],
  ["an unknown type", { version: 1, blocks: [paragraph, { id: "b", type: "poem" }] }, "blocks[1].type"],
  ["an ID twice", { version: 1, blocks: [paragraph, paragraph] }, "blocks[1].id"],
  ["a heading without a level", { version: 1, blocks: [{ id: "a", type: "heading" }] }, "blocks[0].attributes.level"],
  ["text in a divider", { version: 1, blocks: [{ id: "a", type: "divider", text: "x" }] }, "blocks[0].text"],
  ["half a surrogate pair", { version: 1, blocks: [{ ...paragraph, text: "\udc00" }] }, "blocks[0].text"],
  ["a carriage return", { version: 1, blocks: [{ ...paragraph, text: "\r\n" }] }, "blocks[0].text"],
  [
    "a mark that splits a pair",
    { version: 1, blocks: [{ ...paragraph, marks: [{ type: "bold", start: 0, end: 2 }] }] },
    "blocks[0].marks[0].end: offset 2",
  ],
  [
    "an embed without its character",
    { version: 1, blocks: [{ ...paragraph, embeds: [{ offset: 0, type: "raw", attributes: { source: "x" } }] }] },
    "blocks[0].embeds[0].offset",
  ],
  [
    "a paragraph in a paragraph",
    { version: 1, blocks: [{ ...paragraph, children: [{ id: "b", type: "paragraph" }] }] },
    "blocks[0].children[0].type",
  ],
  ["a cell outside a row", { version: 1, blocks: [{ id: "a", type: "tableCell" }] }, "blocks[0].type"],
];

describe("Document JSON", () => {
  for (const [name, value, message] of wrong) {
    it(`refuses ${name} and says where it is`, () => {
      expect(() => documentFromJSON(value, seededIdentifiers(1))).to.throw(DocumentFormatError, message);
    });
  }

  it("never repeats text of the document in a message", () => {
    const secret = { version: 1, blocks: [{ id: "a", type: "secret", text: "secret", secret: "secret" }] };
    expect(() => documentFromJSON(secret)).to.throw(DocumentFormatError).that.satisfies((error: Error) => !error.message.includes("secret"));
  });

  it("comes back equal, over random documents", function () {
    this.timeout(patience);
    const start = freshSeed();
    for (let round = 0; round < rounds; round++) {
      const document = new RandomDocuments(start + round).document();
      const read = documentFromJSON(JSON.parse(JSON.stringify(documentToJSON(document))));
      expect(read.equals(document), `seed ${start + round}`).to.equal(true);
    }
  });

  it("gives a document without blocks a place to type", () => {
    const document = documentFromJSON({ version: 1, blocks: [] }, seededIdentifiers(1));
    expect([document.count, document.at(0).type]).to.deep.equal([1, "paragraph"]);
  });

  it("keeps threads and graveyard", () => {
    const json = { version: 1, blocks: [{ ...paragraph, children: [] }], threads: [{ id: "t" }], graveyard: ["g"] };
    const { threads, graveyard } = documentToJSON(documentFromJSON(json));
    expect({ threads, graveyard }).to.deep.equal({ threads: [{ id: "t" }], graveyard: ["g"] });
  });

  it("writes broken nesting repaired, and leaves the document as it is", () => {
    const blocks = [
      new Block("a", "paragraph", 0),
      new Block("b", "bulletItem", 3),
      new Block("c", "tableCell", 1, {}, "cell"),
      new Block("d", "bulletItem", 2),
    ];
    const document = BlockDocument.of(blocks);
    expect(isWellNested(document)).to.equal(false);
    const shown = documentToJSON(document).blocks.map(({ id, type, children }) => [id, type, children.length]);
    expect(shown).to.deep.equal([
      ["a", "paragraph", 0],
      ["b", "bulletItem", 0],
      ["c", "paragraph", 0],
      ["d", "bulletItem", 0],
    ]);
    expect(document.at(1).depth).to.equal(3);
  });
});

describe("Marks", () => {
  it("have one normal form: ordered, joined where they touch, the later of two that overlap", () => {
    const link = (start: number, end: number, href: string) => ({ type: "link", start, end, attributes: { href } }) as const;
    const bold = (start: number, end: number) => ({ type: "bold", start, end, attributes: {} }) as const;
    expect(normalizeMarks([bold(4, 6), bold(0, 4), bold(9, 9)])).to.deep.equal([bold(0, 6)]);
    expect(normalizeMarks([link(0, 6, "a"), link(2, 4, "b")])).to.deep.equal([
      link(0, 2, "a"),
      link(2, 4, "b"),
      link(4, 6, "a"),
    ]);
  });
});

describe("Offsets", () => {
  it("are refused with their number", () => {
    expect(() => checkOffset("a", 2)).to.throw(RangeError, "offset 2");
    expect(() => checkOffset("\u{1F600}", 1)).to.throw(RangeError, "offset 1");
    expect(() => checkOffset("a", 0.5)).to.throw(RangeError, "offset 0.5");
  });
});
