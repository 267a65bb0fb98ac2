import { Block, BlockType } from "../model";
import { attributeText, InlineContent } from "./inline-content";

/** What a block looks like because of where it stands. */
export interface BlockPlacement {
  /** How many quotes it stands in. */
  readonly quotes: number;
  /** The number of an ordered item; 0 for everything else. */
  readonly number: number;
  /** Whether the block stands where its type belongs: a row in a table, a cell in a row. */
  readonly inTable: boolean;
  readonly editable: boolean;
}

/**
 * One block in the DOM. Lives as long as the block is shown and keeps its element when the block changes; only a change of type
 * makes another view.
 */
export class BlockView {
  readonly dom: HTMLElement;
  private readonly content: InlineContent | undefined;
  private readonly checkbox: HTMLInputElement | undefined;
  private readonly body: HTMLElement | undefined;
  private placement: BlockPlacement;

  constructor(
    document: Document,
    private current: Block,
    placement: BlockPlacement,
  ) {
    this.placement = placement;
    const shape = makeShape(document, current.type, placement.inTable);
    this.dom = shape.dom;
    this.checkbox = shape.checkbox;
    this.body = shape.body;
    this.content = shape.content === undefined ? undefined : new InlineContent(shape.content);
    this.dom.setAttribute("data-block", current.id);
    this.dom.setAttribute("data-type", current.type);
    this.showAttributes();
    this.showPlacement(undefined);
    if (current.depth > 0) this.showDepth();
    this.content?.render(current);
  }

  get block(): Block {
    return this.current;
  }

  get holdsText(): boolean {
    return this.content !== undefined;
  }

  /** Whether this view can go on showing the block by changing itself. */
  canShow(block: Block, placement: BlockPlacement): boolean {
    return block.id === this.current.id && block.type === this.current.type && placement.inTable === this.placement.inTable;
  }

  /** Shows a newer value of the block; the same value in the same place costs nothing. */
  update(block: Block, placement: BlockPlacement): void {
    const old = this.current;
    const oldPlacement = this.placement;
    if (old === block && samePlacement(oldPlacement, placement)) return;
    this.current = block;
    this.placement = placement;
    if (old.attributes !== block.attributes) this.showAttributes();
    if (old.depth !== block.depth) this.showDepth();
    this.showPlacement(oldPlacement);
    if (old.text !== block.text || old.marks !== block.marks || old.embeds !== block.embeds) this.content?.render(block);
  }

  /** Makes the text of the DOM again, because something other than this view changed it. */
  restore(): void {
    this.content?.render(this.current, true);
  }

  /** Whether the DOM of the text is as this view made it. */
  get isIntact(): boolean {
    return this.content === undefined || this.content.isIntact;
  }

  /** The text that stands in the DOM. */
  readText(): string {
    return this.content === undefined ? this.current.text : this.content.readText();
  }

  positionOf(offset: number): { readonly node: Node; readonly offset: number } {
    return this.content === undefined ? { node: this.dom, offset: 0 } : this.content.positionOf(offset);
  }

  /** The offset of a DOM position inside this view; positions outside the text count as its start or its end. */
  offsetOf(node: Node, offset: number): number {
    const { content } = this;
    if (content === undefined) return 0;
    if (content.element.contains(node)) return content.offsetOf(node, offset);
    const follows = content.element.compareDocumentPosition(node) & following;
    if (node === this.dom || node.contains(content.element)) {
      const at = Array.prototype.indexOf.call(node.childNodes, childTowards(node, content.element));
      return offset > at ? this.current.length : 0;
    }
    return follows ? this.current.length : 0;
  }

  private showAttributes(): void {
    const { attributes, type } = this.current;
    switch (type) {
      case "heading":
        this.dom.setAttribute("aria-level", String(attributes.level));
        this.dom.setAttribute("data-level", String(attributes.level));
        break;
      case "taskItem": {
        const checked = attributes.checked === true;
        if (this.checkbox !== undefined) this.checkbox.checked = checked;
        this.dom.setAttribute("data-checked", String(checked));
        break;
      }
      case "codeBlock":
        this.dom.setAttribute("data-language", attributeText(attributes, "language"));
        break;
      case "image": {
        const alt = attributeText(attributes, "alt");
        this.body?.setAttribute("data-src", attributeText(attributes, "src"));
        this.body?.setAttribute("aria-label", alt === "" ? "image" : alt);
        if (this.body !== undefined) this.body.textContent = alt;
        break;
      }
      case "embed":
        if (this.body !== undefined) this.body.textContent = attributeText(attributes, "url");
        break;
      case "raw":
        if (this.body !== undefined) this.body.textContent = attributeText(attributes, "source");
        break;
    }
  }

