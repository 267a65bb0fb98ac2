import { expect } from "chai";
import { BlockDocument, sameContent, seededIdentifiers } from "../../src/model";
import { parseMarkdown, serializeMarkdown } from "../../src/markdown";
import { freshSeed, RandomDocuments, rounds } from "../model/random-document";

/** Expects two documents to say the same, IDs aside; a failure shows the first block that differs. */
function expectSame(read: BlockDocument, wanted: BlockDocument, label: string): void {
  const found = read.toArray();
  const expected = wanted.toArray();
  const at = expected.findIndex((block, index) => found[index] === undefined || !sameContent(block, found[index]));
  if (at < 0 && found.length === expected.length) return;
  expect.fail(`${label}\nblock ${at}:\nread   ${JSON.stringify(found[at])}\nwanted ${JSON.stringify(expected[at])}`);
}

describe("Markdown and back", () => {
  it("is the identity over random documents", () => {
    const start = freshSeed();
    for (let round = 0; round < rounds * 4; round++) {
      const seed = start + round;
      const document = new RandomDocuments(seed).document(1 + Math.floor(round / 100));
      const written = serializeMarkdown(document);
      const read = parseMarkdown(written, seededIdentifiers(1)).document;
      expectSame(read, document, `seed ${seed}\n${written}`);
    }
  });

  it("keeps an item that ends in a pipe apart from the empty item after it", () => {
    const document = new RandomDocuments(2034923839).document(10);
    expectSame(parseMarkdown(serializeMarkdown(document), seededIdentifiers(1)).document, document, "seed 2034923839");
    expect(parseMarkdown("1. a|\n-\n", seededIdentifiers(1)).document.toArray().map((block) => block.type)).to.deep.equal(
      ["orderedItem", "bulletItem"],
    );
  });
});
