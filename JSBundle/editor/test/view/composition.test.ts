import { expect } from "chai";
import { CompositionMachine } from "../../src/view/composition";
import { textChange } from "../../src/view/text-change";
import { block, element, hide, pageCaret, select, show, texts, ViewFixture } from "../support/view-fixture";

function send(fixture: ViewFixture, name: string, data: string): void {
  fixture.view.dom.dispatchEvent(new CompositionEvent(name, { data, bubbles: true }));
}

function before(fixture: ViewFixture, inputType: string, data: string | null, cancelable: boolean): boolean {
  const event = new InputEvent("beforeinput", { inputType, data, isComposing: true, bubbles: true, cancelable });
  return fixture.view.dom.dispatchEvent(event);
}

function after(fixture: ViewFixture, inputType: string, data: string | null): void {
  fixture.view.dom.dispatchEvent(new InputEvent("input", { inputType, data, isComposing: true, bubbles: true }));
}

/** What a browser does to the text of a block while composing, with its caret. */
function write(id: string, text: string, caretOffset: number): void {
  let node = element(id).firstChild;
  if (node === null || node.nodeType !== 3) {
    node = document.createTextNode("");
    element(id).prepend(node);
  }
  (node as Text).data = text;
  document.getSelection()?.collapse(node, caretOffset);
}

function preedit(fixture: ViewFixture, id: string, text: string, data: string, caretOffset: number): void {
  send(fixture, "compositionupdate", data);
  before(fixture, "insertCompositionText", data, false);
  write(id, text, caretOffset);
  after(fixture, "insertCompositionText", data);
}

describe("a composition", () => {
  afterEach(hide);

  it("changes nothing before it ends, and is one change then", () => {
    const fixture = show([block("a", "ab"), block("b", "x")]);
    const { view, operations, runTasks } = fixture;
    select(view, "a", 1);
    const node = element("a").firstChild;
    send(fixture, "compositionstart", "");
    preedit(fixture, "a", "anb", "n", 2);
    preedit(fixture, "a", "anib", "ni", 3);
    expect(operations).to.deep.equal([]);
    expect(texts(view)).to.deep.equal(["ab", "x"]);
    before(fixture, "deleteCompositionText", null, false);
    write("a", "ab", 1);
    after(fixture, "deleteCompositionText", null);
    expect(before(fixture, "insertFromComposition", "\u4f60", true)).to.equal(true);
    write("a", "a\u4f60b", 2);
    after(fixture, "insertFromComposition", "\u4f60");
    send(fixture, "compositionend", "\u4f60");
    runTasks();
    expect(operations).to.deep.equal([{ type: "insertText", blockID: "a", offset: 1, text: "\u4f60" }]);
    expect(texts(view)).to.deep.equal(["a\u4f60b", "x"]);
    expect(element("a").firstChild).to.equal(node);
    expect(pageCaret(view)).to.equal("a 2");
  });

  it("is left alone by changes elsewhere in the document", () => {
    const fixture = show([block("a", "ab"), block("b", "x")]);
    const { view, runTasks } = fixture;
    select(view, "a", 2);
    send(fixture, "compositionstart", "");
    preedit(fixture, "a", "abn", "n", 3);
    const made = view.state.transaction({ operations: [{ type: "insertText", blockID: "b", offset: 0, text: "y" }] });
    if ("ok" in made) throw new Error(made.message);
    view.dispatch(made);
    expect(element("b").textContent).to.equal("yx");
    expect(element("a").textContent).to.equal("abn");
    send(fixture, "compositionend", "n");
    runTasks();
    expect(texts(view)).to.deep.equal(["abn", "yx"]);
  });

  it("that is cancelled leaves the text as it was", () => {
    const fixture = show([block("a", "ab")]);
    const { view, operations, runTasks } = fixture;
    select(view, "a", 2);
    send(fixture, "compositionstart", "");
    preedit(fixture, "a", "abn", "n", 3);
    before(fixture, "deleteCompositionText", null, false);
    write("a", "ab", 2);
    after(fixture, "deleteCompositionText", null);
    send(fixture, "compositionend", "");
    runTasks();
    expect(operations).to.deep.equal([]);
  });

  it("whose end comes before its text, and again after it, is put in once", () => {
    const fixture = show([block("a", "ab")]);
    const { view, runTasks } = fixture;
    select(view, "a", 2);
    send(fixture, "compositionstart", "");
    preedit(fixture, "a", "abn", "n", 3);
    before(fixture, "deleteCompositionText", null, false);
    write("a", "ab", 2);
    after(fixture, "deleteCompositionText", null);
    send(fixture, "compositionend", "");
    const event = { inputType: "insertFromComposition", data: "N", bubbles: true, cancelable: true };
    expect(view.dom.dispatchEvent(new InputEvent("beforeinput", event))).to.equal(false);
    send(fixture, "compositionend", "N");
    runTasks();
    expect(texts(view)).to.deep.equal(["abN"]);
  });

  it("without a start, as for a picked emoji, is typing", () => {
    const fixture = show([block("a", "ab")]);
    const { view, runTasks } = fixture;
    select(view, "a", 1);
    const event = { inputType: "insertFromComposition", data: "\u{1F600}", bubbles: true, cancelable: true };
    expect(view.dom.dispatchEvent(new InputEvent("beforeinput", event))).to.equal(false);
    send(fixture, "compositionend", "\u{1F600}");
    runTasks();
    expect(texts(view)).to.deep.equal(["a\u{1F600}b"]);
  });

  it("in an empty block leaves a block that can be typed in", () => {
    const fixture = show([block("a")]);
    const { view, runTasks } = fixture;
    view.focus("start");
    send(fixture, "compositionstart", "");
    preedit(fixture, "a", "n", "n", 1);
    send(fixture, "compositionend", "n");
    runTasks();
    expect(texts(view)).to.deep.equal(["n"]);
    expect(element("a").innerHTML).to.equal("n");
  });

  it("that loses the focus keeps what stands there", () => {
    const fixture = show([block("a", "ab")]);
    const { view } = fixture;
    select(view, "a", 2);
    send(fixture, "compositionstart", "");
    preedit(fixture, "a", "abn", "n", 3);
    view.dom.dispatchEvent(new FocusEvent("blur"));
    expect(texts(view)).to.deep.equal(["abn"]);
  });

  it("takes its text before the next key", () => {
    const fixture = show([block("a", "ab")]);
    const { view } = fixture;
    select(view, "a", 2);
    send(fixture, "compositionstart", "");
    preedit(fixture, "a", "abn", "n", 3);
    send(fixture, "compositionend", "n");
    const event = { inputType: "insertText", data: "!", bubbles: true, cancelable: true };
    view.dom.dispatchEvent(new InputEvent("beforeinput", event));
    expect(texts(view)).to.deep.equal(["abn!"]);
  });
});

