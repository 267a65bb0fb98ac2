import { expect } from "chai";
import { Block, BlockDocument, BlockType, clampOffset, isWellNested, seededIdentifiers } from "../../src/model";
import { apply, invert } from "../../src/transform";
import {
  backspace,
  caret,
  Command,
  deleteForward,
  deleteSelection,
  EditorState,
  enter,
  insertText,
  nextGrapheme,
  previousGrapheme,
} from "../../src/state";
import { freshSeed, patience, RandomDocuments, rounds } from "../model/random-document";

/**
 * A document written as lines: indentation is depth, then the type's sign, then the text. `|` is the caret, or the two
 * ends of the selection.
 */
const signs: readonly [string, BlockType, object][] = [
  ["- ", "bulletItem", {}],
  ["1. ", "orderedItem", {}],
  ["[ ] ", "taskItem", { checked: false }],
  ["[x] ", "taskItem", { checked: true }],
  ["# ", "heading", { level: 1 }],
  ["> ", "quote", {}],
  ["` ", "codeBlock", {}],
  ["--- ", "divider", {}],
  ["T ", "table", {}],
  ["R ", "tableRow", {}],
  ["C ", "tableCell", {}],
  ["", "paragraph", {}],
];

function read(...lines: string[]): EditorState {
  const ends: { blockID: string; offset: number }[] = [];
  const blocks = lines.map((line, index) => {
    const content = line.trimStart();
    const depth = (line.length - content.length) / 2;
    const [sign, type, attributes] = signs.find(([start]) => content.startsWith(start)) ?? signs[signs.length - 1];
    let text = content.slice(sign.length);
    for (let at = text.indexOf("|"); at >= 0; at = text.indexOf("|")) {
      ends.push({ blockID: `b${index}`, offset: at });
      text = text.slice(0, at) + text.slice(at + 1);
    }
    return new Block(`b${index}`, type, depth, attributes as Block["attributes"], text);
  });
  const [anchor, head = anchor] = ends;
  return EditorState.create(BlockDocument.of(blocks), { anchor, head });
}

function write(state: EditorState): string[] {
  const { head } = state.selection;
  return state.document.toArray().map((block) => {
    const { checked } = block.attributes;
    const [sign] = signs.find(([, type, own]) => type === block.type && (own as { checked?: boolean }).checked === checked) ?? [""];
    const { text } = block;
    const shown = block.id === head.blockID ? `${text.slice(0, head.offset)}|${text.slice(head.offset)}` : text;
    return "  ".repeat(block.depth) + sign + shown;
  });
}

function run(command: Command, state: EditorState): EditorState {
  const transaction = command(state, { makeIdentifier: seededIdentifiers(1) });
  return transaction === null ? state : state.apply(transaction);
}

const cases: [string, Command, string[], string[]][] = [
  ["typing goes where the caret is", insertText("x"), ["a|b"], ["ax|b"]],
  ["typing replaces the selection", insertText("x"), ["a|bc", "d|e"], ["ax|e"]],
  ["typing at a divider begins a paragraph", insertText("x"), ["--- |"], ["--- ", "x|"]],
  ["Enter splits a paragraph", enter, ["ab|cd"], ["ab", "|cd"]],
  ["Enter at the end of a heading begins a paragraph", enter, ["# ab|"], ["# ab", "|"]],
  ["Enter before a heading makes room above it", enter, ["# |ab"], ["", "# |ab"]],
  ["Enter goes on with a list", enter, ["- a|", "- b"], ["- a", "- |", "- b"]],
  ["Enter in an item takes what is nested along", enter, ["- a|b", "  - c"], ["- a", "- |b", "  - c"]],
  ["Enter after a done task begins one to do", enter, ["[x] a|"], ["[x] a", "[ ] |"]],
  ["Enter in an empty item leaves the list", enter, ["- a", "- |"], ["- a", "|"]],
  ["Enter in an empty nested item goes one level up", enter, ["- a", "  - |"], ["- a", "- |"]],
  ["Enter in a quote stays in it", enter, ["> a|b"], ["> a", "  |b"]],
  ["Enter in an empty paragraph of a quote leaves it", enter, ["> a", "  |"], ["> a", "|"]],
  ["Enter in code is a new line", enter, ["` a|b"], ["` a\n|b"]],
  ["Enter in a cell is a new line", enter, ["T ", "  R ", "    C a|b"], ["T ", "  R ", "    C a\n|b"]],
  ["Enter at a divider begins a paragraph", enter, ["--- |", "a"], ["--- ", "|", "a"]],
  ["Backspace deletes back", backspace, ["ab|c"], ["a|c"]],
  ["Backspace deletes a whole family", backspace, ["a👩‍👩‍👧|"], ["a|"]],
  ["Backspace deletes a letter with its accents", backspace, ["xe\u0301\u0302|"], ["x|"]],
  ["Backspace deletes one flag", backspace, ["🇩🇪🇫🇷|"], ["🇩🇪|"]],
  ["Backspace takes the form of an item off", backspace, ["- a", "- |b"], ["- a", "|b"]],
  ["Backspace takes nested items up with it", backspace, ["- |b", "  - c"], ["|b", "- c"]],
  ["Backspace takes the form of a heading off", backspace, ["# |b"], ["|b"]],
  ["Backspace joins paragraphs", backspace, ["a", "|b"], ["a|b"]],
  ["Backspace joins a paragraph to the item before", backspace, ["- a", "  |b"], ["- a|b"]],
  ["Backspace joins to a nested item", backspace, ["- a", "  - b", "|c"], ["- a", "  - b|c"]],
  ["Delete keeps the form of text that goes into an empty paragraph", deleteForward, ["|", "# b"], ["# |b"]],
  ["Backspace removes a divider", backspace, ["a", "--- ", "|b"], ["a", "|b"]],
  ["Backspace removes a divider at the start", backspace, ["--- ", "|b"], ["|b"]],
  ["Backspace at the start of the document does nothing", backspace, ["|a"], ["|a"]],
  ["Backspace at the start of a cell does nothing", backspace, ["T ", "  R ", "    C |a"], ["T ", "  R ", "    C |a"]],
  ["Backspace removes an empty paragraph after a table", backspace, ["T ", "  R ", "    C a", "|"], ["T ", "  R ", "    C a|"]],
  ["Delete deletes forward", deleteForward, ["a|👍🏽b"], ["a|b"]],
  ["Delete joins the next block", deleteForward, ["a|", "b"], ["a|b"]],
  ["Delete at the end of the document does nothing", deleteForward, ["a|"], ["a|"]],
  ["deleting spans blocks", deleteSelection, ["a|b", "cd", "--- ", "e|f"], ["a|f"]],
  ["deleting backwards is the same", deleteSelection, ["- a|b", "  - c", "- d|e"], ["- a|e"]],
  [
    "deleting through a table's edge keeps the table",
    deleteSelection,
    ["a|b", "T ", "  R ", "    C cd", "    C e|f"],
    ["a|", "T ", "  R ", "    C ", "    C f"],
  ],
  ["deleting over a whole table removes it", deleteSelection, ["a|b", "T ", "  R ", "    C cd", "e|f"], ["a|f"]],
];

