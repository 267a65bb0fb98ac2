import { isFocusableAreaElement } from "jsdom/lib/jsdom/living/helpers/focusing";
import { elementsInside } from "../elements-inside";
import type { DocumentImpl, ElementImpl } from "../jsdom-types";

/** Tab and Shift+Tab: to the next element in the order of `tabindex` and the document. */
export function moveFocus(document: DocumentImpl, backward: boolean): void {
  const stops = [...elementsInside(document)]
    .filter(element => isFocusableAreaElement(element) && tabIndexOf(element) >= 0)
    .map((element, position) => ({ element, position, order: tabIndexOf(element) }));
  // Positive indices come first, ascending; the rest follow in document order.
  stops.sort((a, b) => (a.order || last) - (b.order || last) || a.position - b.position);
  if (stops.length === 0) return;
  const current = stops.findIndex(({ element }) => element === document.activeElement);
  const next = current < 0 ? (backward ? stops.length - 1 : 0) : current + (backward ? -1 : 1);
  if (next < 0 || next >= stops.length) document.activeElement?.blur();
  else stops[next]!.element.focus();
}

/** Elements without an index of their own come after all that have one. */
const last = Number.MAX_SAFE_INTEGER;

function tabIndexOf(element: ElementImpl): number {
  const index = Number.parseInt(element.getAttributeNS(null, "tabindex") ?? "0", 10);
  return Number.isNaN(index) ? 0 : index;
}
