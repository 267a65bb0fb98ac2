/**
 * Boundaries of what a person sees as one character. Only the stretch of text that can matter is looked at: two
 * printable ASCII characters in a row always have a boundary between them, so looking starts at such a place.
 */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit < 0x7f;
}

/** The nearest place at or before `offset` that is a boundary whatever stands around it. */
function certainBoundary(text: string, offset: number): number {
  let place = Math.min(offset, text.length);
  while (place > 0) {
    if (place < text.length && isPlain(text.charCodeAt(place)) && isPlain(text.charCodeAt(place - 1))) return place;
    place--;
  }
  return 0;
}

/** The nearest certain boundary at or after `offset`. */
function certainBoundaryAfter(text: string, offset: number): number {
  for (let place = Math.max(1, offset); place < text.length; place++) {
    if (isPlain(text.charCodeAt(place)) && isPlain(text.charCodeAt(place - 1))) return place;
  }
  return text.length;
}

/** The start of the character before `offset`; 0 at the start of the text. */
export function previousGrapheme(text: string, offset: number): number {
  if (offset <= 1) return 0;
  const from = certainBoundary(text, offset - 1);
  let last = from;
  for (const { index } of segmenter.segment(text.slice(from, certainBoundaryAfter(text, offset)))) {
    if (from + index >= offset) break;
    last = from + index;
  }
  return last;
}

/** The end of the character after `offset`; the length of the text at its end. */
export function nextGrapheme(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const from = certainBoundary(text, offset);
  const to = certainBoundaryAfter(text, offset + 1);
  for (const { index } of segmenter.segment(text.slice(from, to))) {
    if (from + index > offset) return from + index;
  }
  return to;
}
