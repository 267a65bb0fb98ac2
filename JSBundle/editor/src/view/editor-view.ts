import { BlockDocument, IdentifierGenerator, positionsEqual } from "../model";
import {
  caret, Command, deleteSelection, EditorState, insertText, isCollapsed, Selection as ModelSelection, Transaction,
} from "../state";
import { DocumentOperation } from "../transform";
import { BlockList, coveringRanges } from "./block-list";
import { estimateHeight, TextMetrics, typicalHeight } from "./estimate";
import { HeightIndex } from "./height-index";
import { InputController, InputTarget, selecting } from "./input";
import { BlockRange, visibleRange } from "./ranges";
import { rowChange } from "./row-change";
import { SelectionSync } from "./selection-sync";
import { textChange } from "./text-change";

/** What the view needs from the page; `main.ts` gives it the real things, tests their own. */
export interface ViewPorts {
  /** The height of the window: what is visible where the scroller has no layout. */
  viewportHeight(): number;
  pageSelection(): Selection | null;
  /** Runs the callback before the next frame, when there is one. */
  requestFrame(callback: () => void): void;
  /** Runs the callback in a task of its own. */
  later(callback: () => void): void;
}

export interface EditorViewOptions {
  /** The element that scrolls; the view puts its own into it. */
  readonly scroller: HTMLElement;
  readonly state: EditorState;
  readonly editable: boolean;
  readonly ports: ViewPorts;
  readonly makeIdentifier: IdentifierGenerator;
  /** The state changed, in any way. Called after the DOM shows it. */
  readonly changed?: (state: EditorState, operations: readonly DocumentOperation[]) => void;
  /** An input was stopped that the editor has no use for; the name is its input type. */
  readonly ignored?: (inputType: string) => void;
}

/** How much is rendered above and below what is visible, in viewports. */
const margin = 0.5;

/** What text is taken to look like before any of it was measured. */
const assumedMetrics: TextMetrics = { width: 720, characterWidth: 8, lineHeight: 24 };

/** Rounds of estimating until what is visible is known; each round only looks at blocks the last did not know. */
const estimateRounds = 32;

/**
 * Shows an `EditorState` in the DOM and turns what a person does there into transactions. Only the blocks in and around the viewport
 * are in the DOM, and those the selection ends in; the rest is two numbers per stretch.
 */
export class EditorView implements InputTarget {
  /** The editable element. */
  readonly dom: HTMLElement;
  private current: EditorState;
  private editable: boolean;
  private heights: HeightIndex;
  /** What is known of how high a block is; by value, so a changed block is estimated again. */
  private known = new WeakMap<object, number>();
  private readonly list: BlockList;
  private readonly sync: SelectionSync;
  private readonly input: InputController;
  private readonly removeListeners: () => void;
  private measuring = false;
  private removed = false;

  constructor(private readonly options: EditorViewOptions) {
    const { scroller, state, editable } = options;
    this.current = state;
    this.editable = editable;
    this.heights = new HeightIndex(state.document.count, typicalHeight);
    this.dom = scroller.ownerDocument.createElement("div");
    this.dom.setAttribute("class", "bridgehead-editor");
    this.dom.setAttribute("role", "textbox");
    this.dom.setAttribute("aria-multiline", "true");
    this.dom.setAttribute("aria-label", "Document");
    this.showEditable();
    this.list = new BlockList(this.dom);
    this.sync = new SelectionSync(this.dom, this.list, options.ports.pageSelection);
    this.render();
    scroller.append(this.dom);
    this.input = new InputController(this.dom, this);
    this.removeListeners = this.listen();
    this.measureLater();
  }

  get state(): EditorState {
    return this.current;
  }

  get isEditable(): boolean {
    return this.editable;
  }

  /** The block ranges that are in the DOM. */
  get ranges(): readonly BlockRange[] {
    return this.list.ranges;
  }

  get hasFocus(): boolean {
    return this.dom.ownerDocument.activeElement === this.dom;
  }

