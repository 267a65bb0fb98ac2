import { Block } from "../model";

/** What a line of text is assumed to look like until it is measured. CSS pixels. */
export interface TextMetrics {
  /** Width of the text column. */
  readonly width: number;
  readonly characterWidth: number;
  readonly lineHeight: number;
}

/** The height of a block that nothing is known of: what the height of everything is reckoned with right after opening. */
export const typicalHeight = 36;

const padding = 8;
const headingScale = [2, 1.6, 1.35, 1.2, 1.1, 1];
const indentation = 24;

/** How high a block will be, from its content alone. Cheap: it looks at the length of the text, and at its lines only in code. */
export function estimateHeight(block: Block, metrics: TextMetrics): number {
  switch (block.type) {
    case "divider":
      return 24;
    case "image":
    case "embed":
      return 240;
    // A table is as high as its rows. A row is as high as its cells, and those stand side by side.
    case "table":
    case "tableCell":
      return 0;
    case "tableRow":
      return metrics.lineHeight + 2 * padding;
    case "raw": {
      const { source } = block.attributes;
      return (typeof source === "string" ? lines(source) : 1) * metrics.lineHeight + 2 * padding;
    }
    case "codeBlock":
      return lines(block.text) * metrics.lineHeight + 2 * padding;
    case "heading": {
      const level = typeof block.attributes.level === "number" ? block.attributes.level : 1;
      const scale = headingScale[level - 1] ?? 1;
      return wrapped(block, metrics, scale) * metrics.lineHeight * scale + 2 * padding;
    }
    default:
      return wrapped(block, metrics, 1) * metrics.lineHeight + padding;
  }
}

function wrapped(block: Block, metrics: TextMetrics, scale: number): number {
  const width = Math.max(80, metrics.width - block.depth * indentation);
  const perLine = Math.max(1, Math.floor(width / (metrics.characterWidth * scale)));
  return Math.max(1, Math.ceil(block.text.length / perLine));
}

function lines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
