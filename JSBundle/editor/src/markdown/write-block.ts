import { Attributes, Block, OutlineNode } from "../model";
import { entity } from "./escape";
import { separator } from "./inline";
import { imageSource, writeInline } from "./write-inline";

/** The comment that stands for a paragraph without text, or for the missing text of an item or a quote. */
export const emptyParagraph = "<!-- -->";

/** Writes the own lines of a block that is neither an item, a quote nor a table. */
export function blockSource(block: Block, definitions: boolean): string {
  switch (block.type) {
    case "heading": {
      const marker = "#".repeat(Number(block.attributes.level) || 1);
      const text = writeInline(block, { lines: false, blockStart: false, definitions });
      return text === "" ? marker : `${marker} ${text.replace(/(^|[ \t])(#+)$/, "$1\\$2")}`;
    }
    case "codeBlock":
      return fenced(block.text, String(block.attributes.language ?? ""));
    case "divider":
      return "---";
    case "image":
      return imageSource(block.attributes);
    case "embed":
      return embedSource(block.attributes);
    case "raw":
      return String(block.attributes.source);
    default:
      return paragraphSource(block, definitions);
  }
}

function paragraphSource(block: Block, definitions: boolean): string {
  if (block.length === 0) return emptyParagraph;
  const source = writeInline(block, { lines: true, blockStart: true, definitions });
  const loneImage = block.length === 1 && block.marks.length === 0 && block.embeds[0]?.type === "image";
  return loneImage ? source + separator : source;
}

/** Writes the own text of an item or a quote; a comment where the first block inside would be taken for it. */
export function containerText({ block, children }: OutlineNode, definitions: boolean): string {
  if (block.length > 0) return writeInline(block, { lines: true, blockStart: block.type !== "taskItem", definitions });
  const first = children[0]?.block.type;
  const mistaken = block.type !== "taskItem" && (first === "paragraph" || first === "image");
  return mistaken ? emptyParagraph : "";
}

function fenced(text: string, language: string): string {
  const info = language
    .replace(/[\\&]/g, "\\$&")
    .replace(/\n/g, "&#10;")
    .replace(/^\s|\s$/g, entity);
  const mark = info.includes("`") ? "~" : "`";
  const runs = text.match(mark === "`" ? /^[ \t]*`{3,}/gm : /^[ \t]*~{3,}/gm) ?? [];
  const longest = Math.max(2, ...runs.map((run) => run.trimStart().length));
  const fence = mark.repeat(longest + 1);
  const gap = info.startsWith("~") ? " " : "";
  return text === "" ? `${fence}${gap}${info}\n${fence}` : `${fence}${gap}${info}\n${text}\n${fence}`;
}

function embedSource(attributes: Attributes): string {
  const json = JSON.stringify(attributes)
    .replace(/--/g, "-\\u002d")
    .replace(/>/g, "\\u003e")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
  return `<!-- embed ${json} -->`;
}

/** Writes a row of a table with this many cells. */
export function rowSource(row: OutlineNode, width: number, definitions: boolean): string {
  const cells: string[] = [];
  for (let column = 0; column < width; column++) {
    const cell = row.children[column];
    const source = cell === undefined ? "" : writeInline(cell.block, { lines: false, blockStart: false, definitions });
    cells.push(source.replace(/\|/g, "\\|"));
  }
  return `| ${cells.join(" | ")} |`;
}

/** Writes the row below a table's head that says how columns are aligned. */
export function delimiterSource(table: Block, width: number): string {
  const alignment = table.attributes.alignment;
  const cells: string[] = [];
  for (let column = 0; column < width; column++) {
    const wanted = Array.isArray(alignment) ? alignment[column] : "none";
    cells.push(wanted === "left" ? ":--" : wanted === "right" ? "--:" : wanted === "center" ? ":-:" : "---");
  }
  return `| ${cells.join(" | ")} |`;
}