describe("Commands", () => {
  for (const [name, command, before, after] of cases) {
    it(name, () => {
      expect(write(run(command, read(...before)))).to.deep.equal(after);
    });
  }

  it("extends a style over what is typed at its end, but not a link", () => {
    const marks: Block["marks"] = [
      { type: "bold", start: 0, end: 2, attributes: {} },
      { type: "link", start: 0, end: 2, attributes: { href: "x" } },
    ];
    const document = BlockDocument.of([new Block("p", "paragraph", 0, {}, "ab", marks)]);
    const after = run(insertText("c"), EditorState.create(document, caret({ blockID: "p", offset: 2 })));
    expect(after.document.at(0).marks.map(({ type, end }) => [type, end])).to.deep.equal([
      ["link", 2],
      ["bold", 3],
    ]);
  });

  it("keeps documents well nested and can be undone, over random commands", function () {
    this.timeout(patience);
    const start = freshSeed();
    for (let round = 0; round < rounds; round++) {
      const seed = start + round;
      const documents = new RandomDocuments(seed);
      let state = EditorState.create(documents.document());
      for (let step = 0; step < 8; step++) {
        const place = (): { blockID: string; offset: number } => {
          const block = state.document.at(documents.integer(state.document.count));
          const offset = documents.chance(0.4) ? 0 : documents.integer(block.length + 1);
          return { blockID: block.id, offset: clampOffset(block.text, offset) };
        };
        const anchor = place();
        state = EditorState.create(state.document, { anchor, head: documents.chance(0.3) ? place() : anchor });
        const command = documents.pick([enter, backspace, deleteForward, deleteSelection, insertText("x\ny")]);
        const transaction = command(state, { makeIdentifier: documents.makeIdentifier });
        if (transaction === null) continue;
        const label = `seed ${seed}, step ${step}, ${transaction.annotations.userEvent}`;
        const undone = apply(transaction.document, invert(state.document, transaction.operations));
        expect(undone.ok && undone.document.equals(state.document), label).to.equal(true);
        state = state.apply(transaction);
        expect(isWellNested(state.document), label).to.equal(true);
      }
    }
  });
});

describe("EditorState", () => {
  it("counts transactions that change the document", () => {
    const state = read("a|");
    const typed = run(insertText("b"), state);
    expect(typed.revision).to.equal(1);
    const moved = typed.transaction({ selection: caret(typed.document.start) });
    expect("ok" in moved).to.equal(false);
    if (!("ok" in moved)) expect(typed.apply(moved).revision).to.equal(1);
  });

  it("refuses a transaction of another state, and a selection that is nowhere", () => {
    const state = read("a|");
    const transaction = state.transaction({ operations: [] });
    if ("ok" in transaction) throw new Error(transaction.message);
    expect(() => read("a|").apply(transaction)).to.throw(RangeError, "another state");
    expect(() => EditorState.create(state.document, caret({ blockID: "b0", offset: 7 }))).to.throw(RangeError, "offset 7");
  });

  it("answers what does not fit as a value", () => {
    const result = read("a|").transaction({ operations: [{ type: "deleteRange", blockID: "b0", start: 0, end: 5 }] });
    expect(result).to.include({ ok: false, code: "invalid-offset" });
  });
});

describe("Graphemes", () => {
  it("are found from both sides, wherever one starts to look", () => {
    const characters = ["a", "e\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "🇫🇷", "👍🏽", "한", "\r\n", "x", " ", "नि", "z"];
    const text = characters.join("");
    let offset = 0;
    for (const character of characters) {
      expect(nextGrapheme(text, offset)).to.equal(offset + character.length);
      expect(previousGrapheme(text, offset + character.length)).to.equal(offset);
      offset += character.length;
    }
  });
});
