import { Attributes, Block, embedCharacter, Mark, PlacedEmbed, sameMark } from "../model";

/** A stretch of a block's text that looks the same throughout: text under the same marks, or one embed. */
export type InlineRun =
  | { readonly type: "text"; readonly start: number; readonly text: string; readonly marks: readonly Mark[] }
  | { readonly type: "embed"; readonly start: number; readonly embed: PlacedEmbed };

/** Cuts the text of a block into runs, in order. Empty text has no run. */
export function inlineRuns(block: Block): InlineRun[] {
  const { text, marks, embeds } = block;
  if (text === "") return [];
  if (marks.length === 0 && embeds.length === 0) return [{ type: "text", start: 0, text, marks: [] }];
  const cuts = new Set<number>([0, text.length]);
  for (const mark of marks) cuts.add(mark.start).add(mark.end);
  const embedAt = new Map<number, PlacedEmbed>();
  for (const embed of embeds) {
    embedAt.set(embed.offset, embed);
    cuts.add(embed.offset).add(embed.offset + 1);
  }
  const places = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((left, right) => left - right);
  const runs: InlineRun[] = [];
  for (let index = 0; index + 1 < places.length; index += 1) {
    const start = places[index];
    const embed = embedAt.get(start);
    if (embed !== undefined) {
      runs.push({ type: "embed", start, embed });
    } else {
      const covering = marks.filter((mark) => mark.start <= start && mark.end > start);
      runs.push({ type: "text", start, text: text.slice(start, places[index + 1]), marks: covering });
    }
  }
  return runs;
}

/** A place where text of the block stands in the DOM. */
interface Leaf {
  readonly node: Node;
  /** Offset of the first unit in the block's text. */
  readonly start: number;
  readonly length: number;
}

/**
 * The inline content of one block inside its element. Keeps text nodes as long as the shape of the content allows, because a native
 * caret or a composition lives in one.
 */
export class InlineContent {
  private runs: readonly InlineRun[] = [];
  private leaves: Leaf[] = [];
  private rendered = false;

  constructor(readonly element: HTMLElement) {}

  /** Shows the block's text. With `force` the DOM is made again even where nothing seems to have changed. */
  render(block: Block, force = false): void {
    const runs = inlineRuns(block);
    if (!force && this.rendered && sameShape(this.runs, runs)) this.patch(runs, block.text);
    else this.rebuild(runs, block.text);
    this.runs = runs;
    this.rendered = true;
  }

  /** The DOM position of an offset into the text: inside a text node where there is one. */
  positionOf(offset: number): { readonly node: Node; readonly offset: number } {
    let last: Leaf | undefined;
    for (const leaf of this.leaves) {
      const isText = leaf.node.nodeType === textNode;
      if (offset < leaf.start + leaf.length || (isText && offset === leaf.start + leaf.length)) {
        if (isText) return { node: leaf.node, offset: Math.max(0, offset - leaf.start) };
        // Before an embed: prefer the end of the text that stands there.
        if (last !== undefined && last.node.nodeType === textNode && last.start + last.length === offset) {
          return { node: last.node, offset: last.length };
        }
        return besides(leaf.node, 0);
      }
      last = leaf;
    }
    if (last === undefined) return { node: this.element, offset: 0 };
    return last.node.nodeType === textNode ? { node: last.node, offset: last.length } : besides(last.node, 1);
  }

  /** The offset into the text of a DOM position inside the element, as the DOM stands now. */
  offsetOf(node: Node, offset: number): number {
    let units = 0;
    let found: number | undefined;
    const visit = (current: Node): void => {
      if (found !== undefined) return;
      if (current === node && current.nodeType === textNode) {
        found = units + Math.min(offset, (current as Text).data.length);
        return;
      }
      const own = unitsOfLeaf(current);
      if (own !== undefined) {
        // A position inside an embed is the place after it when it is at its end, else before it.
        if (current === node || current.contains(node)) found = units + (current === node && offset > 0 ? own : 0);
        units += own;
        return;
      }
      const { childNodes } = current;
      for (let index = 0; index < childNodes.length; index += 1) {
        if (current === node && index === offset) {
          found = units;
          return;
        }
        visit(childNodes[index]);
        if (found !== undefined) return;
      }
      if (current === node) found = units;
    };
    visit(this.element);
    return found ?? units;
  }

  /** The text that the DOM holds now, with one unit per embed: what a composition left there. */
  readText(): string {
    const visit = (node: Node): string => {
      if (node.nodeType === textNode) return (node as Text).data;
      if (isEmbed(node)) return embedCharacter;
      if (isLineBreak(node)) return "\n";
      let text = "";
      for (const child of Array.from(node.childNodes)) text += visit(child);
      return text;
    };
    const text = visit(this.element);
    // Where the content ends in a line break, the browser's own filler stands behind it.
    return text === "\n" ? "" : text;
  }

  /** Whether the DOM holds the nodes that were rendered, with the text they were given. */
  get isIntact(): boolean {
    const { leaves, runs } = this;
    let index = 0;
    const visit = (node: Node): boolean => {
      if (node.nodeType === textNode || isEmbed(node)) {
        const run = runs[index];
        if (run === undefined || leaves[index].node !== node) return false;
        index += 1;
        return run.type === "embed" || (node as Text).data === run.text;
      }
      if (isLineBreak(node)) return false;
      for (let child = node.firstChild; child !== null; child = child.nextSibling) if (!visit(child)) return false;
      return true;
    };
    return visit(this.element) && index === leaves.length;
  }

