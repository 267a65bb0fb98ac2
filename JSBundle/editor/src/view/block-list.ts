import { Block, BlockDocument, BlockID } from "../model";
import { BlockPlacement, BlockView, TableView } from "./block-view";
import { HeightIndex } from "./height-index";
import { BlockRange, mergeRanges } from "./ranges";

/**
 * The blocks that are in the DOM: those of a few ranges, with a spacer for each stretch between them. Elements are kept from one
 * rendering to the next by the ID of their block, and a block whose value did not change is not touched.
 */
export class BlockList {
  private views = new Map<BlockID, BlockView>();
  private tables = new Map<string, TableView>();
  private readonly owners = new WeakMap<Node, BlockView>();
  private readonly spacers: HTMLElement[] = [];
  private shown: readonly BlockRange[] = [];

  constructor(private readonly root: HTMLElement) {}

  /** What is in the DOM, in order. */
  get ranges(): readonly BlockRange[] {
    return this.shown;
  }

  viewOf(id: BlockID): BlockView | undefined {
    return this.views.get(id);
  }

  /** The view that a DOM node belongs to. */
  viewAt(node: Node | null): BlockView | undefined {
    for (let current = node; current !== null && current !== this.root; current = current.parentNode) {
      const view = this.owners.get(current);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  /** The views of what is shown, in the order of the document. */
  inOrder(): IterableIterator<BlockView> {
    return this.views.values();
  }

  /**
   * Shows the ranges, which are in order and cut no table row (`coveringRanges`), and nothing else. The view of the block `frozen` is
   * left as it is: a composition lives in it.
   */
  render(document: BlockDocument, ranges: readonly BlockRange[], heights: HeightIndex, editable: boolean, frozen?: BlockID): void {
    const rendering = new Rendering(this.root.ownerDocument, this.views, this.tables, this.owners, editable, frozen);
    const children: Node[] = [];
    let spacerCount = 0;
    const space = (from: number, to: number): void => {
      if (from >= to) return;
      const spacer = this.spacer(spacerCount);
      spacerCount += 1;
      const height = `height:${heights.top(to) - heights.top(from)}px`;
      if (spacer.getAttribute("style") !== height) spacer.setAttribute("style", height);
      children.push(spacer);
    };
    let end = 0;
    for (const range of ranges) {
      space(end, range.from);
      rendering.show(document, range, children);
      end = range.to;
    }
    space(end, document.count);
    rendering.finish();
    syncChildren(this.root, children);
    this.views = rendering.views;
    this.tables = rendering.tables;
    this.shown = ranges;
  }

  private spacer(index: number): HTMLElement {
    const existing = this.spacers[index];
    if (existing !== undefined) return existing;
    const spacer = this.root.ownerDocument.createElement("div");
    spacer.setAttribute("data-spacer", "");
    spacer.setAttribute("contenteditable", "false");
    spacer.setAttribute("aria-hidden", "true");
    this.spacers.push(spacer);
    return spacer;
  }
}

/** One pass over the blocks to be shown. */
class Rendering {
  readonly views = new Map<BlockID, BlockView>();
  readonly tables = new Map<string, TableView>();
  private readonly children = new Map<HTMLElement, Node[]>();

  constructor(
    private readonly document: Document,
    private readonly oldViews: ReadonlyMap<BlockID, BlockView>,
    private readonly oldTables: ReadonlyMap<string, TableView>,
    private readonly owners: WeakMap<Node, BlockView>,
    private readonly editable: boolean,
    private readonly frozen: BlockID | undefined,
  ) {}

  show(document: BlockDocument, range: BlockRange, top: Node[]): void {
    const ancestors = ancestorsOf(document, range.from);
    const numbers: (number | undefined)[] = [];
    // A table that another range shows a part of already gets a second element here.
    const tablesHere = new Map<BlockID, TableView>();
    let index = range.from;
    for (const block of document.blocks(range.from, range.to)) {
      while (ancestors.length > 0 && ancestors[ancestors.length - 1].depth >= block.depth) ancestors.pop();
      const parent = ancestors[ancestors.length - 1];
      numbers.length = Math.min(numbers.length, block.depth + 1);
      const number = block.type === "orderedItem" ? orderedNumber(document, index, numbers[block.depth]) : 0;
      numbers[block.depth] = number;
      let quotes = 0;
      for (const ancestor of ancestors) if (ancestor.type === "quote") quotes += 1;
      if (block.type === "table") {
        top.push(this.table(document, block, index, tablesHere).dom);
      } else if (block.type === "tableRow" && parent !== undefined && parent.type === "table") {
        const isNew = !tablesHere.has(parent.id);
        const table = this.table(document, parent, index, tablesHere);
        if (isNew) top.push(table.dom);
        this.append(table.body, this.view(block, { quotes, number, inTable: true, editable: this.editable }).dom);
      } else if (block.type === "tableCell" && isRowInTable(ancestors)) {
        const row = this.views.get(ancestors[ancestors.length - 1].id);
        const cell = this.view(block, { quotes, number, inTable: true, editable: this.editable }).dom;
        if (row === undefined) top.push(cell);
        else this.append(row.dom, cell);
      } else {
        top.push(this.view(block, { quotes, number, inTable: false, editable: this.editable }).dom);
      }
      ancestors.push(block);
      index += 1;
    }
  }

  finish(): void {
    for (const [parent, children] of this.children) syncChildren(parent, children);
  }

  private view(block: Block, placement: BlockPlacement): BlockView {
    let view = this.oldViews.get(block.id);
    if (view !== undefined && block.id === this.frozen) {
      // Not even the caret in it may move; it is shown again when the composition has ended.
    } else if (view !== undefined && view.canShow(block, placement)) {
      view.update(block, placement);
    } else {
      view = new BlockView(this.document, block, placement);
      this.owners.set(view.dom, view);
    }
    this.views.set(block.id, view);
    return view;
  }

  private table(document: BlockDocument, block: Block, index: number, here: Map<BlockID, TableView>): TableView {
    const known = here.get(block.id);
    if (known !== undefined) return known;
    let part = 0;
    while (this.tables.has(`${part} ${block.id}`)) part += 1;
    const key = `${part} ${block.id}`;
    const table = this.oldTables.get(key) ?? new TableView(this.document, block);
    const start = block.type === "table" && document.at(index) === block ? index : document.parentIndex(index);
    table.update(block, start < 0 ? 0 : document.childIndexes(start).length);
    this.children.set(table.body, []);
    this.tables.set(key, table);
    here.set(block.id, table);
    return table;
  }

  private append(parent: HTMLElement, child: Node): void {
    const children = this.children.get(parent);
    if (children === undefined) this.children.set(parent, [child]);
    else children.push(child);
  }
}

/** Makes the children of an element just these, moving none that may stay where it is. */
export function syncChildren(parent: Node, wanted: readonly Node[]): void {
  const keep = new Set(wanted);
  for (let child = parent.firstChild; child !== null; ) {
    const next: ChildNode | null = child.nextSibling;
    if (!keep.has(child)) parent.removeChild(child);
    child = next;
  }
  let place = parent.firstChild;
  for (const node of wanted) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

/** The ranges in order, without overlap, each widened so that it cuts no table row. */
export function coveringRanges(document: BlockDocument, wanted: readonly BlockRange[]): BlockRange[] {
  return mergeRanges(wanted.map((range) => wholeRows(document, range)));
}

function wholeRows(document: BlockDocument, range: BlockRange): BlockRange {
  if (range.from >= range.to) return range;
  const first = rowAround(document, range.from);
  const last = rowAround(document, range.to - 1);
  return {
    from: first < 0 ? range.from : first,
    to: last < 0 ? range.to : Math.max(range.to, document.subtreeEnd(last)),
  };
}

/** The index of the table row that a block is or stands in, or -1. */
function rowAround(document: BlockDocument, index: number): number {
  let current = index;
  while (current >= 0) {
    const block = document.at(current);
    if (block.type === "tableRow") return current;
    if (block.type !== "tableCell") return -1;
    current = document.parentIndex(current);
  }
  return -1;
}

function ancestorsOf(document: BlockDocument, index: number): Block[] {
  const ancestors: Block[] = [];
  for (let at = document.parentIndex(index); at >= 0; at = document.parentIndex(at)) ancestors.unshift(document.at(at));
  return ancestors;
}

function isRowInTable(ancestors: readonly Block[]): boolean {
  const { length } = ancestors;
  return length >= 2 && ancestors[length - 1].type === "tableRow" && ancestors[length - 2].type === "table";
}

/** The number an ordered item shows. `previous` is the number of the sibling before it, 0 when that is no ordered item. */
function orderedNumber(document: BlockDocument, index: number, previous: number | undefined): number {
  if (previous !== undefined && previous > 0) return previous + 1;
  let first = index;
  let before = 0;
  if (previous === undefined) {
    for (;;) {
      const sibling = document.previousSiblingIndex(first);
      if (sibling < 0 || document.at(sibling).type !== "orderedItem") break;
      first = sibling;
      before += 1;
    }
  }
  const { start } = document.at(first).attributes;
  return (typeof start === "number" ? start : 1) + before;
}
