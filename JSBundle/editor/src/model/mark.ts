import { Attributes, attributesEqual } from "./attributes";

/** The inline styles a range of text can carry. */
export type MarkType = "bold" | "italic" | "strike" | "code" | "link";

/** One inline style over the UTF-16 range from `start` up to `end` of a block's text. */
export interface Mark {
  readonly type: MarkType;
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
}

/** The order marks of one place are stored in, outermost first; it is also the order they nest in when written out. */
export const markTypes: readonly MarkType[] = ["link", "bold", "italic", "strike", "code"];

const rank: { readonly [type in MarkType]: number } = { link: 0, bold: 1, italic: 2, strike: 3, code: 4 };

/** The one value for "no marks". */
export const noMarks: readonly Mark[] = Object.freeze([]);

/** Whether two marks say the same thing, wherever they stand. */
export function sameMark(left: Mark, right: Mark): boolean {
  return left.type === right.type && attributesEqual(left.attributes, right.attributes);
}

/** Compares two mark lists by content, in their order. */
export function marksEqual(left: readonly Mark[], right: readonly Mark[]): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  return left.every((mark, index) => {
    const other = right[index];
    return mark.start === other.start && mark.end === other.end && sameMark(mark, other);
  });
}

/**
 * Brings marks into their one normal form: empty ranges are gone, marks of one type do not overlap, touching marks that
 * say the same are one mark, and the list is ordered by start, then type. Where two marks of one type overlap with
 * different attributes the one that comes later in the list wins.
 */
export function normalizeMarks(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length === 0) return noMarks;
  if (marks.length === 1) return marks[0].start < marks[0].end ? marks : noMarks;
  const result: Mark[] = [];
  for (const type of markTypes) {
    let kept: Mark[] = [];
    for (const mark of marks) {
      if (mark.type !== type || mark.start >= mark.end) continue;
      // Marks mostly come in order; only one that reaches back needs a look at the others.
      const inOrder = kept.length === 0 || kept[kept.length - 1].end <= mark.start;
      if (!inOrder) kept = cut(kept, mark);
      kept.push(mark);
      if (!inOrder) kept.sort((left, right) => left.start - right.start);
    }
    for (const mark of kept) {
      const last = result.length > 0 ? result[result.length - 1] : undefined;
      if (last !== undefined && last.end === mark.start && sameMark(last, mark)) {
        result[result.length - 1] = { ...last, end: mark.end };
      } else {
        result.push(mark);
      }
    }
  }
  return result.sort((left, right) => left.start - right.start || rank[left.type] - rank[right.type]);
}

/** Takes the range of `hole` out of marks of the same type. */
function cut(marks: readonly Mark[], hole: Mark): Mark[] {
  const result: Mark[] = [];
  for (const mark of marks) {
    if (mark.end <= hole.start || mark.start >= hole.end) {
      result.push(mark);
      continue;
    }
    if (mark.start < hole.start) result.push({ ...mark, end: hole.start });
    if (mark.end > hole.end) result.push({ ...mark, start: hole.end });
  }
  return result;
}

/**
 * Takes code away from line breaks and embeds: code is characters of one line, so a code mark over either is several.
 */
export function cutCode(marks: readonly Mark[], text: string): readonly Mark[] {
  if (!marks.some((mark) => mark.type === "code")) return marks;
  const result: Mark[] = [];
  let changed = false;
  for (const mark of marks) {
    const inside = mark.type === "code" ? text.slice(mark.start, mark.end) : "";
    if (!/[\n\uFFFC]/.test(inside)) {
      result.push(mark);
      continue;
    }
    changed = true;
    for (const match of inside.matchAll(/[^\n\uFFFC]+/g)) {
      const start = mark.start + (match.index ?? 0);
      result.push({ ...mark, start, end: start + match[0].length });
    }
  }
  return changed ? normalizeMarks(result) : marks;
}

/** Sets one mark over a range, replacing marks of its type there. */
export function addMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return normalizeMarks([...marks, mark]);
}

/** Takes marks of one type away from a range. */
export function removeMark(marks: readonly Mark[], type: MarkType, start: number, end: number): readonly Mark[] {
  const hole: Mark = { type, start, end, attributes: {} };
  return normalizeMarks([
    ...marks.filter((mark) => mark.type !== type),
    ...cut(
      marks.filter((mark) => mark.type === type),
      hole,
    ),
  ]);
}

/**
 * Moves marks for text that came in: a mark grows when the text lands strictly inside it; text at either edge stays
 * outside, so two histories that meet at an edge agree without looking at what was typed.
 */
export function shiftMarksForInsertion(marks: readonly Mark[], offset: number, length: number): readonly Mark[] {
  if (marks.length === 0) return marks;
  return marks.map((mark) => {
    if (mark.end <= offset) return mark;
    if (mark.start >= offset) return { ...mark, start: mark.start + length, end: mark.end + length };
    return { ...mark, end: mark.end + length };
  });
}

/** Moves marks for text that went away. */
export function shiftMarksForDeletion(marks: readonly Mark[], start: number, end: number): readonly Mark[] {
  if (marks.length === 0) return marks;
  const move = (offset: number): number => (offset <= start ? offset : offset >= end ? offset - (end - start) : start);
  return normalizeMarks(marks.map((mark) => ({ ...mark, start: move(mark.start), end: move(mark.end) })));
}

/** The marks of a range, with offsets counted from its start. */
export function sliceMarks(marks: readonly Mark[], start: number, end: number): readonly Mark[] {
  if (marks.length === 0) return marks;
  const result: Mark[] = [];
  for (const mark of marks) {
    const from = Math.max(mark.start, start);
    const to = Math.min(mark.end, end);
    if (from < to) result.push({ ...mark, start: from - start, end: to - start });
  }
  return normalizeMarks(result);
}