  private patch(runs: readonly InlineRun[], text: string): void {
    const { leaves } = this;
    let index = 0;
    for (const run of runs) {
      const leaf = leaves[index];
      if (run.type === "text") {
        const node = leaf.node as Text;
        if (node.data !== run.text) node.data = run.text;
        leaves[index] = { node, start: run.start, length: run.text.length };
      } else {
        leaves[index] = { node: leaf.node, start: run.start, length: 1 };
      }
      index += 1;
    }
    this.fill(text);
  }

  private rebuild(runs: readonly InlineRun[], text: string): void {
    const { element } = this;
    const { ownerDocument } = element;
    element.textContent = "";
    this.leaves = [];
    // Marks that go on from one run to the next keep their element: a link with a bold word in it is one link.
    let open: { readonly mark: Mark; readonly element: HTMLElement }[] = [];
    for (const run of runs) {
      const marks = run.type === "text" ? run.marks : [];
      let shared = 0;
      while (shared < open.length && shared < marks.length && open[shared].mark === marks[shared]) shared += 1;
      open = open.slice(0, shared);
      for (const mark of marks.slice(shared)) {
        const wrapper = markElement(ownerDocument, mark);
        (open[open.length - 1]?.element ?? element).append(wrapper);
        open.push({ mark, element: wrapper });
      }
      const parent = open[open.length - 1]?.element ?? element;
      const node =
        run.type === "text" ? ownerDocument.createTextNode(run.text) : embedElement(ownerDocument, run.embed);
      parent.append(node);
      this.leaves.push({ node, start: run.start, length: run.type === "text" ? run.text.length : 1 });
    }
    this.fill(text);
  }

  /** An empty block, and one whose text ends in a line break, need something to give the last line its height. */
  private fill(text: string): void {
    const { element } = this;
    const last = element.lastChild;
    const hasFiller = last !== null && isFiller(last);
    const needsFiller = text === "" || text.endsWith("\n");
    if (needsFiller === hasFiller) return;
    if (!needsFiller) {
      last?.remove();
      return;
    }
    const filler = element.ownerDocument.createElement("br");
    filler.setAttribute("data-filler", "");
    element.append(filler);
  }
}

const textNode = 3;

function sameShape(left: readonly InlineRun[], right: readonly InlineRun[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((run, index) => {
    const other = right[index];
    if (run.type === "embed") return other.type === "embed" && sameEmbed(run.embed, other.embed);
    if (other.type === "embed" || run.marks.length !== other.marks.length) return false;
    return run.marks.every((mark, place) => sameMark(mark, other.marks[place]));
  });
}

function sameEmbed(left: PlacedEmbed, right: PlacedEmbed): boolean {
  return left.type === right.type && left.attributes === right.attributes;
}

const markTags = { bold: "strong", italic: "em", strike: "s", code: "code", link: "a" } as const;

function markElement(document: Document, mark: Mark): HTMLElement {
  const element = document.createElement(markTags[mark.type]);
  if (mark.type === "link") {
    // The address is data, not navigation: following a link is a request to the host, never a default action of the page.
    element.setAttribute("data-href", attributeText(mark.attributes, "href"));
    const title = attributeText(mark.attributes, "title");
    if (title !== "") element.setAttribute("title", title);
    element.setAttribute("role", "link");
  }
  return element;
}

function embedElement(document: Document, embed: PlacedEmbed): HTMLElement {
  const element = document.createElement("span");
  element.setAttribute("data-embed", embed.type);
  element.setAttribute("contenteditable", "false");
  switch (embed.type) {
    case "mention":
      element.textContent = `@${attributeText(embed.attributes, "label")}`;
      break;
    case "image": {
      const alt = attributeText(embed.attributes, "alt");
      element.setAttribute("role", "img");
      element.setAttribute("data-src", attributeText(embed.attributes, "src"));
      if (alt !== "") element.setAttribute("aria-label", alt);
      element.textContent = alt === "" ? "\u{1F5BC}" : alt;
      break;
    }
    default:
      element.textContent = attributeText(embed.attributes, "source");
  }
  return element;
}

/** An attribute as text; empty when it is not there. */
export function attributeText(attributes: Attributes, name: string): string {
  const value = attributes[name];
  return typeof value === "string" ? value : "";
}

function unitsOfLeaf(node: Node): number | undefined {
  if (node.nodeType === textNode) return (node as Text).data.length;
  if (isEmbed(node)) return 1;
  if (node.nodeName === "BR") return isLineBreak(node) ? 1 : 0;
  return undefined;
}

function isEmbed(node: Node): boolean {
  return node.nodeType === 1 && (node as Element).hasAttribute("data-embed");
}

function isFiller(node: Node): boolean {
  return node.nodeType === 1 && (node as Element).hasAttribute("data-filler");
}

/** A line break that the browser put in; the editor's own breaks are characters. */
function isLineBreak(node: Node): boolean {
  return node.nodeName === "BR" && !isFiller(node);
}

function besides(node: Node, after: 0 | 1): { readonly node: Node; readonly offset: number } {
  const parent = node.parentNode;
  if (parent === null) return { node, offset: 0 };
  return { node: parent, offset: Array.prototype.indexOf.call(parent.childNodes, node) + after };
}
