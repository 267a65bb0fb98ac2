// The shape of edited content: blocks, the text between them, and places in it. There is no layout, so element names decide.

import type { CharacterDataImpl, ElementImpl, NodeImpl } from "../jsdom-types";
import { editingStateOf } from "./editable";

export interface Point {
  readonly node: NodeImpl;
  readonly offset: number;
}

const blockNames = new Set((
  "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 " +
  "h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table caption tbody td tfoot th thead tr ul"
).split(" "));
const atomNames = new Set("img hr input button select textarea video audio canvas iframe object embed svg br".split(" "));

export const isText = (node: NodeImpl | null): node is CharacterDataImpl => node?.nodeType === 3;
export const isElement = (node: NodeImpl | null): node is ElementImpl => node?.nodeType === 1;
export const isBreak = (node: NodeImpl | null): boolean => isElement(node) && node._localName === "br";
export const isBlock = (node: NodeImpl | null): node is ElementImpl => isElement(node) && blockNames.has(node._localName);

/** What the caret passes as one piece: images, controls, line breaks and content that cannot be edited. */
export function isAtom(node: NodeImpl | null): boolean {
  return isElement(node) && (atomNames.has(node._localName) || editingStateOf(node) === "false");
}

/** The innermost block around a node, the editing host at the latest. */
export function blockOf(node: NodeImpl, host: ElementImpl): ElementImpl {
  for (let current: NodeImpl | null = node; current !== null && current !== host; current = current.parentNode) {
    if (isBlock(current)) return current;
  }
  return host;
}

export function indexOf(node: NodeImpl): number {
  let index = 0;
  for (let sibling = node.previousSibling; sibling !== null; sibling = sibling.previousSibling) index++;
  return index;
}

export function childAt(node: NodeImpl, index: number): NodeImpl | null {
  let child = node.firstChild;
  for (let count = index; count > 0 && child !== null; count--) child = child.nextSibling;
  return child;
}

export const before = (node: NodeImpl): Point => ({ node: node.parentNode!, offset: indexOf(node) });
export const after = (node: NodeImpl): Point => ({ node: node.parentNode!, offset: indexOf(node) + 1 });

export function lengthOf(node: NodeImpl): number {
  if (isText(node)) return node.length;
  let length = 0;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) length++;
  return length;
}

/** Texts and atoms inside `root`, in document order; what cannot be edited is not entered. */
export function leavesOf(root: NodeImpl): NodeImpl[] {
  const leaves: NodeImpl[] = [];
  const visit = (node: NodeImpl): void => {
    if (isText(node) || isAtom(node)) {
      leaves.push(node);
      return;
    }
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child);
  };
  for (let child = root.firstChild; child !== null; child = child.nextSibling) visit(child);
  return leaves;
}

/** Whether a block shows nothing: no text but white space, no atom but the line break that keeps it open. */
export function isEmptyBlock(block: NodeImpl): boolean {
  const leaves = leavesOf(block);
  const breaks = leaves.filter(isBreak).length;
  return breaks <= 1 && leaves.every(leaf => isBreak(leaf) || (isText(leaf) && leaf.length === 0));
}

/** The leaf next to a place in document order, within `root`. */
export function leafBeside(root: NodeImpl, point: Point, direction: "backward" | "forward"): NodeImpl | null {
  const forward = direction === "forward";
  const { node, offset } = point;
  if (!isText(node) && !isAtom(node)) {
    const child = forward ? childAt(node, offset) : offset === 0 ? null : childAt(node, offset - 1);
    if (child !== null) return descend(root, child, forward);
    if (node === root) return null;
  }
  return climb(root, node, forward);
}

function climb(root: NodeImpl, from: NodeImpl, forward: boolean): NodeImpl | null {
  for (let current = from; current !== root;) {
    const sibling = forward ? current.nextSibling : current.previousSibling;
    if (sibling !== null) return descend(root, sibling, forward);
    const parent = current.parentNode;
    if (parent === null) return null;
    current = parent;
  }
  return null;
}

function descend(root: NodeImpl, from: NodeImpl, forward: boolean): NodeImpl | null {
  let node = from;
  while (!isText(node) && !isAtom(node)) {
    const child = forward ? node.firstChild : node.lastChild;
    if (child === null) return climb(root, node, forward);
    node = child;
  }
  return node;
}
