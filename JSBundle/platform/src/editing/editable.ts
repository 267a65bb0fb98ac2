// `contenteditable`: what an element says of itself and what it inherits.

import DOMException = require("domexception/webidl2js-wrapper");
import type { ElementImpl, NodeImpl } from "../jsdom-types";
import type { WindowRecord } from "../window/window-record";

/** The value of the `contentEditable` property. */
export function editingStateOf(element: ElementImpl): "true" | "false" | "plaintext-only" | "inherit" {
  const value = element.getAttributeNS(null, "contenteditable");
  switch (value?.toLowerCase()) {
    case "":
    case "true": return "true";
    case "false": return "false";
    case "plaintext-only": return "plaintext-only";
    default: return "inherit";
  }
}

export function setContentEditable(record: WindowRecord, element: ElementImpl, value: unknown): void {
  const state = String(value).toLowerCase();
  switch (state) {
    case "inherit":
      element.removeAttributeNS(null, "contenteditable");
      break;
    case "true":
    case "false":
    case "plaintext-only":
      element.setAttributeNS(null, "contenteditable", state);
      break;
    default:
      throw DOMException.create(record, ["The string did not match the expected pattern.", "SyntaxError"]);
  }
}

/** Whether the element's content can be edited. */
export function isEditable(element: ElementImpl): boolean {
  for (let current: ElementImpl | null = element; current !== null; current = current.parentElement) {
    const state = editingStateOf(current);
    if (state !== "inherit") return state !== "false";
  }
  return false;
}

/** The outermost editable element around a node: what has the focus while the caret is in it. */
export function editingHostOf(node: NodeImpl | null): ElementImpl | null {
  const first = node === null ? null : node.nodeType === 1 ? node as ElementImpl : node.parentElement;
  if (first === null || !isEditable(first)) return null;
  let host: ElementImpl = first;
  for (let current: ElementImpl | null = first; current !== null && isEditable(current); current = current.parentElement) {
    host = current;
  }
  return host;
}
