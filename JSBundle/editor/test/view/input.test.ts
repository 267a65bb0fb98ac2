import { expect } from "chai";
import { Block } from "../../src/model";
import {
  backspaceKey, block, deleteKey, element, enterKey, hide, html, key, pageCaret, paragraphs, select, show, texts, textPlace, type,
} from "../support/view-fixture";

describe("typing", () => {
  afterEach(hide);

  it("puts text where the caret is, and the caret behind it", () => {
    const { view } = show([block("a", "Hello"), block("b", "World")]);
    select(view, "a", 5);
    type(view, ", you");
    expect(texts(view)).to.deep.equal(["Hello, you", "World"]);
    expect(element("a").textContent).to.equal("Hello, you");
    expect(pageCaret(view)).to.equal("a 10");
    expect(view.state.revision).to.equal(5);
  });

  it("never leaves the change to the browser", () => {
    const { view } = show([block("a", "x")]);
    select(view, "a", 1);
    expect(key(view, "y", "insertText", "y")).to.equal(false);
  });

  it("follows a caret the page moved without saying so", () => {
    const { view } = show([block("a", "ac")]);
    view.dom.focus();
    const place = textPlace("a", 1);
    document.getSelection()?.collapse(place.node, place.offset);
    type(view, "b");
    expect(texts(view)).to.deep.equal(["abc"]);
  });

  it("starts in an empty block", () => {
    const { view } = show([block("a")]);
    view.focus("start");
    type(view, "a");
    expect(html("a")).to.equal("<p>a</p>");
    expect(pageCaret(view)).to.equal("a 1");
  });

  it("replaces what is selected, over blocks too", () => {
    const { view } = show([block("a", "one"), block("b", "two"), block("c", "three")]);
    select(view, "a", 1, "c", 2);
    type(view, "X");
    expect(texts(view)).to.deep.equal(["oXree"]);
    expect(pageCaret(view)).to.equal("a 2");
    expect(view.dom.querySelectorAll("[data-block]")).to.have.length(1);
  });

  it("keeps a selection that was made backwards", () => {
    const { view } = show([block("a", "one"), block("b", "two")]);
    select(view, "b", 2, "a", 1);
    expect(view.state.selection).to.deep.equal({
      anchor: { blockID: "b", offset: 2 },
      head: { blockID: "a", offset: 1 },
    });
  });

  it("goes on in the style before it", () => {
    const { view } = show([new Block("a", "paragraph", 0, {}, "ab", [{ type: "bold", start: 1, end: 2, attributes: {} }])]);
    select(view, "a", 2);
    type(view, "c");
    expect(html("a")).to.equal("<p>a<strong>bc</strong></p>");
    expect(pageCaret(view)).to.equal("a 3");
  });

  it("in a task goes into its text", () => {
    const { view } = show([block("a", "do", "taskItem", { checked: false })]);
    select(view, "a", 2);
    type(view, " it");
    expect(html("a")).to.equal('<div data-checked="false"><input type="checkbox"><div>do it</div></div>');
  });

  it("in a table cell goes into the cell", () => {
    const { view } = show([
      block("t", "", "table"),
      block("r", "", "tableRow", {}, 1),
      block("c", "a", "tableCell", {}, 2),
      block("d", "b", "tableCell", {}, 2),
    ]);
    select(view, "d", 1);
    type(view, "!");
    expect(html("r")).to.equal("<tr><td>a</td><td>b!</td></tr>");
  });

  it("in a long document far from the start stays in view and cheap", () => {
    const { view, scroller, runTasks } = show(paragraphs(50_000));
    view.focus("end");
    runTasks();
    expect(scroller.scrollTop).to.be.above(1_000_000);
    type(view, "!");
    expect(element("p49999").textContent).to.equal("Paragraph 49999!");
    expect(pageCaret(view)).to.equal("p49999 16");
    expect(view.dom.querySelectorAll("[data-block]").length).to.be.below(120);
  });
});

describe("Enter", () => {
  afterEach(hide);

  it("splits the block at the caret", () => {
    const { view } = show([block("a", "onetwo"), block("b", "three")]);
    const kept = element("b");
    select(view, "a", 3);
    enterKey(view);
    expect(texts(view)).to.deep.equal(["one", "two", "three"]);
    const fresh = view.state.selection.head.blockID;
    expect(pageCaret(view)).to.equal(`${fresh} 0`);
    expect(element(fresh).previousElementSibling).to.equal(element("a"));
    expect(element("b")).to.equal(kept);
    type(view, "X");
    expect(texts(view)).to.deep.equal(["one", "Xtwo", "three"]);
  });

  it("at the end begins an empty block that can be typed in", () => {
    const { view } = show([block("a", "one")]);
    select(view, "a", 3);
    enterKey(view);
    type(view, "two");
    expect(texts(view)).to.deep.equal(["one", "two"]);
  });

  it("numbers the items behind it anew", () => {
    const { view } = show(["a", "b", "c"].map((id) => block(id, id, "orderedItem")));
    select(view, "a", 1);
    enterKey(view);
    expect(element("b").getAttribute("data-number")).to.equal("3");
    expect(element("c").getAttribute("data-number")).to.equal("4");
  });

  it("with shift breaks the line", () => {
    const { view } = show([block("a", "ab")]);
    select(view, "a", 1);
    key(view, "Enter", "insertLineBreak");
    expect(texts(view)).to.deep.equal(["a\nb"]);
  });
});

