import { expect } from "chai";
import { BlockDocument, seededIdentifiers } from "../../src/model";
import { parseMarkdown, serializeMarkdown } from "../../src/markdown";
import { freshSeed, RandomDocuments, rounds } from "../model/random-document";

/** The blocks without their IDs, each with the depth of its place. */
function contents(document: BlockDocument): string[] {
  return document.toArray().map((block) => JSON.stringify({ ...block, id: "" }));
}

/** Expects two documents to say the same; a failure shows the first block that differs. */
function expectSame(read: BlockDocument, wanted: BlockDocument, label: string): void {
  const found = contents(read);
  const expected = contents(wanted);
  const at = expected.findIndex((block, index) => block !== found[index]);
  if (at < 0 && found.length === expected.length) return;
  expect.fail(`${label}\nblock ${at}:\nread   ${found[at]}\nwanted ${expected[at]}`);
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
});
