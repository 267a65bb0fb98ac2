import { expect } from "chai";
import { Block, embedCharacter, noEmbeds } from "../../src/model";
import { block, element, hide, html, paragraphs, show } from "../support/view-fixture";

function elements(scroller: HTMLElement): number {
  return scroller.querySelectorAll("*").length;
}

function shownIDs(scroller: HTMLElement): string[] {
  return [...scroller.querySelectorAll("[data-block]")].map((each) => each.getAttribute("data-block") ?? "");
}

function scrollTo(scroller: HTMLElement, top: number): void {
  scroller.scrollTop = top;
  scroller.dispatchEvent(new Event("scroll"));
}

describe("the view renders", () => {
  afterEach(hide);

  const cases: [string, Block, string][] = [
    ["a paragraph", block("b", "text"), "<p>text</p>"],
    ["an empty paragraph", block("b"), "<p><br></p>"],
    ["text that ends in a line break", block("b", "a\n"), "<p>a\n<br></p>"],
    ["a heading", block("b", "Title", "heading", { level: 2 }), '<div data-level="2">Title</div>'],
    ["a quote", block("b", "said", "quote"), "<blockquote>said</blockquote>"],
    ["a bullet item", block("b", "point", "bulletItem"), "<div>point</div>"],
    ["an ordered item", block("b", "point", "orderedItem", { start: 4 }), '<div data-number="4">point</div>'],
    [
      "a task",
      block("b", "do", "taskItem", { checked: true }),
      '<div data-checked="true"><input type="checkbox"><div>do</div></div>',
    ],
    ["code", block("b", "let a\n  b", "codeBlock", { language: "js" }), '<pre data-language="js"><code>let a\n  b</code></pre>'],
    ["a divider", block("b", "", "divider"), "<div><hr></div>"],
    [
      "an image",
      block("b", "", "image", { src: "a.png", alt: "A cat" }),
      '<div><figure data-src="a.png">A cat</figure></div>',
    ],
    ["a raw block", block("b", "", "raw", { source: "<script>x</script>" }), "<div><pre>&lt;script&gt;x&lt;/script&gt;</pre></div>"],
    ["text that looks like markup", block("b", "<b>&amp;</b>"), "<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"],
    [
      "marks",
      new Block("b", "paragraph", 0, {}, "abcdef", [
        { type: "link", start: 0, end: 4, attributes: { href: "https://a.example" } },
        { type: "bold", start: 1, end: 2, attributes: {} },
        { type: "italic", start: 4, end: 6, attributes: {} },
      ]),
      '<p><a data-href="https://a.example">a<strong>b</strong>cd</a><em>ef</em></p>',
    ],
    [
      "code and strike",
      new Block("b", "paragraph", 0, {}, "ab", [
        { type: "strike", start: 0, end: 1, attributes: {} },
        { type: "code", start: 1, end: 2, attributes: {} },
      ]),
      "<p><s>a</s><code>b</code></p>",
    ],
    [
      "a mention and an inline image",
      new Block("b", "paragraph", 0, {}, `a${embedCharacter}b${embedCharacter}`, [], [
        { offset: 1, type: "mention", attributes: { id: "u1", label: "Ada" } },
        { offset: 3, type: "image", attributes: { src: "i.png", alt: "icon" } },
      ]),
      '<p>a<span data-embed="mention">@Ada</span>b<span data-embed="image" data-src="i.png">icon</span></p>',
    ],
  ];
  for (const [name, value, expected] of cases) {
    it(name, () => {
      show([value]);
      expect(html("b")).to.equal(expected);
    });
  }

  it("a table as rows and cells", () => {
    show([
      block("t", "", "table"),
      block("r1", "", "tableRow", {}, 1),
      block("c1", "a", "tableCell", {}, 2),
      block("c2", "b", "tableCell", {}, 2),
      block("r2", "", "tableRow", {}, 1),
      block("c3", "c", "tableCell", {}, 2),
      block("after", "text"),
    ]);
    expect(html("t")).to.equal(
      '<table aria-rowcount="2"><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    );
    expect(element("after").previousElementSibling).to.equal(element("t"));
  });

  it("rows and cells that stand outside a table", () => {
    show([block("r", "", "tableRow"), block("c", "cell", "tableCell")]);
    expect(html("r")).to.equal("<div></div>");
    expect(html("c")).to.equal("<p>cell</p>");
  });

  it("the numbers of ordered items, nested ones for themselves", () => {
    const item = (id: string, depth: number, attributes = {}): Block => block(id, id, "orderedItem", attributes, depth);
    show([
      item("a", 0, { start: 3 }),
      item("b", 1),
      item("c", 1),
      item("d", 0),
      block("e", "", "bulletItem", {}, 1),
      item("f", 1),
      item("g", 0),
      block("h", "text"),
      item("i", 0),
    ]);
    const numbers = ["a", "b", "c", "d", "f", "g", "i"].map((id) => element(id).getAttribute("data-number"));
    expect(numbers).to.deep.equal(["3", "1", "2", "4", "1", "5", "1"]);
  });

  it("depth and quotes around a block", () => {
    show([block("q", "a", "quote"), block("p", "b", "paragraph", {}, 1), block("r", "c", "quote", {}, 1), block("o", "d")]);
    expect(["q", "p", "r", "o"].map((id) => element(id).getAttribute("data-quotes"))).to.deep.equal([null, "1", "1", null]);
    expect(["q", "p", "r", "o"].map((id) => element(id).getAttribute("data-depth"))).to.deep.equal([null, "1", "1", null]);
  });

  it("a role and a label for those who do not see it", () => {
    const { view } = show([block("h", "Title", "heading", { level: 3 }), block("t", "do", "taskItem", { checked: false })]);
    expect(view.dom.getAttribute("role")).to.equal("textbox");
    expect(view.dom.getAttribute("aria-multiline")).to.equal("true");
    expect(element("h").getAttribute("aria-level")).to.equal("3");
    expect(element("t").querySelector("input")?.getAttribute("aria-label")).to.equal("done");
  });
});

describe("the view of a long document", () => {
  afterEach(hide);

  it("holds as few elements for 50,000 blocks as for 500", () => {
    const few = elements(show(paragraphs(500)).scroller);
    const many = elements(show(paragraphs(50_000)).scroller);
    expect(many).to.equal(few);
    expect(many).to.be.below(80);
  });

  it("shows what is scrolled to, and only that", () => {
    const { scroller, view, runTasks } = show(paragraphs(50_000));
    scrollTo(scroller, 600_000);
    runTasks();
    const shown = shownIDs(scroller);
    expect(shown.length).to.be.within(20, 80);
    const numbers = shown.map((id) => Number(id.slice(1)));
    expect(numbers[0]).to.be.above(15_000);
    expect(numbers).to.deep.equal(numbers.map((_, index) => numbers[0] + index));
    expect(view.ranges).to.deep.equal([{ from: numbers[0], to: numbers[numbers.length - 1] + 1 }]);
    scrollTo(scroller, 0);
    runTasks();
    expect(shownIDs(scroller)[0]).to.equal("p0");
  });

  it("stands in for the rest with spacers that add up", () => {
    const { scroller, runTasks } = show(paragraphs(10_000));
    scrollTo(scroller, 100_000);
    runTasks();
    const spacers = [...scroller.querySelectorAll("[data-spacer]")];
    expect(spacers).to.have.length(2);
    const heights = spacers.map((each) => Number(/height: ?([\d.]+)px/.exec(each.getAttribute("style") ?? "")?.[1]));
    expect(heights[0]).to.be.within(90_000, 100_000);
    expect(heights[0] + heights[1]).to.be.within(340_000, 360_000);
  });

  it("renders once for many scroll events of one frame", () => {
    const { scroller, runTasks } = show(paragraphs(1_000));
    for (let top = 0; top < 5_000; top += 100) scrollTo(scroller, top);
    expect(shownIDs(scroller)[0]).to.equal("p0");
    runTasks();
    expect(shownIDs(scroller)[0]).not.to.equal("p0");
  });

  it("keeps the elements of blocks that stay in view", () => {
    const { scroller, runTasks } = show(paragraphs(1_000));
    const kept = element("p20");
    scrollTo(scroller, 300);
    runTasks();
    expect(element("p20")).to.equal(kept);
  });

  it("shows part of a long table as whole rows of a table", () => {
    const blocks = [block("t", "", "table")];
    for (let row = 0; row < 2_000; row += 1) {
      blocks.push(block(`r${row}`, "", "tableRow", {}, 1));
      for (let cell = 0; cell < 3; cell += 1) blocks.push(block(`r${row}c${cell}`, "x", "tableCell", {}, 2));
    }
    const { scroller, runTasks } = show(blocks);
    scrollTo(scroller, 40_000);
    runTasks();
    const rows = [...scroller.querySelectorAll("tr")];
    expect(rows.length).to.be.within(15, 80);
    for (const row of rows) expect(row.querySelectorAll("td")).to.have.length(3);
    expect(scroller.querySelectorAll("table")).to.have.length(1);
    expect(element("t").getAttribute("aria-rowcount")).to.equal("2000");
  });
});

describe("a change of one block", () => {
  afterEach(hide);

  it("touches no other block's element", () => {
    const { view } = show(paragraphs(20));
    const before = new Map([...view.dom.children].map((each) => [each.getAttribute("data-block"), each]));
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((seen) => records.push(...seen));
    observer.observe(view.dom, { childList: true, attributes: true, characterData: true, subtree: true });
    const made = view.state.transaction({ operations: [{ type: "insertText", blockID: "p5", offset: 0, text: "!" }] });
    if ("ok" in made) throw new Error(made.message);
    view.dispatch(made);
    records.push(...observer.takeRecords());
    observer.disconnect();
    expect(records.map((record) => record.type)).to.deep.equal(["characterData"]);
    expect(element("p5").textContent).to.equal("!Paragraph 5");
    for (const child of view.dom.children) expect(before.get(child.getAttribute("data-block"))).to.equal(child);
  });

  it("keeps the text node while the shape of the content stays", () => {
    const { view } = show([
      new Block("b", "paragraph", 0, {}, "abc", [{ type: "bold", start: 1, end: 2, attributes: {} }], noEmbeds),
    ]);
    const nodes = [...element("b").childNodes];
    const made = view.state.transaction({ operations: [{ type: "insertText", blockID: "b", offset: 3, text: "d" }] });
    if ("ok" in made) throw new Error(made.message);
    view.dispatch(made);
    expect(html("b")).to.equal("<p>a<strong>b</strong>cd</p>");
    expect([...element("b").childNodes]).to.deep.equal(nodes);
  });

  it("may be one of type: the block gets another element in the same place", () => {
    const { view } = show(paragraphs(3));
    const patch = { type: "heading" as const, attributes: { level: 1 } };
    const made = view.state.transaction({ operations: [{ type: "setAttributes", targetID: "p1", patch }] });
    if ("ok" in made) throw new Error(made.message);
    view.dispatch(made);
    expect(html("p1")).to.equal('<div data-level="1">Paragraph 1</div>');
    expect([...view.dom.children].map((each) => each.getAttribute("data-block"))).to.deep.equal(["p0", "p1", "p2"]);
  });

  it("in the middle of a long document costs what is shown, not what there is", () => {
    const { view, scroller, runTasks } = show(paragraphs(50_000));
    scrollTo(scroller, 900_000);
    runTasks();
    const [{ from }] = view.ranges;
    const id = `p${from + 30}`;
    const kept = element(`p${from + 31}`);
    const made = view.state.transaction({
      operations: [{ type: "splitBlock", blockID: id, offset: 3, newBlockID: "fresh" }],
    });
    if ("ok" in made) throw new Error(made.message);
    view.dispatch(made);
    expect(element("fresh").textContent).to.equal(`agraph ${from + 30}`);
    expect(element("fresh").previousElementSibling).to.equal(element(id));
    expect(element("fresh").nextElementSibling).to.equal(kept);
  });
});
