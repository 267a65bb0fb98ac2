// Changes to edited content. Each takes the caret and returns where it stands afterwards.

import type { CharacterDataImpl, ElementImpl, NodeImpl } from "../jsdom-types";
import {
  after, before, blockOf, childAt, isBlock, isBreak, isElement, isEmptyBlock, isText, leavesOf, lengthOf, type Point,
} from "./structure";
import { balanceSpaces } from "./white-space";

export type Caret = Point;

/** Inserts text at the caret, joining the text node beside it. */
export function insertText(host: ElementImpl, caret: Point, text: string): Caret {
  const { node, offset } = caret;
  const document = host._ownerDocument;
  let target: CharacterDataImpl;
  let at: number;
  if (isText(node)) {
    [target, at] = [node, offset];
    target.insertData(at, text);
  } else {
    const previous = offset > 0 ? childAt(node, offset - 1) : null;
    const next = childAt(node, offset);
    if (isText(previous)) {
      [target, at] = [previous, previous.length];
      target.insertData(at, text);
    } else if (isText(next)) {
      [target, at] = [next, 0];
      target.insertData(0, text);
    } else {
      [target, at] = [document.createTextNode(text), 0];
      node.insertBefore(target, next);
      // The break that kept the line open has done its work.
      if (isBreak(next) && isLastInBlock(host, next!)) next!.parentNode!.removeChild(next!);
    }
  }
  // The space before the text may have been the last of its line until now.
  balanceSpaces(host, target, at);
  return { node: target, offset: balanceSpaces(host, target, at + text.length) };
}

/** Breaks the line at the caret. A line that would be empty gets a second break, which is what makes it visible. */
export function insertLineBreak(host: ElementImpl, caret: Point): Caret {
  const document = host._ownerDocument;
  const place = asChildPosition(caret);
  const lineBreak = document.createElement("br");
  place.node.insertBefore(lineBreak, childAt(place.node, place.offset));
  if (isLastInBlock(host, lineBreak)) place.node.insertBefore(document.createElement("br"), lineBreak.nextSibling);
  const next = lineBreak.nextSibling;
  return isText(next) && next.length > 0 ? { node: next, offset: 0 } : after(lineBreak);
}

/** Splits the block at the caret; outside any block, what follows goes into a new one. */
export function openParagraph(host: ElementImpl, caret: Point): Caret {
  const document = host._ownerDocument;
  const block = blockOf(caret.node, host);
  const place = splitUpTo(block, caret);
  let second: ElementImpl;
  if (block === host) {
    second = document.createElement("div");
    let next = childAt(host, place.offset);
    host.insertBefore(second, next);
    while (next !== null && !isBlock(next)) {
      const following: NodeImpl | null = next.nextSibling;
      second.appendChild(next);
      next = following;
    }
    if (second.previousSibling === null) host.insertBefore(document.createElement("br"), second);
  } else {
    const endsHeading = /^h[1-6]$/.test(block._localName) && childAt(block, place.offset) === null;
    second = endsHeading ? document.createElement("div") : block.cloneNode(false);
    second.removeAttributeNS(null, "id");
    for (let next = childAt(block, place.offset); next !== null;) {
      const following: NodeImpl | null = next.nextSibling;
      second.appendChild(next);
      next = following;
    }
    block.after(second);
    keepOpen(block);
  }
  removeEmptyTexts(second);
  keepOpen(second);
  return startOfBlock(second);
}

/** Removes what lies between two places; blocks that it spans become one. */
export function deleteBetween(host: ElementImpl, start: Point, end: Point): Caret {
  const document = host._ownerDocument;
  const firstBlock = blockOf(start.node, host);
  const lastBlock = blockOf(end.node, host);
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  range.deleteContents();
  let caret: Point = { node: range._start.node, offset: range._start.offset };
  // `deleteContents` puts the range between the two; the caret belongs to the end of the first.
  if (host.contains(start.node)) caret = { node: start.node, offset: Math.min(start.offset, lengthOf(start.node)) };
  if (firstBlock !== lastBlock && host.contains(lastBlock) && lastBlock !== host) joinBlocks(host, firstBlock, lastBlock);
  caret = joinTexts(caret);
  const block = blockOf(caret.node, host);
  if (isEmptyBlock(block) && block !== host) {
    while (block.firstChild !== null) block.removeChild(block.firstChild);
    block.appendChild(document.createElement("br"));
    return { node: block, offset: 0 };
  }
  if (isText(caret.node)) return { node: caret.node, offset: balanceSpaces(host, caret.node, caret.offset) };
  return caret;
}

