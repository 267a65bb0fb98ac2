import { expect } from "chai";
import { Block, BlockDocument, blockSpecs, clampOffset, seededIdentifiers } from "../../src/model";
import { parseMarkdown, serializeMarkdown } from "../../src/markdown";
import {
  backspace,
  deleteForward,
  deleteSelection,
  EditorState,
  enter,
  insertText,
} from "../../src/state";
import { apply, DocumentOperation, invert } from "../../src/transform";
import { fixtures } from "fixtures";
import { freshSeed, patience, RandomDocuments, rounds } from "../model/random-document";
import { expectSame } from "../support/same-content";

const everyKind = fixtures.get("documents/every-kind.md") ?? "";

/** The same text as other editors and systems would have written it. */
const manners: readonly [string, (text: string) => string][] = [
  ["as it is", (text) => text],
  ["with carriage returns and line feeds", (text) => text.replace(/\n/g, "\r\n")],
  ["with carriage returns alone", (text) => text.replace(/\n/g, "\r")],
  ["with a byte order mark", (text) => `\uFEFF${text}`],
  ["with empty lines around it", (text) => `\n \n${text}\n\n\t\n`],
  ["with blanks at the ends of lines", (text) => text.replace(/\n/g, " \n")],
];

/** Writes a document that was read from a text block by block, although nothing was changed. */
function rewritten(text: string): string {
  const { document, source } = parseMarkdown(text, seededIdentifiers(1));
  return serializeMarkdown(document.withExtras({}), source);
}

describe("Saving", () => {
  for (const [name, manner] of manners) {
    it(`gives back a text ${name}, to the byte`, () => {
      const text = manner(everyKind);
      const { document, source } = parseMarkdown(text, seededIdentifiers(1));
      expect(serializeMarkdown(document, source)).to.equal(text);
      expect(rewritten(text)).to.equal(text);
    });

    it(`changes only the lines of the edited block in a text ${name}`, () => {
      const text = manner(everyKind);
      const { document, source } = parseMarkdown(text, seededIdentifiers(1));
      document.toArray().forEach((block, index) => {
        if (!blockSpecs[block.type].text) return;
        const edited = document.replace(index, block.with({ text: `${block.text} edited` }));
        const saved = serializeMarkdown(edited, source);
        const segment = source.fields.segments[source.segmentNumber(index)];
        expect(saved.slice(0, segment.start), block.type).to.equal(text.slice(0, segment.start));
        expect(saved.endsWith(text.slice(segment.end)), `${block.type} ${block.text}\n${saved}`).to.equal(true);
        expectSame(parseMarkdown(saved, seededIdentifiers(2)).document, edited, saved);
      });
    });
  }

  it("gives back the text when an edit is undone by its inverse and the blocks were kept", () => {
    const { document, source } = parseMarkdown(everyKind, seededIdentifiers(1));
    const index = document.toArray().findIndex((block) => block.type === "paragraph");
    const operation: DocumentOperation = { type: "insertText", blockID: document.at(index).id, offset: 0, text: "x" };
    const after = apply(document, operation);
    if (!after.ok) throw new Error(after.message);
    const undone = apply(after.document, invert(document, operation));
    if (!undone.ok) throw new Error(undone.message);
    const restored = undone.document.replace(index, document.at(index));
    expect(serializeMarkdown(restored, source)).to.equal(everyKind);
  });

  const edits: [string, string, (state: EditorState) => EditorState, string][] = [
    ["an item keeps its marker and the list its manner", "* a\n\n* b\n", typing(0, "x"), "* xa\n\n* b\n"],
    ["a number stays as it was written", "1.  a\n1.  b\n", typing(1, "x"), "1.  a\n1.  xb\n"],
    ["a new item takes the manner of the one before", " * a\n * b\n", entering(0), " * a\n * \n * b\n".replace("* \n", "*\n")],
    ["a new ordered item has the next number", "3) a\n4) b\n", entering(1), "3) a\n4) b\n5)\n"],
    ["a row keeps the other rows", "a|b\n-|-\nc|d\ne|f\n", typing(5, "x"), "a|b\n-|-\n| xc | d |\ne|f\n"],
    ["a heading stays close to what follows", "# a\nb\n", typing(0, "x"), "# xa\nb\n"],
    ["an item in a quote keeps the quote's lines", "> - a\n> - b\n", typing(2, "x"), "> - a\n> - xb\n"],
    ["the first item in a quote stays on the quote's line", "> - a\n> - b\n", typing(1, "x"), "> - xa\n> - b\n"],
    ["a paragraph of several lines stays one", "a b\nc *d\ne* f\ng\n", typing(0, "x"), "xa b\nc *d\ne* f\ng\n"],
    ["a quote of several lines stays one", "> a\n> b\nc\n", typing(0, "x"), "> xa\n> b\n> c\n"],
    ["an item of several lines stays one", "1.  a\n    b\n", typing(0, "x"), "1.  xa\n    b\n"],
    ["a file without a last line ending stays so", "a\n\nb", typing(1, "x"), "a\n\nxb"],
    ["line endings stay what they are", "a\r\n\r\nb\r\n", entering(0), "a\r\n\r\n<!-- -->\r\n\r\nb\r\n"],
    ["a new file ends its line", "", typing(0, "x"), "x\n"],
    ["text in a file of empty lines comes after them", "\n\n", typing(0, "x"), "\n\nx\n"],
  ];
  for (const [name, before, edit, after] of edits) {
    it(name, () => {
      const { document, source } = parseMarkdown(before, seededIdentifiers(1));
      expect(serializeMarkdown(edit(EditorState.create(document)).document, source)).to.equal(after);
    });
  }

  it("writes links out when the definition they used is gone", () => {
    const { document, source } = parseMarkdown("[a] and [b]\n\n[a]: /x\n[b]: /y\n", seededIdentifiers(1));
    const without = document.splice(1, 1);
    expect(serializeMarkdown(without, source)).to.equal("[a](/x) and [b](/y)\n\n[b]: /y\n");
  });

  it("never lets a divider begin metadata", () => {
    const { document, source } = parseMarkdown("---\na\n", seededIdentifiers(1));
    const longer = document.splice(2, 0, [new Block("new", "divider")]);
    const saved = serializeMarkdown(longer, source);
    expectSame(parseMarkdown(saved, seededIdentifiers(2)).document, longer, saved);
  });

  it("is read again as the document, whatever was edited in whatever text", function () {
    this.timeout(patience);
    const start = freshSeed();
    for (let round = 0; round < rounds; round++) {
      const seed = start + round;
      const documents = new RandomDocuments(seed);
      const text = documents.chance(0.3) ? everyKind : manners[documents.integer(3)][1](serializeMarkdown(documents.document()));
      const { document, source } = parseMarkdown(text, seededIdentifiers(1));
      const edited = editAtRandom(document, documents);
      const saved = serializeMarkdown(edited, source);
      expectSame(parseMarkdown(saved, seededIdentifiers(2)).document, edited, `seed ${seed}\n${text}\n--- saved\n${saved}`);
    }
  });
});

