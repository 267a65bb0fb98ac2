import type { ElementImpl, NodeImpl } from "./jsdom-types";

/** The elements below a node, in document order. */
export function* elementsInside(root: NodeImpl): Generator<ElementImpl> {
  for (let child = root.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType !== 1) continue;
    yield child as ElementImpl;
    yield* elementsInside(child);
  }
}
