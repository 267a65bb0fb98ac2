// `innerText`: the text as it reads, with lines where blocks and line breaks are.

import type { ElementImpl, NodeImpl } from "./jsdom-types";

const blocks = new Set((
  "address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
  "header hgroup hr li main nav ol p pre section table tbody tfoot thead tr ul"
).split(" "));
const invisible = new Set("head script style template noscript title meta link".split(" "));
const preserving = new Set(["pre", "textarea"]);

/** A text piece, or a number of line breaks that must at least separate what is around it. */
type Piece = string | number;

export function innerTextOf(element: ElementImpl): string {
  if (!element.isConnected) return element.textContent ?? "";
  const pieces: Piece[] = [];
  collectChildren(element, pieces, preserving.has(element._localName));
  return join(pieces);
}

export function setInnerText(element: ElementImpl, value: unknown): void {
  while (element.firstChild !== null) element.removeChild(element.firstChild);
  const document = element._ownerDocument;
  String(value ?? "").split(/\r\n|\r|\n/).forEach((line, index) => {
    if (index > 0) element.appendChild(document.createElement("br"));
    if (line !== "") element.appendChild(document.createTextNode(line));
  });
}

function collectChildren(node: NodeImpl, pieces: Piece[], preserves: boolean): void {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) collect(child, pieces, preserves);
}

function collect(node: NodeImpl, pieces: Piece[], preserves: boolean): void {
  if (node.nodeType === 3) {
    const { data } = node as NodeImpl & { readonly data: string };
    pieces.push(preserves ? data : data.replace(/[\t\n\r ]+/g, " "));
    return;
  }
  if (node.nodeType !== 1) return;
  const element = node as ElementImpl;
  const name = element._localName;
  if (invisible.has(name) || element.hasAttributeNS(null, "hidden")) return;
  if (name === "br") {
    pieces.push("\n");
    return;
  }
  const breaks = name === "p" ? 2 : blocks.has(name) ? 1 : 0;
  if (breaks > 0) pieces.push(breaks);
  collectChildren(element, pieces, preserves || preserving.has(name));
  if ((name === "td" || name === "th") && element.nextSibling !== null) pieces.push("\t");
  if (breaks > 0) pieces.push(breaks);
}

function join(pieces: readonly Piece[]): string {
  let text = "";
  let needed = 0;
  for (const piece of pieces) {
    if (typeof piece === "number") {
      needed = Math.max(needed, piece);
      continue;
    }
    const atLineStart = text === "" || text.endsWith("\n") || needed > 0;
    const shown = atLineStart && piece !== "\n" ? piece.replace(/^ +/, "") : text.endsWith(" ") ? piece.replace(/^ +/, "") : piece;
    if (shown === "") continue;
    if (needed > 0 && text !== "") text = text.replace(/ +$/, "") + "\n".repeat(needed);
    needed = 0;
    text += shown;
  }
  return text.replace(/ +$/, "");
}
