import type { ElementImpl, SelectionImpl } from "../jsdom-types";
import { editingStateOf } from "./editable";
import { isText, leavesOf } from "./structure";

/** Called when an element gets the focus: an editing host without a selection in it gets a caret at its start. */
export function placeCaret(element: ElementImpl): void {
  const state = element._namespaceURI === "http://www.w3.org/1999/xhtml" ? editingStateOf(element) : "inherit";
  if (state !== "true" && state !== "plaintext-only") return;
  const record = element._ownerDocument._defaultView;
  if (record === null) return;
  const selection = record._selection as SelectionImpl;
  if (selection.rangeCount > 0 && element.contains(selection.getRangeAt(0)._start.node)) return;
  const leaf = leavesOf(element)[0];
  if (leaf === undefined) selection.collapse(element, 0);
  else if (isText(leaf)) selection.collapse(leaf, 0);
  else selection.collapse(leaf.parentNode, 0);
}
