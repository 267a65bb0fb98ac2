// Selectors taken apart as far as the cascade needs: their weight, and what their last compound asks for first.

/** Numbers of ids, of classes and their like, of element names. */
export type Specificity = readonly [ids: number, classes: number, types: number];

export interface ParsedSelector {
  readonly text: string;
  readonly specificity: Specificity;
  /** `#id`, `.class`, an element name, or `*` if anything could match. */
  readonly key: string;
}

export function parseSelectorList(list: string): ParsedSelector[] {
  return splitTopLevel(list).map(text => ({ text, specificity: specificityOf(text), key: keyOf(text) }));
}

export function compareSpecificity(a: Specificity, b: Specificity): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function splitTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = "";
  for (let index = 0; index <= list.length; index++) {
    const character = list[index];
    if (quote !== "") {
      if (character === "\\") index++;
      else if (character === quote) quote = "";
    } else if (character === "\"" || character === "'") quote = character;
    else if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
    else if (character === undefined || (character === "," && depth === 0)) {
      const part = list.slice(start, index).trim();
      if (part !== "") parts.push(part);
      start = index + 1;
    }
  }
  return parts;
}

const pieces = /\[[^\]]*\]|::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?|#(?:\\.|[\w\u0080-\uffff-])+|\.(?:\\.|[\w\u0080-\uffff-])+|\*|[\w\u0080-\uffff-]+|[>+~]|\s+/g;

function specificityOf(selector: string): Specificity {
  let [ids, classes, types] = [0, 0, 0];
  for (const [piece] of selector.matchAll(pieces)) {
    const inner = /^:(not|is|where|has)\((.*)\)$/s.exec(piece);
    if (inner !== null) {
      if (inner[1] === "where") continue;
      const strongest = parseSelectorList(inner[2]!).map(part => part.specificity).sort(compareSpecificity).pop() ?? [0, 0, 0];
      [ids, classes, types] = [ids + strongest[0], classes + strongest[1], types + strongest[2]];
    } else if (piece.startsWith("#")) ids++;
    else if (piece.startsWith("::")) types++;
    else if (/^[.[:]/.test(piece)) classes++;
    else if (/^[\w\u0080-\uffff]/.test(piece)) types++;
  }
  return [ids, classes, types];
}

function keyOf(selector: string): string {
  let key = "*";
  for (const [piece] of selector.matchAll(pieces)) {
    if (/^(\s+|[>+~])$/.test(piece)) key = "*";
    else if (piece.startsWith("#") && !piece.includes("\\")) key = piece;
    else if (piece.startsWith(".") && !piece.includes("\\") && !key.startsWith("#")) key = piece;
    else if (/^[\w\u0080-\uffff-]+$/.test(piece) && key === "*") key = piece.toLowerCase();
  }
  return key;
}