  /** Shows another document, from its top. */
  setState(state: EditorState): void {
    this.input.interrupt();
    this.current = state;
    this.heights = new HeightIndex(state.document.count, typicalHeight);
    this.known = new WeakMap();
    this.options.scroller.scrollTop = 0;
    this.render();
    if (this.hasFocus) this.sync.write(state.selection);
    this.measureLater();
  }

  /** The one way to change what is shown. The transaction starts from the state the view shows. */
  dispatch(transaction: Transaction): void {
    this.show(this.current.apply(transaction), transaction.operations);
  }

  run(...commands: readonly Command[]): void {
    let state = this.current;
    const operations: DocumentOperation[] = [];
    for (const command of commands) {
      const transaction = command(state, { makeIdentifier: this.options.makeIdentifier });
      if (transaction === null) continue;
      operations.push(...transaction.operations);
      state = state.apply(transaction);
    }
    if (state === this.current) return;
    this.show(state, operations);
    this.revealCaret();
  }

  /** Puts the caret at the start or the end of the document and the focus into the editor. */
  focus(at: "start" | "end"): void {
    const { document } = this.current;
    this.run(selecting(caret(at === "start" ? document.start : document.end)));
    this.dom.focus({ preventScroll: true });
    this.revealCaret();
    this.sync.write(this.current.selection);
  }

  setEditable(editable: boolean): void {
    if (editable === this.editable) return;
    this.input.interrupt();
    this.editable = editable;
    this.showEditable();
    this.render();
  }

  /** Takes everything out of the page again. */
  remove(): void {
    if (this.removed) return;
    this.removed = true;
    this.removeListeners();
    this.input.remove();
    this.dom.remove();
  }

  /** Takes over text that a composition has finished, so that `state` is what the person sees. */
  settle(): void {
    this.input.settle();
  }

  // What the input controller asks

  get caretBlock(): ReturnType<BlockDocument["at"]> {
    const { document, selection } = this.current;
    return document.at(document.indexOf(selection.head.blockID));
  }

  get isCaret(): boolean {
    return isCollapsed(this.current.selection);
  }

  adoptPageSelection(): void {
    const selection = this.sync.read(this.current.document);
    if (selection !== undefined) this.adopt(selection);
  }

  select(range: AbstractRange): boolean {
    const { document } = this.current;
    const anchor = this.sync.positionAt(document, range.startContainer, range.startOffset);
    const head = this.sync.positionAt(document, range.endContainer, range.endOffset);
    if (anchor === undefined || head === undefined) return false;
    this.adopt({ anchor, head });
    return true;
  }

  selectAll(): void {
    const { document } = this.current;
    this.run(selecting({ anchor: document.start, head: document.end }));
  }

  readBack(blockID: string): void {
    const view = this.list.viewOf(blockID);
    const block = this.current.document.get(blockID);
    if (view === undefined || block === undefined) return;
    const selection = this.sync.read(this.current.document);
    const page = this.options.ports.pageSelection();
    const isHere = selection !== undefined && selection.head.blockID === blockID && page !== null && page.focusNode !== null;
    const text = view.readText();
    // Read from the DOM, not from the block: the text there is longer than the block knows.
    const caretOffset = isHere && page.focusNode !== null ? view.offsetOf(page.focusNode, page.focusOffset) : text.length;
    const change = textChange(block.text, text, caretOffset);
    if (change !== undefined) {
      const replaced = { anchor: { blockID, offset: change.start }, head: { blockID, offset: change.end } };
      this.run(selecting(replaced), change.text === "" ? deleteSelection : insertText(change.text));
      const after = this.current.document.get(blockID);
      if (isHere && after !== undefined && caretOffset <= after.length) {
        this.adopt(caret({ blockID, offset: caretOffset }));
      }
    }
    this.render();
    if (!view.isIntact) view.restore();
    if (this.hasFocus) this.sync.write(this.current.selection);
  }

  reconcile(): void {
    const damaged = [...this.list.inOrder()].filter((view) => !view.isIntact);
    for (const view of damaged) {
      if (this.editable) this.readBack(view.block.id);
      else view.restore();
    }
    this.render();
    if (this.hasFocus) this.sync.write(this.current.selection);
  }

