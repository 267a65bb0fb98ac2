import { HeightIndex } from "./height-index";

/** Block indexes from `from` up to `to`. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** The blocks that a viewport shows, with a margin above and below. Empty only without blocks. */
export function visibleRange(heights: HeightIndex, scrollTop: number, height: number, margin: number): BlockRange {
  if (heights.count === 0) return { from: 0, to: 0 };
  const from = heights.indexAt(scrollTop - margin);
  const to = heights.indexAt(scrollTop + height + margin) + 1;
  return { from, to: Math.max(from + 1, to) };
}

/** Ranges in order, without overlap; those that touch are one. Empty ones are gone. */
export function mergeRanges(ranges: readonly BlockRange[]): BlockRange[] {
  const merged: BlockRange[] = [];
  const ordered = ranges.filter(({ from, to }) => from < to).sort((left, right) => left.from - right.from);
  for (const range of ordered) {
    const last = merged[merged.length - 1];
    if (last !== undefined && range.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

/** Where one row of blocks differs from another: `oldCount` blocks from `from` on became `newCount` others. */
export interface RowChange {
  readonly from: number;
  readonly oldCount: number;
  readonly newCount: number;
}
