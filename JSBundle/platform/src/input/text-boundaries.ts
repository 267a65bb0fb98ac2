// Where the caret may stand in a text: between what people see as characters, and at the ends of words.

let segmenter: Intl.Segmenter | undefined;

/** The start of the character that ends at `offset`. */
export function characterBefore(text: string, offset: number): number {
  // Only the neighbourhood matters; a cluster longer than this is not one a person typed.
  const start = Math.max(0, offset - 64);
  let last = start;
  for (const { index } of clusters(text.slice(start, offset))) last = start + index;
  return last;
}

/** The end of the character that starts at `offset`. */
export function characterAfter(text: string, offset: number): number {
  for (const { segment } of clusters(text.slice(offset, offset + 64))) return offset + segment.length;
  return offset;
}

function clusters(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** The start of the word at or before `offset`. */
export function wordBefore(text: string, offset: number): number {
  let index = offset;
  while (index > 0 && !wordCharacter.test(text[index - 1]!)) index--;
  while (index > 0 && wordCharacter.test(text[index - 1]!)) index--;
  return index;
}

/** The end of the word at or after `offset`. */
export function wordAfter(text: string, offset: number): number {
  let index = offset;
  while (index < text.length && !wordCharacter.test(text[index]!)) index++;
  while (index < text.length && wordCharacter.test(text[index]!)) index++;
  return index;
}
