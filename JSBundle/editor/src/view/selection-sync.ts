import { BlockDocument, clampOffset, Position } from "../model";
import { Selection as ModelSelection } from "../state";
import { BlockList } from "./block-list";
import { BlockView } from "./block-view";

/** Translates between the selection of the page and that of the editor. Writes nothing but the page's selection. */
export class SelectionSync {
  constructor(
    private readonly root: HTMLElement,
    private readonly list: BlockList,
    private readonly pageSelection: () => Selection | null,
  ) {}

  /** What the page has selected, as places in the document; undefined when that is not in the editor. */
  read(document: BlockDocument): ModelSelection | undefined {
    const selection = this.pageSelection();
    if (selection === null || selection.anchorNode === null || selection.focusNode === null) return undefined;
    const anchor = this.positionAt(document, selection.anchorNode, selection.anchorOffset);
    const head = this.positionAt(document, selection.focusNode, selection.focusOffset);
    return anchor === undefined || head === undefined ? undefined : { anchor, head };
  }

  /** A DOM position as a place in the document. */
  positionAt(document: BlockDocument, node: Node, offset: number): Position | undefined {
    if (!this.root.contains(node)) return undefined;
    const view = this.list.viewAt(node);
    if (view !== undefined && view.holdsText) return place(document, view, view.offsetOf(node, offset));
    return this.nearestText(document, node, offset) ?? (view === undefined ? undefined : place(document, view, 0));
  }

  /** Selects in the page what is selected in the document, where its blocks are shown. */
  write(selection: ModelSelection): void {
    const anchorView = this.list.viewOf(selection.anchor.blockID);
    const headView = this.list.viewOf(selection.head.blockID);
    const page = this.pageSelection();
    if (anchorView === undefined || headView === undefined || page === null) return;
    const anchor = anchorView.positionOf(selection.anchor.offset);
    const head = headView.positionOf(selection.head.offset);
    const isThere =
      page.anchorNode === anchor.node &&
      page.anchorOffset === anchor.offset &&
      page.focusNode === head.node &&
      page.focusOffset === head.offset;
    if (!isThere) page.setBaseAndExtent(anchor.node, anchor.offset, head.node, head.offset);
  }

  /** For a position beside blocks, as selecting everything makes it: the start of the text after it, else the end of that before. */
  private nearestText(document: BlockDocument, node: Node, offset: number): Position | undefined {
    let before: BlockView | undefined;
    for (const view of this.list.inOrder()) {
      if (!view.holdsText) continue;
      if (isBefore(view.dom, node, offset)) before = view;
      else return place(document, view, 0);
    }
    return before === undefined ? undefined : place(document, before, before.block.length);
  }
}

function place(document: BlockDocument, view: BlockView, offset: number): Position | undefined {
  const block = document.get(view.block.id);
  return block === undefined ? undefined : { blockID: block.id, offset: clampOffset(block.text, offset) };
}

/** Whether an element ends before a DOM position. */
function isBefore(element: Node, node: Node, offset: number): boolean {
  if (node.contains(element)) {
    let child: Node = element;
    while (child.parentNode !== null && child.parentNode !== node) child = child.parentNode;
    return Array.prototype.indexOf.call(node.childNodes, child) < offset;
  }
  return (element.compareDocumentPosition(node) & 4) !== 0;
}
