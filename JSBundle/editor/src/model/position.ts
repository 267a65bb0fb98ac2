import { BlockID } from "./block";

/** A place in the text of a document: before the UTF-16 unit `offset` of a block, or at its end. */
export interface Position {
  readonly blockID: BlockID;
  readonly offset: number;
}

/** Whether two positions are the same place. */
export function positionsEqual(left: Position, right: Position): boolean {
  return left.blockID === right.blockID && left.offset === right.offset;
}

/** Whether an offset would stand between the two halves of a surrogate pair. */
export function splitsSurrogatePair(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const after = text.charCodeAt(offset);
  if (after < 0xdc00 || after > 0xdfff) return false;
  const before = text.charCodeAt(offset - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

/** Says what is wrong with an offset into a text, or nothing. */
export function offsetProblem(text: string, offset: number): string | undefined {
  if (!Number.isInteger(offset) || offset < 0 || offset > text.length) {
    return `offset ${offset} is outside 0…${text.length}`;
  }
  if (splitsSurrogatePair(text, offset)) return `offset ${offset} is between the halves of a surrogate pair`;
  return undefined;
}

/**
 * Refuses an offset that is not a place in the text.
 *
 * Throws a `RangeError` that names the number when it is outside the text or between the halves of a surrogate pair.
 */
export function checkOffset(text: string, offset: number): void {
  const problem = offsetProblem(text, offset);
  if (problem !== undefined) throw new RangeError(problem);
}

/** Whether the text holds half a surrogate pair without its other half. */
export function hasLoneSurrogate(text: string): boolean {
  if (!/[\ud800-\udfff]/.test(text)) return false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit > 0xdbff) return true;
    const next = text.charCodeAt(index + 1);
    if (!(next >= 0xdc00 && next <= 0xdfff)) return true;
    index++;
  }
  return false;
}

/** The nearest place at or before an offset that does not split a surrogate pair. */
export function clampOffset(text: string, offset: number): number {
  const inside = Math.max(0, Math.min(text.length, Math.trunc(offset) || 0));
  return splitsSurrogatePair(text, inside) ? inside - 1 : inside;
}
