// Typing into rich content: which change a command stands for, and the change itself, as WebKit makes it.

import StaticRange = require("jsdom/lib/jsdom/living/generated/StaticRange");
import { wrapperForImpl } from "jsdom/lib/jsdom/living/generated/utils";
import { editingStateOf } from "../editing/editable";
import { deleteBetween, insertLineBreak, insertText, openParagraph, type Caret } from "../editing/changes";
import {
  after, before, blockOf, isAtom, isBreak, isEmptyBlock, isText, leafBeside, leavesOf, type Point,
} from "../editing/structure";
import type { ElementImpl, SelectionImpl } from "../jsdom-types";
import type { WindowRecord } from "../window/window-record";
import type { Command, Editor, Plan } from "./keyboard";
import { characterAfter, characterBefore, wordAfter, wordBefore } from "./text-boundaries";

interface Span {
  readonly start: Point;
  readonly end: Point;
}

export class ContentEditor implements Editor {
  readonly target: ElementImpl;
  readonly #record: WindowRecord;

  constructor(record: WindowRecord, host: ElementImpl) {
    this.#record = record;
    this.target = host;
  }

  plan(command: Command): Plan | null {
    const selection = this.#selection;
    const selected = this.#span();
    if (selected === null) return null;
    const host = this.target;
    const plainOnly = editingStateOf(host) === "plaintext-only";
    const collapsed = selection.isCollapsed;
    const change = (inputType: string, span: Span, data: string | null, perform: (caret: Point) => Caret): Plan => ({
      inputType,
      data,
      ranges: [this.#staticRange(span)],
      perform: () => this.#place(perform(this.#emptied(span))),
    });
    switch (command.kind) {
      case "insert":
        return change("insertText", selected, command.text, caret => insertText(host, caret, command.text));
      case "paragraph":
        if (plainOnly) return change("insertLineBreak", selected, null, caret => insertLineBreak(host, caret));
        return change("insertParagraph", selected, null, caret => openParagraph(host, caret));
      case "line-break":
        return change("insertLineBreak", selected, null, caret => insertLineBreak(host, caret));
      case "delete": {
        const span = collapsed ? this.#spanBeside(selected.start, command) : selected;
        if (span === null) return command.direction === "backward" ? this.#planEmptyHost() : null;
        const unit = command.unit === "word" && collapsed ? "Word" : "Content";
        const inputType = `delete${unit}${command.direction === "backward" ? "Backward" : "Forward"}`;
        return change(inputType, span, null, caret => caret);
      }
      case "move": return { perform: () => this.#move(command) };
      case "select-all":
        return {
          perform: () => selection.setBaseAndExtent(host, 0, host, childCount(host)),
        };
    }
  }

  get #selection(): SelectionImpl {
    return this.#record._selection as SelectionImpl;
  }

  /** The selection's ends inside the host; its start, if there is no selection in it. */
  #span(): Span | null {
    const selection = this.#selection;
    const host = this.target;
    if (selection.rangeCount === 0 || !host.contains(selection.getRangeAt(0)._start.node)) {
      const start = { node: host, offset: 0 };
      return { start, end: start };
    }
    const { _start, _end } = selection.getRangeAt(0);
    return { start: _start, end: host.contains(_end.node) ? _end : { node: host, offset: childCount(host) } };
  }