  setChecked(checkbox: EventTarget, checked: boolean): void {
    const view = this.list.viewAt(checkbox as Node);
    if (view === undefined || !this.editable) return;
    const targetID = view.block.id;
    const made = this.current.transaction({
      operations: [{ type: "setAttributes", targetID, patch: { attributes: { checked } } }],
      annotations: { userEvent: "input.check" },
    });
    if (!("ok" in made)) this.dispatch(made);
  }

  later(callback: () => void): void {
    this.options.ports.later(() => {
      if (!this.removed) callback();
    });
  }

  ignored(inputType: string): void {
    this.options.ignored?.(inputType);
  }

  // Showing

  private show(state: EditorState, operations: readonly DocumentOperation[]): void {
    const old = this.current;
    this.current = state;
    const change = rowChange(old.document, state.document, operations);
    if (change !== undefined) {
      const { from, oldCount, newCount } = change;
      if (oldCount !== newCount) {
        this.heights.remove(from, oldCount);
        this.heights.insert(from, newCount, typicalHeight);
        let index = from;
        for (const block of state.document.blocks(from, from + newCount)) {
          const height = this.known.get(block);
          if (height !== undefined) this.heights.set(index, height);
          index += 1;
        }
      }
      this.render();
      this.measureLater();
    } else if (!this.isShown(state.selection)) {
      this.render();
    }
    if (this.hasFocus && !this.input.isComposing) this.sync.write(state.selection);
    this.options.changed?.(state, operations);
  }

  private adopt(selection: ModelSelection): void {
    const { anchor, head } = this.current.selection;
    if (positionsEqual(anchor, selection.anchor) && positionsEqual(head, selection.head)) return;
    const made = this.current.transaction({ selection, annotations: { userEvent: "select" } });
    if (!("ok" in made)) this.dispatch(made);
  }

  private isShown({ anchor, head }: ModelSelection): boolean {
    return this.list.viewOf(anchor.blockID) !== undefined && this.list.viewOf(head.blockID) !== undefined;
  }

  /** Brings the DOM to what the state and the place of the viewport ask for. */
  private render(): void {
    const { scroller } = this.options;
    const { document } = this.current;
    const height = this.viewportHeight();
    const pinned = this.pinnedRanges();
    let ranges: BlockRange[] = [];
    for (let round = 0; round < estimateRounds; round += 1) {
      const anchor = Math.max(0, this.heights.indexAt(scroller.scrollTop));
      const anchorTop = this.heights.top(anchor);
      const visible = visibleRange(this.heights, scroller.scrollTop, height, height * margin);
      ranges = coveringRanges(document, [visible, ...pinned]);
      let learned = false;
      for (const range of ranges) if (this.estimate(document, range)) learned = true;
      if (!learned) break;
      // What is above the viewport turned out higher or lower than reckoned: what is in it stays where it is.
      const moved = this.heights.top(anchor) - anchorTop;
      if (moved !== 0 && scroller.scrollTop > 0) scroller.scrollTop += moved;
    }
    this.list.render(document, ranges, this.heights, this.editable, this.input?.protectedBlock);
  }

  /** Estimates blocks whose height is not known; true when a height changed. */
  private estimate(document: BlockDocument, range: BlockRange): boolean {
    let learned = false;
    let index = range.from;
    const metrics = this.metrics();
    for (const block of document.blocks(range.from, range.to)) {
      if (!this.known.has(block)) {
        const height = estimateHeight(block, metrics);
        this.known.set(block, height);
        if (this.heights.height(index) !== height) {
          this.heights.set(index, height);
          learned = true;
        }
      }
      index += 1;
    }
    return learned;
  }

  /** Blocks that stay in the DOM wherever the viewport is: those the page's selection ends in, and one that is being composed in. */
  private pinnedRanges(): BlockRange[] {
    const { document, selection } = this.current;
    const composing = this.input?.protectedBlock;
    if (!this.hasFocus && composing === undefined) return [];
    return [selection.anchor.blockID, selection.head.blockID, composing].flatMap((id) => {
      const index = id === undefined ? -1 : document.indexOf(id);
      return index < 0 ? [] : [{ from: index, to: index + 1 }];
    });
  }