function typing(index: number, text: string): (state: EditorState) => EditorState {
  return (state) => run(insertText(text), at(state, index, 0));
}

function entering(index: number): (state: EditorState) => EditorState {
  return (state) => run(enter, at(state, index, state.document.at(index).length));
}

function at(state: EditorState, index: number, offset: number): EditorState {
  const place = { blockID: state.document.at(index).id, offset };
  return EditorState.create(state.document, { anchor: place, head: place });
}

function run(command: typeof enter, state: EditorState): EditorState {
  const transaction = command(state, { makeIdentifier: seededIdentifiers(99) });
  return transaction === null ? state : state.apply(transaction);
}

function editAtRandom(document: BlockDocument, documents: RandomDocuments): BlockDocument {
  let state = EditorState.create(document);
  for (let edit = documents.integer(5); edit >= 0; edit--) {
    const place = (): { blockID: string; offset: number } => {
      const block = state.document.at(documents.integer(state.document.count));
      const offset = documents.pick([0, block.length, documents.integer(block.length + 1)]);
      return { blockID: block.id, offset: clampOffset(block.text, offset) };
    };
    const head = place();
    state = EditorState.create(state.document, { anchor: documents.chance(0.25) ? place() : head, head });
    const text = documents.pick(["x", "- ", "1. ", "*", "\n", "[a]: b"]);
    const command = documents.pick([enter, backspace, deleteForward, deleteSelection, insertText(text)]);
    const transaction = command(state, { makeIdentifier: documents.makeIdentifier });
    if (transaction !== null) state = state.apply(transaction);
  }
  return state.document;
}