  /** What Backspace or Delete takes away beside the caret; null if there is nothing. */
  #spanBeside(caret: Point, command: Command & { readonly kind: "delete" }): Span | null {
    const host = this.target;
    const backward = command.direction === "backward";
    const { node, offset } = caret;
    if (isText(node)) {
      const move = backward ? (command.unit === "word" ? wordBefore : characterBefore)
        : command.unit === "word" ? wordAfter : characterAfter;
      const to = move(node.data, offset);
      if (to !== offset) {
        return backward ? { start: { node, offset: to }, end: caret } : { start: caret, end: { node, offset: to } };
      }
    }
    let leaf = leafBeside(host, caret, command.direction);
    const own = blockOf(node, host);
    // The line break that only keeps a block open is no content of its own.
    if (!backward && leaf !== null && isBreak(leaf) && blockOf(leaf, host) === own && isLastLeaf(own, leaf)) {
      leaf = leafBeside(host, { node: leaf, offset: 0 }, "forward");
    }
    while (leaf !== null && isText(leaf) && leaf.length === 0) leaf = leafBeside(host, { node: leaf, offset: 0 }, command.direction);
    if (leaf === null) return null;
    if (blockOf(leaf, host) !== own) {
      const edge = backward ? endOf(leaf) : startOf(leaf);
      return backward ? { start: edge, end: caret } : { start: caret, end: edge };
    }
    if (isText(leaf)) {
      const { data, length } = leaf;
      return backward
        ? { start: { node: leaf, offset: command.unit === "word" ? wordBefore(data, length) : characterBefore(data, length) }, end: { node: leaf, offset: length } }
        : { start: { node: leaf, offset: 0 }, end: { node: leaf, offset: command.unit === "word" ? wordAfter(data, 0) : characterAfter(data, 0) } };
    }
    return { start: before(leaf), end: after(leaf) };
  }

  /** Backspace in the last empty block of a host removes the block, and says so only afterwards. */
  #planEmptyHost(): Plan | null {
    const host = this.target;
    const only = host.firstChild;
    if (only === null || only.nextSibling !== null || !isEmptyBlock(host) || isBreak(only) || isText(only)) return null;
    return {
      inputType: "deleteContentBackward",
      unannounced: true,
      perform: () => {
        host.removeChild(only);
        this.#place({ node: host, offset: 0 });
      },
    };
  }

  #emptied(span: Span): Point {
    if (span.start.node === span.end.node && span.start.offset === span.end.offset) return span.start;
    return deleteBetween(this.target, span.start, span.end);
  }

  #place(caret: Caret): void {
    this.#selection.collapse(caret.node, caret.offset);
  }

  #staticRange({ start, end }: Span): object {
    return wrapperForImpl(StaticRange.createImpl(this.#record, [{
      startContainer: start.node, startOffset: start.offset, endContainer: end.node, endOffset: end.offset,
    }]) as object)!;
  }

  #move(command: Command & { readonly kind: "move" }): void {
    const selection = this.#selection;
    const backward = command.direction === "backward";
    const focus = { node: selection.focusNode!, offset: selection.focusOffset };
    if (focus.node === null) return;
    if (!selection.isCollapsed && !command.extend && command.to === "character") {
      const { _start, _end } = selection.getRangeAt(0);
      this.#place(backward ? _start : _end);
      return;
    }
    const to = command.to === "edge" ? this.#edge(focus, backward) : this.#step(focus, command);
    if (to === null) return;
    if (command.extend) selection.setBaseAndExtent(selection.anchorNode!, selection.anchorOffset, to.node, to.offset);
    else this.#place(to);
  }

  /** One character or word along, into the neighbouring block at a block's edge. */
  #step(focus: Point, command: Command & { readonly kind: "move" }): Point | null {
    const span = this.#spanBeside(focus, {
      kind: "delete", direction: command.direction, unit: command.to === "word" ? "word" : "character",
    });
    if (span === null) return null;
    return command.direction === "backward" ? span.start : span.end;
  }

  #edge(focus: Point, backward: boolean): Point {
    const leaves = leavesOf(blockOf(focus.node, this.target)).filter(leaf => !isBreak(leaf));
    const leaf = backward ? leaves[0] : leaves[leaves.length - 1];
    if (leaf === undefined) return focus;
    return backward ? startOf(leaf) : endOf(leaf);
  }
}

function childCount(node: ElementImpl): number {
  let count = 0;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) count++;
  return count;
}

function isLastLeaf(block: ElementImpl, leaf: object): boolean {
  const leaves = leavesOf(block);
  return leaves[leaves.length - 1] === leaf;
}

function endOf(leaf: Point["node"]): Point {
  if (isText(leaf)) return { node: leaf, offset: leaf.length };
  return isBreak(leaf) ? before(leaf) : isAtom(leaf) ? after(leaf) : { node: leaf, offset: 0 };
}

function startOf(leaf: Point["node"]): Point {
  return isText(leaf) ? { node: leaf, offset: 0 } : before(leaf);
}