  private viewportHeight(): number {
    return this.options.scroller.clientHeight || this.options.ports.viewportHeight() || assumedMetrics.width;
  }

  private metrics(): TextMetrics {
    const width = this.dom.clientWidth;
    return width > 0 ? { ...assumedMetrics, width } : assumedMetrics;
  }

  private showEditable(): void {
    this.dom.setAttribute("contenteditable", String(this.editable));
    this.dom.setAttribute("aria-readonly", String(!this.editable));
    if (!this.editable) this.dom.setAttribute("tabindex", "0");
    else this.dom.removeAttribute("tabindex");
  }

  private listen(): () => void {
    const { scroller, ports } = this.options;
    const { ownerDocument } = this.dom;
    const selectionChanged = (): void => {
      if (this.input.protectedBlock === undefined) this.adoptPageSelection();
    };
    let scrolling = false;
    const scrolled = (): void => {
      if (scrolling) return;
      scrolling = true;
      // One rendering per frame is all a person can see; without frames it happens in the next task.
      let done = false;
      const once = (): void => {
        if (done || this.removed) return;
        done = true;
        scrolling = false;
        this.scrolled();
      };
      ports.requestFrame(once);
      ports.later(once);
    };
    const focused = (): void => this.sync.write(this.current.selection);
    ownerDocument.addEventListener("selectionchange", selectionChanged);
    scroller.addEventListener("scroll", scrolled);
    this.dom.addEventListener("focus", focused);
    return () => {
      ownerDocument.removeEventListener("selectionchange", selectionChanged);
      scroller.removeEventListener("scroll", scrolled);
      this.dom.removeEventListener("focus", focused);
    };
  }

  private scrolled(): void {
    this.render();
    if (this.hasFocus && !this.input.isComposing) this.sync.write(this.current.selection);
    this.measureLater();
  }

  private revealCaret(): void {
    const { scroller } = this.options;
    const { document, selection } = this.current;
    const index = document.indexOf(selection.head.blockID);
    if (index < 0) return;
    const top = this.heights.top(index);
    const bottom = top + this.heights.height(index);
    const height = this.viewportHeight();
    let target = scroller.scrollTop;
    if (bottom <= scroller.scrollTop) target = top;
    else if (top >= scroller.scrollTop + height) target = Math.max(0, bottom - height);
    if (target === scroller.scrollTop) return;
    scroller.scrollTop = target;
    this.render();
  }

  /** Real heights replace estimates before the next frame. Where nothing is laid out nothing is learned. */
  private measureLater(): void {
    if (this.measuring) return;
    this.measuring = true;
    this.options.ports.requestFrame(() => {
      this.measuring = false;
      if (!this.removed) this.measure();
    });
  }

  private measure(): void {
    if (this.dom.getBoundingClientRect().height === 0) return;
    const { scroller } = this.options;
    const { document } = this.current;
    const anchor = Math.max(0, this.heights.indexAt(scroller.scrollTop));
    const anchorTop = this.heights.top(anchor);
    let learned = false;
    for (const range of this.list.ranges) {
      let index = range.from;
      let previousTop: { readonly index: number; readonly top: number } | undefined;
      for (const block of document.blocks(range.from, range.to)) {
        const view = block.type === "table" || block.type === "tableCell" ? undefined : this.list.viewOf(block.id);
        if (view !== undefined) {
          const rect = view.dom.getBoundingClientRect();
          // From top to top, so that the margins between blocks count; the last block counts its own height.
          if (previousTop !== undefined && this.learn(document, previousTop.index, rect.top - previousTop.top)) learned = true;
          previousTop = { index, top: rect.top };
          if (index === range.to - 1 && this.learn(document, index, rect.height)) learned = true;
        }
        index += 1;
      }
    }
    if (!learned) return;
    const moved = this.heights.top(anchor) - anchorTop;
    if (moved !== 0 && scroller.scrollTop > 0) scroller.scrollTop += moved;
    this.render();
  }

  private learn(document: BlockDocument, index: number, height: number): boolean {
    if (!(height > 0) || Math.abs(this.heights.height(index) - height) < 0.5) return false;
    this.heights.set(index, height);
    this.known.set(document.at(index), height);
    return true;
  }
}
