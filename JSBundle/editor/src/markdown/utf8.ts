/** Bytes that are not text; says where, and never repeats what is there. */
export class TextEncodingError extends Error {
  override readonly name = "TextEncodingError";

  constructor(
    readonly reason: "not-utf-8" | "null-character",
    /** The line of the first bad byte, counted from 1. */
    readonly line: number,
    /** The column of the first bad byte in characters, counted from 1. */
    readonly column: number,
  ) {
    super(
      `line ${line}, column ${column}: ` +
        (reason === "not-utf-8" ? "the bytes are not UTF-8" : "there is a null character, so this is not a text"),
    );
  }
}

/** Where decoded pieces are cut: as many units as an argument list can safely hold. */
const pieceLength = 8192;

/**
 * Reads UTF-8. A byte order mark stays in the text, as U+FEFF.
 *
 * Throws a `TextEncodingError` with the place of the first byte that is not UTF-8 or is zero.
 */
export function decodeUTF8(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    let end = Math.min(at + pieceLength, bytes.length);
    // A piece ends between characters; more than three bytes that go on a character are no character anyway.
    for (let back = 0; back < 3 && end < bytes.length && (bytes[end] & 0xc0) === 0x80; back++) end--;
    pieces.push(decodePiece(bytes, at, end));
    at = end;
  }
  return pieces.join("");
}

/**
 * Reads a part of the bytes. The engine does the work: a byte at a time in our own code would be several times slower
 * where a document is opened and nothing is compiled yet. Bytes become characters with their numbers, and where those
 * are not ASCII they are read as the UTF-8 they are, by a function that is as strict about it as this one has to be.
 */
function decodePiece(bytes: Uint8Array, from: number, to: number): string {
  const units = String.fromCharCode.apply(null, bytes.subarray(from, to) as unknown as number[]);
  if (units.includes("\0")) throw firstFault(bytes);
  if (!/[\x80-\xff]/.test(units)) return units;
  try {
    // `escape` writes bytes as two digits each, the form that `decodeURIComponent` reads.
    return decodeURIComponent(escape(units));
  } catch (error) {
    if (error instanceof URIError) throw firstFault(bytes);
    throw error;
  }
}

/** Finds the first byte that is zero or not UTF-8 in bytes that are known to have one. */
function firstFault(bytes: Uint8Array): TextEncodingError {
  let at = 0;
  while (at < bytes.length && bytes[at] !== 0) {
    const length = bytes[at] < 0x80 ? 1 : sequenceLength(bytes, at);
    if (length === 0) return errorAt(bytes, at, "not-utf-8");
    at += length;
  }
  return errorAt(bytes, at, at < bytes.length ? "null-character" : "not-utf-8");
}

/** The number of bytes of the character that starts at an index, or 0 for one that is not UTF-8. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  for (let next = 1; next < length; next++) if ((bytes[at + next] & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1];
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0;
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0;
  return length;
}

function errorAt(bytes: Uint8Array, at: number, reason: TextEncodingError["reason"]): TextEncodingError {
  let line = 1;
  let column = 1;
  for (let index = 0; index < at; index++) {
    const byte = bytes[index];
    if (byte === 0x0a || (byte === 0x0d && bytes[index + 1] !== 0x0a)) {
      line++;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      column++;
    }
  }
  return new TextEncodingError(reason, line, column);
}

/** Writes UTF-8. Half a surrogate pair, which no document holds, becomes U+FFFD. */
export function encodeUTF8(text: string): Uint8Array {
  let bytes = new Uint8Array(text.length + (text.length >> 1) + 16);
  let used = 0;
  for (let at = 0; at < text.length; at++) {
    if (used + 4 > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    let code = text.charCodeAt(at);
    if (code < 0x80) {
      bytes[used++] = code;
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      code = text.codePointAt(at) ?? code;
      if (code > 0xffff) at++;
      else code = 0xfffd;
    }
    if (code < 0x800) {
      bytes[used++] = 0xc0 | (code >> 6);
    } else {
      if (code < 0x10000) {
        bytes[used++] = 0xe0 | (code >> 12);
      } else {
        bytes[used++] = 0xf0 | (code >> 18);
        bytes[used++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[used++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[used++] = 0x80 | (code & 0x3f);
  }
  return bytes.subarray(0, used);
}
