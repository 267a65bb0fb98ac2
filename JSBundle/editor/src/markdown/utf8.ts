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
  const units = new Uint16Array(pieceLength + 2);
  let used = 0;
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at];
    if (first < 0x80) {
      if (first === 0) throw errorAt(bytes, at, "null-character");
      units[used++] = first;
      at++;
    } else {
      const length = sequenceLength(bytes, at);
      if (length === 0) throw errorAt(bytes, at, "not-utf-8");
      let code = first & (0x7f >> length);
      for (let next = 1; next < length; next++) code = (code << 6) | (bytes[at + next] & 0x3f);
      at += length;
      if (code < 0x10000) {
        units[used++] = code;
      } else {
        units[used++] = 0xd7c0 + (code >> 10);
        units[used++] = 0xdc00 + (code & 0x3ff);
      }
    }
    if (used >= pieceLength) {
      pieces.push(String.fromCharCode.apply(null, units.subarray(0, used) as unknown as number[]));
      used = 0;
    }
  }
  pieces.push(String.fromCharCode.apply(null, units.subarray(0, used) as unknown as number[]));
  return pieces.join("");
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
