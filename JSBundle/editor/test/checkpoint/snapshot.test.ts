import { expect } from "chai";
import { BlockDocument, documentFromJSON, seededIdentifiers } from "../../src/model";
import { parseMarkdown, serializeMarkdown } from "../../src/markdown";
import { decodeSnapshot, encodeSnapshot, replay, Snapshot, SnapshotError } from "../../src/checkpoint";
import { DocumentOperation } from "../../src/transform";
import { fixtures } from "fixtures";
import { freshSeed, patience, RandomDocuments, rounds } from "../model/random-document";

const text = fixtures.get("documents/every-kind.md") ?? "";

function snapshot(edited: boolean): Snapshot {
  const { document, source } = parseMarkdown(text, seededIdentifiers(1));
  const first = document.at(1);
  const changed = edited ? document.replace(1, first.with({ text: `${first.text}!` })) : document;
  return { format: "markdown", document: changed, base: document, source };
}

function fault(bytes: Uint8Array): string {
  try {
    decodeSnapshot(bytes);
  } catch (error) {
    if (error instanceof SnapshotError) return error.code;
    throw error;
  }
  return "none";
}

describe("Snapshots", () => {
  for (const edited of [false, true]) {
    it(`bring a document back with its source, ${edited ? "edited" : "as it was read"}`, () => {
      const before = snapshot(edited);
      const after = decodeSnapshot(encodeSnapshot(before));
      expect(after.document.equals(before.document)).to.equal(true);
      expect(after.base === after.document).to.equal(!edited);
      expect(after.base.equals(before.base)).to.equal(true);
      const saved = serializeMarkdown(before.document, before.source);
      expect(serializeMarkdown(after.document, after.source)).to.equal(saved);
      expect(serializeMarkdown(after.base.withExtras({}), after.source)).to.equal(text);
    });
  }

  it("bring back random documents of the JSON format", function () {
    this.timeout(patience);
    const start = freshSeed();
    for (let round = 0; round < rounds; round++) {
      const document = new RandomDocuments(start + round).document();
      const after = decodeSnapshot(encodeSnapshot({ format: "json", document, base: document, text: "{}" }));
      expect(after.document.equals(document), `seed ${start + round}`).to.equal(true);
      expect(after.text).to.equal("{}");
    }
  });

  it("that end too early are refused, wherever they end", () => {
    const bytes = encodeSnapshot(snapshot(false));
    for (const length of [1, 10, 30, 60, 100, bytes.length >> 1, bytes.length - 1]) {
      expect(fault(bytes.subarray(0, length)), `${length} bytes`).to.equal("truncated");
    }
  });

  it("that were altered are refused, whichever byte it is", function () {
    this.timeout(patience);
    const bytes = encodeSnapshot(snapshot(true));
    const head = bytes.indexOf(0x0a) + 1;
    const seed = freshSeed();
    const documents = new RandomDocuments(seed);
    for (let round = 0; round < 200; round++) {
      const at = head + documents.integer(bytes.length - head);
      const altered = bytes.slice();
      altered[at] ^= 1 << documents.integer(8);
      expect(fault(altered), `seed ${seed}, byte ${at}`).to.equal("altered");
    }
    expect(fault(new Uint8Array([...bytes, 0x20]))).to.equal("altered");
  });

  it("of another kind or version are refused", () => {
    expect(fault(new Uint8Array())).to.equal("not-a-snapshot");
    expect(fault(new Uint8Array([0x7b, 0x7d, 0x0a]))).to.equal("not-a-snapshot");
    const line = "bridgehead-snapshot 2 0123456789abcdef 2\n{}";
    expect(fault(Uint8Array.from(line, (character) => character.charCodeAt(0)))).to.equal("unsupported-version");
  });
});

describe("Pending operations", () => {
  const document = documentFromJSON({ version: 1, blocks: [{ id: "a", type: "paragraph", text: "ab" }] });
  const operation: DocumentOperation = { type: "insertText", blockID: "a", offset: 1, text: "x" };

  function texts(result: BlockDocument): string[] {
    return result.toArray().map((block) => block.text);
  }

  it("are applied to the document of the snapshot", () => {
    const result = replay(document, [operation, { ...operation, offset: 0 }]);
    expect(result.ok && texts(result.document)).to.deep.equal(["xaxb"]);
  });

  it("that are no operations, or do not fit, are failures with their place", () => {
    expect(replay(document, [operation, { type: "insertText" }])).to.include({ ok: false, code: "malformed", at: 1 });
    expect(replay(document, [operation, { ...operation, offset: 9 }])).to.include({ ok: false, code: "invalid-offset", at: 1 });
  });
});