describe("the composition machine", () => {
  it("reads back once, whichever order the ends come in", () => {
    const machine = new CompositionMachine();
    expect(machine.end()).to.deep.equal([]);
    expect(machine.start("a")).to.deep.equal([]);
    expect(machine.end()).to.deep.equal([{ type: "scheduleReadBack" }]);
    expect(machine.end()).to.deep.equal([]);
    expect(machine.settle()).to.deep.equal([{ type: "readBack", blockID: "a" }]);
    expect(machine.settle()).to.deep.equal([]);
    expect(machine.interrupt()).to.deep.equal([]);
  });

  it("reads back the block it leaves for another", () => {
    const machine = new CompositionMachine();
    machine.start("a");
    expect(machine.start("b")).to.deep.equal([{ type: "readBack", blockID: "a" }]);
    expect(machine.protectedBlock).to.equal("b");
  });
});

describe("the change between two texts", () => {
  it("is the shortest, and stands where the caret says", () => {
    expect(textChange("aaa", "aaaa", 2)).to.deep.equal({ start: 1, end: 1, text: "a" });
    expect(textChange("aaa", "aaaa", 4)).to.deep.equal({ start: 3, end: 3, text: "a" });
    expect(textChange("abc", "axc", 2)).to.deep.equal({ start: 1, end: 2, text: "x" });
    expect(textChange("abc", "abc", 1)).to.equal(undefined);
    expect(textChange("abc", "", 0)).to.deep.equal({ start: 0, end: 3, text: "" });
  });

  it("never cuts a surrogate pair", () => {
    expect(textChange("\u{1F600}", "\u{1F601}", 2)).to.deep.equal({ start: 0, end: 2, text: "\u{1F601}" });
    expect(textChange("\u{1F600}", "\u{1FA00}", 2)).to.deep.equal({ start: 0, end: 2, text: "\u{1FA00}" });
  });
});
