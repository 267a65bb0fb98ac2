// Typed spaces must stay visible where white space collapses: next to another space, and at the ends of a block.

import type { CharacterDataImpl, ElementImpl, NodeImpl } from "../jsdom-types";
import { blockOf, isBreak, leafBeside } from "./structure";
import { declaredValue } from "../style/declared-value";

const space = " ";
const noBreak = "\u00a0";

/** Rewrites the run of spaces that ends or starts at the caret. Lengths do not change; returns the caret. */
export function balanceSpaces(host: ElementImpl, text: CharacterDataImpl, caret: number): number {
  if (keepsSpaces(text)) return caret;
  const { data } = text;
  let start = caret;
  let end = caret;
  while (start > 0 && isSpace(data[start - 1])) start--;
  while (end < data.length && isSpace(data[end])) end++;
  if (start === end) return caret;
  const startsLine = start === 0 && isLineEdge(host, text, "backward");
  const endsLine = end === data.length && isLineEdge(host, text, "forward");
  let run = "";
  for (let index = start; index < end; index++) {
    const collapses = (index === start && startsLine) || (index === end - 1 && endsLine) || run.endsWith(space);
    run += collapses ? noBreak : space;
  }
  if (run !== data.slice(start, end)) text.replaceData(start, end - start, run);
  return caret;
}

function isSpace(character: string | undefined): boolean {
  return character === space || character === noBreak;
}

function isLineEdge(host: ElementImpl, text: CharacterDataImpl, direction: "backward" | "forward"): boolean {
  const leaf = leafBeside(host, { node: text, offset: 0 }, direction);
  return leaf === null || isBreak(leaf) || blockOf(leaf, host) !== blockOf(text, host);
}

/** Whether white space shows as it is written. */
function keepsSpaces(node: NodeImpl): boolean {
  for (let element = node.parentElement; element !== null; element = element.parentElement) {
    const value = declaredValue(element, "white-space") || (element._localName === "pre" ? "pre" : "");
    if (value !== "" && value !== "inherit") return value.startsWith("pre") || value === "break-spaces";
  }
  return false;
}