  private showDepth(): void {
    const { depth, type } = this.current;
    // Where a row and a cell stand, their table says.
    if (this.placement.inTable) return;
    if (depth === 0) this.dom.removeAttribute("data-depth");
    else this.dom.setAttribute("data-depth", String(depth));
    if (isListItem(type)) this.dom.setAttribute("aria-level", String(depth + 1));
  }

  private showPlacement(old: BlockPlacement | undefined): void {
    const { quotes, number, editable } = this.placement;
    if ((old?.quotes ?? 0) !== quotes) {
      if (quotes === 0) this.dom.removeAttribute("data-quotes");
      else this.dom.setAttribute("data-quotes", String(quotes));
    }
    if ((old?.number ?? 0) !== number) this.dom.setAttribute("data-number", String(number));
    if (this.checkbox !== undefined && old?.editable !== editable) this.checkbox.disabled = !editable;
  }
}

/** The element of a table; its rows are put in and taken out as they come into view. */
export class TableView {
  readonly dom: HTMLElement;
  readonly body: HTMLElement;

  constructor(
    document: Document,
    private current: Block,
  ) {
    this.dom = document.createElement("table");
    this.body = document.createElement("tbody");
    this.dom.append(this.body);
    this.dom.setAttribute("data-block", current.id);
    this.dom.setAttribute("data-type", "table");
    if (current.depth > 0) this.dom.setAttribute("data-depth", String(current.depth));
  }

  get block(): Block {
    return this.current;
  }

  update(block: Block, rowCount: number): void {
    this.current = block;
    const count = String(rowCount);
    if (this.dom.getAttribute("aria-rowcount") !== count) this.dom.setAttribute("aria-rowcount", count);
  }
}

function samePlacement(left: BlockPlacement, right: BlockPlacement): boolean {
  return (
    left.quotes === right.quotes &&
    left.number === right.number &&
    left.inTable === right.inTable &&
    left.editable === right.editable
  );
}

interface Shape {
  readonly dom: HTMLElement;
  readonly content?: HTMLElement;
  readonly checkbox?: HTMLInputElement;
  readonly body?: HTMLElement;
}

const following = 4;

/** How each type of block stands in the DOM: its element, and where in it the text goes. */
function makeShape(document: Document, type: BlockType, inTable: boolean): Shape {
  const make = (tag: string): HTMLElement => document.createElement(tag);
  switch (type) {
    case "paragraph":
      return plain(make("p"));
    case "heading": {
      // One tag for all levels: a change of level keeps the element, and the caret in it.
      const dom = make("div");
      dom.setAttribute("role", "heading");
      return plain(dom);
    }
    case "quote":
      return plain(make("blockquote"));
    case "bulletItem":
    case "orderedItem": {
      const dom = make("div");
      dom.setAttribute("role", "listitem");
      dom.setAttribute("aria-level", "1");
      return plain(dom);
    }
    case "taskItem": {
      const dom = make("div");
      dom.setAttribute("role", "listitem");
      dom.setAttribute("aria-level", "1");
      const checkbox = document.createElement("input");
      checkbox.setAttribute("type", "checkbox");
      checkbox.setAttribute("contenteditable", "false");
      checkbox.setAttribute("tabindex", "-1");
      checkbox.setAttribute("aria-label", "done");
      const content = make("div");
      content.setAttribute("data-content", "");
      dom.append(checkbox, content);
      return { dom, content, checkbox };
    }
    case "codeBlock": {
      const dom = make("pre");
      const content = make("code");
      dom.setAttribute("spellcheck", "false");
      dom.append(content);
      return { dom, content };
    }
    case "tableRow":
      return { dom: make(inTable ? "tr" : "div") };
    case "tableCell":
      return plain(make(inTable ? "td" : "p"));
    case "table":
      return { dom: make("div") };
    case "divider": {
      const dom = make("div");
      dom.setAttribute("contenteditable", "false");
      dom.setAttribute("role", "separator");
      dom.append(make("hr"));
      return { dom };
    }
    case "image":
    case "embed":
    case "raw": {
      const dom = make("div");
      const body = make(type === "raw" ? "pre" : type === "image" ? "figure" : "div");
      body.setAttribute("contenteditable", "false");
      if (type === "image") body.setAttribute("role", "img");
      dom.append(body);
      return { dom, body };
    }
  }
}

function plain(dom: HTMLElement): Shape {
  return { dom, content: dom };
}

function isListItem(type: BlockType): boolean {
  return type === "bulletItem" || type === "orderedItem" || type === "taskItem";
}

function childTowards(ancestor: Node, node: Node): Node | null {
  let current: Node | null = node;
  while (current !== null && current.parentNode !== ancestor) current = current.parentNode;
  return current;
}
