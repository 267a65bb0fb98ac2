import { expect } from "chai";
import { BlockDocument, documentFromJSON, documentToJSON, seededIdentifiers } from "../../src/model";
import { parseMarkdown, serializeMarkdown } from "../../src/markdown";
import { fixtures } from "fixtures";
import { freshSeed, patience, RandomDocuments, rounds } from "../model/random-document";
import { expectSame } from "../support/same-content";

function read(text: string): BlockDocument {
  return parseMarkdown(text, seededIdentifiers(1)).document;
}

/** What a text is read as: one line per block, its depth as indentation. */
function outlineOf(text: string): string[] {
  return read(text)
    .toArray()
    .map((block) => {
      const attributes = Object.keys(block.attributes).length > 0 ? ` ${JSON.stringify(block.attributes)}` : "";
      const marks = block.marks.map(({ type, start, end }) => ` ${type} ${start}-${end}`).join("");
      return `${"  ".repeat(block.depth)}${block.type}${attributes}${block.length > 0 ? ` ${block.text}` : ""}${marks}`;
    });
}

const readings: [string, string, string[]][] = [
  ["headings of both manners", "a\n===\n## b ##", ['heading {"level":1} a', 'heading {"level":2} b']],
  ["lines that end softly and hard", "a\nb  \nc\\\nd<br>e", ["paragraph a b\nc\nd\ne"]],
  ["marks, nested", "**a *b*** ~~c~~ `d`", ["paragraph a b c d bold 0-3 italic 2-3 strike 4-5 code 6-7"]],
  ["lists in lists", "- a\n  1. b\n- c", ["bulletItem a", "  orderedItem b", "bulletItem c"]],
  ["where numbers begin", "3. a\n9. b", ['orderedItem {"start":3} a', "orderedItem b"]],
  ["two lists that touch", "1. a\n1) b", ["orderedItem a", 'orderedItem {"start":1} b']],
  ["tasks", "- [ ] a\n- [x] b\n- [y] c", ['taskItem {"checked":false} a', 'taskItem {"checked":true} b', "bulletItem [y] c"]],
  ["quotes", "> a\n> > b\n>\n> c", ["quote a", "  quote b", "  paragraph c"]],
  ["code", "```js x\na\n\n  b\n```\n\n    c", ['codeBlock {"language":"js x"} a\n\n  b', "codeBlock c"]],
  ["an image of its own", '![a](b "c")', ['image {"src":"b","alt":"a","title":"c"}']],
  ["HTML", "<p>\nx\n</p>", ['raw {"source":"<p>\\nx\\n</p>","kind":"html"}']],
  ["a definition and what refers to it", "[a]\n\n[a]: b", ["paragraph a link 0-1", 'raw {"source":"[a]: b","kind":"definition"}']],
  ["a footnote", "[^1]: a\n    b", ['raw {"source":"[^1]: a\\n    b","kind":"footnote"}']],
  ["metadata", "---\na: b\n---\nc", ['raw {"source":"---\\na: b\\n---","kind":"frontMatter"}', "paragraph c"]],
  ["two dividers, which are no metadata", "---\n\n---", ["divider", "divider"]],
  ["an empty text", "", ["paragraph"]],
  ["empty lines", "\n \n", ["paragraph"]],
  ["the comment for an empty paragraph", "<!-- -->", ["paragraph"]],
  ["links of any scheme", "[a](javascript:b)", ["paragraph a link 0-1"]],
  [
    "a table",
    "a | b\n:-: | --\n`c \\| d` |\ne",
    [
      'table {"alignment":["center","none"]}',
      "  tableRow",
      "    tableCell a",
      "    tableCell b",
      "  tableRow",
      "    tableCell c | d code 0-5",
      "    tableCell",
      "  tableRow",
      "    tableCell e",
      "    tableCell",
    ],
  ],
];

describe("Reading Markdown", () => {
  for (const [name, text, expected] of readings) {
    it(`knows ${name}`, () => {
      expect(outlineOf(text)).to.deep.equal(expected);
    });
  }

  it("finds mentions, images and HTML in text", () => {
    const [block] = read('@[A \\] B](mention:u/1) ![i](j) <b> [^n] \\@[c](mention:d)').toArray();
    expect(block.embeds).to.deep.equal([
      { offset: 0, type: "mention", attributes: { id: "u/1", label: "A ] B" } },
      { offset: 2, type: "image", attributes: { src: "j", alt: "i" } },
      { offset: 4, type: "raw", attributes: { source: "<b>" } },
      { offset: 6, type: "raw", attributes: { source: "[^n]" } },
    ]);
    expect(block.marks.map(({ attributes }) => attributes)).to.deep.equal([{ href: "mention:d" }]);
  });

  it("keeps what is nested too deep as source", () => {
    const text = `${"> ".repeat(2000)}deep`;
    const { document, source } = parseMarkdown(text, seededIdentifiers(1));
    expect(document.at(0).type).to.equal("raw");
    expect(serializeMarkdown(document.withExtras({}), source)).to.equal(text);
  });

  it("gives a document the same blocks with any line ending, and with a byte order mark", () => {
    const text = fixtures.get("documents/every-kind.md") ?? "";
    const wanted = read(text);
    for (const ending of ["\r\n", "\r"]) expectSame(read(text.replace(/\n/g, ending)), wanted, JSON.stringify(ending));
    expectSame(read(`\uFEFF${text}`), wanted, "byte order mark");
  });
});

describe("Markdown and back", () => {
  it("is the identity over random documents", function () {
    this.timeout(patience);
    const start = freshSeed();
    for (let round = 0; round < rounds * 3; round++) {
      const seed = start + round;
      const document = new RandomDocuments(seed).document(1 + Math.floor(round / 100));
      const written = serializeMarkdown(document);
      expectSame(read(written), document, `seed ${seed}\n${written}`);
    }
  });

  for (const [path, text] of fixtures) {
    if (!path.startsWith("documents/") || path.endsWith("README.md")) continue;
    it(`is the identity for ${path}`, () => {
      const json = path.endsWith(".json");
      const document = json ? documentFromJSON(JSON.parse(text)) : read(text);
      expectSame(read(serializeMarkdown(document)), document, path);
      expect(documentFromJSON(JSON.parse(JSON.stringify(documentToJSON(document)))).equals(document)).to.equal(true);
    });
  }

  it("writes plainly what needs no more", () => {
    const text = [
      "# A heading",
      "Text with **bold**, *italic*, ***both***, ~~struck~~ and `code` in it, snake_case, list[0] and 2 * 3 < 7 & so on!",
      "- an item\n  - nested\n- [ ] to do\n- [x] done",
      "1. one\n2. two",
      "> quoted\n>\n> more",
      "```js\ncode();\n```",
      "---",
      "| a | b |\n| --- | :-: |\n| c | d |",
      "[link](https://example.org) <https://example.org> ![image](a.png) @[Ada](mention:ada)",
      "<!-- -->\n",
    ].join("\n\n");
    expect(serializeMarkdown(read(text))).to.equal(text);
  });

  it("writes an empty document as an empty file", () => {
    expect(serializeMarkdown(read(""))).to.equal("");
  });

  it("keeps an item that ends in a pipe apart from the empty item after it", () => {
    expect(outlineOf("1. a|\n-\n")).to.deep.equal(["orderedItem a|", "bulletItem"]);
  });
});
