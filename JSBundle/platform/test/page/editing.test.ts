import { expect } from "chai";
import { nextTask } from "./support/waiting";

describe("contentEditable", () => {
  it("reflects the attribute and inherits", () => {
    const outer = document.createElement("div");
    outer.innerHTML = "<p><b contenteditable=false>x</b></p>";
    const [p, b] = [outer.firstElementChild as HTMLElement, outer.querySelector("b")!];
    expect([outer.contentEditable, outer.isContentEditable]).to.deep.equal(["inherit", false]);
    outer.contentEditable = "true";
    expect([p.isContentEditable, b.isContentEditable, p.contentEditable]).to.deep.equal([true, false, "inherit"]);
    outer.contentEditable = "plaintext-only";
    expect(outer.getAttribute("contenteditable")).to.equal("plaintext-only");
    outer.contentEditable = "inherit";
    expect(outer.hasAttribute("contenteditable")).to.equal(false);
    expect(() => { outer.contentEditable = "maybe"; }).to.throw().with.property("name", "SyntaxError");
  });

  it("gets a caret with the focus", () => {
    const host = document.createElement("div");
    host.contentEditable = "true";
    host.innerHTML = "<p>text</p>";
    document.body.append(host);
    getSelection()!.removeAllRanges();
    host.focus();
    expect(document.activeElement).to.equal(host);
    expect([getSelection()!.anchorNode, getSelection()!.anchorOffset]).to.deep.equal([host.firstChild!.firstChild, 0]);
    host.remove();
  });
});

describe("selectionchange", () => {
  it("comes once, as a task, for several changes", async () => {
    let told = 0;
    const count = () => told++;
    const text = document.createTextNode("some text");
    document.body.append(text);
    await nextTask();
    document.addEventListener("selectionchange", count);
    const selection = getSelection()!;
    selection.collapse(text, 1);
    selection.extend(text, 3);
    selection.collapse(text, 2);
    expect(told).to.equal(0);
    await nextTask();
    await nextTask();
    document.removeEventListener("selectionchange", count);
    text.remove();
    expect(told).to.equal(1);
  });
});

describe("innerText", () => {
  const table: Array<[markup: string, text: string]> = [
    ["a <b>b</b>  c", "a b c"],
    ["a<br>b", "a\nb"],
    ["<div>a</div><div>b</div>c", "a\nb\nc"],
    ["<p>a</p><p>b</p>", "a\n\nb"],
    ["<pre>a  b\nc</pre>", "a  b\nc"],
    ["a<script>x</script><style>y</style>", "a"],
    ["<ul><li>1</li><li>2</li></ul>", "1\n2"],
  ];
  for (const [markup, text] of table) {
    it(`reads ${markup}`, () => {
      const element = document.createElement("div");
      element.innerHTML = markup;
      document.body.append(element);
      expect(element.innerText).to.equal(text);
      element.remove();
    });
  }

  it("writes lines with breaks", () => {
    const element = document.createElement("div");
    element.innerText = "a<\nb\r\n\nc";
    expect(element.innerHTML).to.equal("a&lt;<br>b<br><br>c");
  });
});

describe("input events", () => {
  it("have target ranges, none when made by a script", () => {
    const event = new InputEvent("beforeinput", { inputType: "insertText", data: "x" });
    expect(event.getTargetRanges()).to.deep.equal([]);
    expect(event.getTargetRanges()).to.be.instanceOf(Array);
  });
});

describe("tree walkers", () => {
  it("take a filter function", () => {
    const root = document.createElement("div");
    root.innerHTML = "<p>a</p><b>c</b><p>d</p>";
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, node =>
      node.nodeName === "P" ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
    const found: string[] = [];
    while (walker.nextNode()) found.push(walker.currentNode.textContent!);
    expect(found).to.deep.equal(["a", "d"]);
  });
});

describe("computed style", () => {
  function styled(css: string, markup: string, steps: (element: HTMLElement) => void): void {
    const style = document.createElement("style");
    style.textContent = css;
    const holder = document.createElement("div");
    holder.innerHTML = markup;
    document.head.append(style);
    document.body.append(holder);
    try {
      steps(holder);
    } finally {
      style.remove();
      holder.remove();
    }
  }

  it("knows the user agent's rules, inheritance and initial values", () => {
    styled("", "<p style='color: red'><b>x</b></p>", holder => {
      const [p, b] = [getComputedStyle(holder.querySelector("p")!), getComputedStyle(holder.querySelector("b")!)];
      expect([p.display, b.display, b.fontWeight, b.color, b.position, p.whiteSpace])
        .to.deep.equal(["block", "inline", "700", "red", "static", "normal"]);
    });
  });

  it("weighs rules by importance, inline style, specificity and order", () => {
    styled(".a { color: blue } #i { color: green } p { color: red !important; opacity: 0.5 } .a { opacity: 0.7 } .b { opacity: 0.6 }",
      "<p id=i class='a b' style='color: black'></p>", holder => {
        const style = getComputedStyle(holder.querySelector("p")!);
        expect([style.color, style.opacity]).to.deep.equal(["red", "0.6"]);
      });
  });

  it("hears of rules that are added and of screens", () => {
    styled("@media print { p { display: none } } @media screen { p { float: left } }", "<p></p>", holder => {
      const p = holder.querySelector("p")!;
      expect([getComputedStyle(p).display, getComputedStyle(p).float]).to.deep.equal(["block", "left"]);
      document.styleSheets[document.styleSheets.length - 1]!.insertRule("p { display: flex }", 0);
      expect(getComputedStyle(p).display).to.equal("flex");
    });
  });

  it("takes shorthands apart", () => {
    styled("p { margin: 1px 2px }", "<p></p>", holder => {
      const style = getComputedStyle(holder.querySelector("p")!);
      expect([style.marginTop, style.marginLeft]).to.deep.equal(["1px", "2px"]);
    });
  });
});