/** Moves the content of a block to the end of an earlier one and removes what that leaves empty. */
function joinBlocks(host: ElementImpl, first: ElementImpl, last: ElementImpl): void {
  if (last.contains(first)) return;
  const placeholder = lastLeaf(first);
  if (isBreak(placeholder)) placeholder!.parentNode!.removeChild(placeholder!);
  const moved: NodeImpl[] = [];
  for (let child = last.firstChild; child !== null && !isBlock(child); child = child.nextSibling) moved.push(child);
  for (const node of moved) first.appendChild(node);
  let emptied: NodeImpl = last;
  while (emptied !== host && emptied.firstChild === null) {
    const parent: NodeImpl = emptied.parentNode!;
    parent.removeChild(emptied);
    emptied = parent;
  }
}

/** Joins the text around the caret into one node, and drops an empty one. */
function joinTexts(caret: Point): Point {
  let { node, offset } = caret;
  if (!isText(node)) {
    const previous = offset > 0 ? childAt(node, offset - 1) : null;
    const next = childAt(node, offset);
    if (isText(previous)) [node, offset] = [previous, previous.length];
    else if (isText(next)) [node, offset] = [next, 0];
    else return caret;
  }
  const text = node as CharacterDataImpl;
  if (text.length === 0) {
    const place = before(text);
    text.parentNode!.removeChild(text);
    return joinTexts(place);
  }
  const next = text.nextSibling;
  if (isText(next)) {
    text.insertData(text.length, next.data);
    next.parentNode!.removeChild(next);
  }
  return { node: text, offset };
}

/** The caret as a place between children, splitting a text if need be. */
function asChildPosition(caret: Point): Point {
  if (!isText(caret.node)) return caret;
  if (caret.offset === 0) return before(caret.node);
  if (caret.offset < caret.node.length) caret.node.splitText(caret.offset);
  return after(caret.node);
}

/** Splits everything between the caret and a block, so that the caret is a place between the block's own children. */
function splitUpTo(block: ElementImpl, caret: Point): Point {
  let place = asChildPosition(caret);
  while (place.node !== block) {
    const element = place.node as ElementImpl;
    if (place.offset === 0) {
      place = before(element);
    } else {
      const rest = childAt(element, place.offset);
      if (rest !== null) {
        const second = element.cloneNode(false);
        for (let next: NodeImpl | null = rest; next !== null;) {
          const following: NodeImpl | null = next.nextSibling;
          second.appendChild(next);
          next = following;
        }
        element.after(second);
      }
      place = after(element);
    }
  }
  return place;
}

/** An empty block has no height without a line break in it. */
function keepOpen(block: ElementImpl): void {
  if (!isEmptyBlock(block) || isBreak(block.lastChild)) return;
  let deepest: ElementImpl = block;
  while (isElement(deepest.lastChild)) deepest = deepest.lastChild as ElementImpl;
  removeEmptyTexts(block);
  deepest.appendChild(block._ownerDocument.createElement("br"));
}

function removeEmptyTexts(block: ElementImpl): void {
  for (const leaf of leavesOf(block)) if (isText(leaf) && leaf.length === 0) leaf.parentNode!.removeChild(leaf);
}

function startOfBlock(block: ElementImpl): Point {
  const first = leavesOf(block)[0];
  if (isText(first ?? null)) return { node: first!, offset: 0 };
  return first === undefined ? { node: block, offset: 0 } : before(first);
}

function lastLeaf(block: ElementImpl): NodeImpl | null {
  const leaves = leavesOf(block);
  return leaves[leaves.length - 1] ?? null;
}

function isLastInBlock(host: ElementImpl, node: NodeImpl): boolean {
  const block = blockOf(node.parentNode!, host);
  const leaves = leavesOf(block).filter(leaf => !isText(leaf) || leaf.length > 0 || leaf === node);
  const index = leaves.indexOf(node);
  const next = leaves[index + 1];
  return index >= 0 && (next === undefined || blockOf(next, host) !== block);
}

