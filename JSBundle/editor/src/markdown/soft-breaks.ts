import { Block } from "../model";
import { readSoftBreaks } from "./inline";

/**
 * Stands in the text of a block that is being written for a space that is to be the end of a line. No text of a
 * document holds it.
 */
export const softBreak = "\r";

/**
 * A block with its spaces marked where the lines of its source ended, as far as its text there is still the same: so a
 * paragraph of many lines stays one, and a change in one line leaves the others alone.
 */
export function withSoftBreaks(block: Block, before: Block, source: string, prefix: string | undefined): Block {
  if (!/[\r\n]/.test(source)) return block;
  const [first, ...rest] = source.split(/\r\n?|\n/);
  const start = prefix === undefined ? unprefixed(first) : first.slice(prefix.length).replace(/^\[[ xX]\]\s+/, "");
  const { text, offsets } = readSoftBreaks([start, ...rest.map(unprefixed)].join("\n"));
  // With references to definitions the text is read otherwise here; then the lines are made anew.
  if (text !== before.text) return block;
  return markBreaks(block, before, offsets);
}

function unprefixed(line: string): string {
  return line.replace(/^[ \t>]*/, "");
}

function markBreaks(block: Block, before: Block, offsets: readonly number[]): Block {
  const shared = sharedEdges(before.text, block.text);
  const delta = block.length - before.length;
  let result = block.text;
  for (const offset of offsets) {
    const kept = offset < shared.start ? offset : offset >= before.length - shared.end ? offset + delta : -1;
    if (kept > 0 && canBreak(block, kept)) result = result.slice(0, kept) + softBreak + result.slice(kept + 1);
  }
  return result === block.text ? block : block.with({ text: result });
}

/** How many units two texts have in common at their start and at their end. */
function sharedEdges(left: string, right: string): { start: number; end: number } {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start++;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  return { start, end };
}

/** Whether the space at an offset can be an end of line: between other characters, and not in code. */
function canBreak({ text, marks }: Block, offset: number): boolean {
  if (text[offset] !== " " || offset + 1 >= text.length) return false;
  if (/\s/.test(text[offset - 1]) || /\s/.test(text[offset + 1])) return false;
  return !marks.some((mark) => mark.type === "code" && mark.start <= offset && mark.end > offset);
}
