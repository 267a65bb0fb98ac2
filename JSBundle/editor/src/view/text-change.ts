import { splitsSurrogatePair } from "../model";

/** One stretch of a text that became another: units from `start` up to `end` were replaced by `text`. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The shortest change that leads from one text to another. Where it could stand at several places, as in a row of equal letters,
 * `caret`, the place where the change ended, decides.
 */
export function textChange(before: string, after: string, caret: number): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  const mostAfter = Math.max(0, Math.min(shorter, after.length - caret));
  let suffix = 0;
  while (suffix < mostAfter && before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix)) {
    suffix += 1;
  }
  let prefix = 0;
  while (prefix < shorter - suffix && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix += 1;
  while (
    suffix < shorter - prefix &&
    before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix)
  ) {
    suffix += 1;
  }
  if (splitsSurrogatePair(before, prefix) || splitsSurrogatePair(after, prefix)) prefix -= 1;
  if (splitsSurrogatePair(before, before.length - suffix) || splitsSurrogatePair(after, after.length - suffix)) suffix -= 1;
  return { start: prefix, end: before.length - suffix, text: after.slice(prefix, after.length - suffix) };
}