describe("Backspace and Delete", () => {
  afterEach(hide);

  it("take one character, however many units it has", () => {
    const { view } = show([block("a", "a\u{1F468}\u200D\u{1F469}\u200D\u{1F467}b")]);
    select(view, "a", 9);
    backspaceKey(view);
    expect(texts(view)).to.deep.equal(["ab"]);
    expect(pageCaret(view)).to.equal("a 1");
    deleteKey(view);
    expect(texts(view)).to.deep.equal(["a"]);
  });

  it("join blocks, and the caret stands at the joint", () => {
    const { view } = show([block("a", "one"), block("b", "two"), block("c", "three")]);
    select(view, "b", 0);
    backspaceKey(view);
    expect(texts(view)).to.deep.equal(["onetwo", "three"]);
    expect(pageCaret(view)).to.equal("a 3");
    select(view, "a", 6);
    deleteKey(view);
    expect(texts(view)).to.deep.equal(["onetwothree"]);
    expect(view.dom.querySelectorAll("[data-block]")).to.have.length(1);
  });

  it("work on an empty block from the key alone, which is all WebKit sends there", () => {
    const { view } = show([block("a", "one"), block("b")]);
    view.focus("end");
    const down = new KeyboardEvent("keydown", { key: "Backspace", bubbles: true, cancelable: true });
    expect(view.dom.dispatchEvent(down)).to.equal(false);
    expect(texts(view)).to.deep.equal(["one"]);
    expect(pageCaret(view)).to.equal("a 3");
  });

  it("delete what is selected", () => {
    const { view } = show([block("a", "one two")]);
    select(view, "a", 3, "a", 7);
    backspaceKey(view);
    expect(texts(view)).to.deep.equal(["one"]);
  });

  it("delete the whole document with everything selected, shown or not", () => {
    const { view } = show(paragraphs(400));
    select(view, "p0", 0);
    view.dom.dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true }));
    expect(element("p399").textContent).to.equal("Paragraph 399");
    backspaceKey(view);
    expect(texts(view)).to.deep.equal([""]);
    expect(pageCaret(view)).to.equal("p0 0");
  });
});

describe("other input", () => {
  afterEach(hide);

  it("pastes lines as blocks, and as lines into code", () => {
    const { view } = show([block("a", "[]"), block("b", "", "codeBlock")]);
    select(view, "a", 1);
    key(view, "v", "insertFromPaste", "one\r\ntwo\n\nthree");
    expect(texts(view)).to.deep.equal(["[one", "two", "", "three]", ""]);
    select(view, "b", 0);
    key(view, "v", "insertFromPaste", "x\ny");
    expect(texts(view)[4]).to.equal("x\ny");
  });

  it("is stopped and told when the editor has no use for it", () => {
    const { view, ignored } = show([block("a", "one")]);
    select(view, "a", 1);
    for (const inputType of ["formatBold", "historyUndo", "insertOrderedList", "somethingNew", ""]) {
      expect(key(view, "", inputType)).to.equal(false);
    }
    expect(ignored).to.deep.equal(["formatBold", "historyUndo", "insertOrderedList", "somethingNew", ""]);
    expect(texts(view)).to.deep.equal(["one"]);
  });

  it("that changed the DOM without asking is taken over", () => {
    const { view } = show([block("a", "one"), block("b", "two")]);
    select(view, "a", 3);
    (element("a").firstChild as Text).data = "once";
    view.dom.dispatchEvent(new InputEvent("input", { bubbles: true }));
    expect(texts(view)).to.deep.equal(["once", "two"]);
    element("b").remove();
    view.dom.dispatchEvent(new InputEvent("input", { bubbles: true }));
    expect(texts(view)).to.deep.equal(["once", "two"]);
    expect(element("b").textContent).to.equal("two");
  });

  it("ticks a task", () => {
    const { view, operations } = show([block("a", "do", "taskItem", { checked: false })]);
    element("a").querySelector("input")?.click();
    expect(view.state.document.at(0).attributes).to.deep.equal({ checked: true });
    expect(operations).to.deep.equal([{ type: "setAttributes", targetID: "a", patch: { attributes: { checked: true } } }]);
    expect(element("a").getAttribute("data-checked")).to.equal("true");
  });
});

describe("a read-only document", () => {
  afterEach(hide);

  it("takes no input", () => {
    const { view } = show([block("a", "one"), block("t", "do", "taskItem", { checked: false })], false);
    expect(view.dom.getAttribute("contenteditable")).to.equal("false");
    expect(view.dom.getAttribute("aria-readonly")).to.equal("true");
    select(view, "a", 1);
    type(view, "x");
    enterKey(view);
    backspaceKey(view);
    element("t").querySelector("input")?.click();
    expect(texts(view)).to.deep.equal(["one", "do"]);
    expect(view.state.revision).to.equal(0);
  });

  it("puts back what was changed in the DOM", () => {
    const { view } = show([block("a", "one")], false);
    (element("a").firstChild as Text).data = "changed";
    view.dom.dispatchEvent(new InputEvent("input", { bubbles: true }));
    expect(element("a").textContent).to.equal("one");
  });

  it("can become one that is not, and back", () => {
    const { view } = show([block("a", "one"), block("t", "do", "taskItem", { checked: false })], false);
    view.setEditable(true);
    expect(element("t").querySelector("input")?.disabled).to.equal(false);
    select(view, "a", 3);
    type(view, "!");
    view.setEditable(false);
    type(view, "?");
    expect(texts(view)[0]).to.equal("one!");
    expect(element("t").querySelector("input")?.disabled).to.equal(true);
  });
});

describe("a removed view", () => {
  it("listens to nothing", () => {
    const { view, scroller } = show([block("a", "one")]);
    const { dom } = view;
    view.remove();
    scroller.append(dom);
    dom.dispatchEvent(new InputEvent("beforeinput", { inputType: "insertText", data: "x", bubbles: true, cancelable: true }));
    document.dispatchEvent(new Event("selectionchange"));
    expect(texts(view)).to.deep.equal(["one"]);
    hide();
  });
});
