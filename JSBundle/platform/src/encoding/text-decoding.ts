// Bytes to text in the encodings pages of an app's own bundle use.

import type { EncodingName } from "./labels";
import { UTF8Decoder } from "./utf8";

/** Decodes bytes in pieces. `decode` throws a RangeError on malformed input if the decoder is fatal. */
export interface StreamDecoder {
  decode(bytes: Uint8Array, end: boolean): string;
}

export function makeDecoder(encoding: EncodingName, fatal: boolean): StreamDecoder {
  switch (encoding) {
    case "utf-8": return new UTF8Decoder(fatal);
    case "utf-16le": return new UTF16Decoder(fatal, false);
    case "utf-16be": return new UTF16Decoder(fatal, true);
    case "windows-1252": return windows1252;
  }
}

/** Decodes a whole text, dropping a byte order mark; malformed bytes become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: EncodingName): string {
  const text = makeDecoder(encoding, false).decode(bytes, true);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The encoding a byte order mark announces. */
export function encodingOfMark(bytes: Uint8Array): EncodingName | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

class UTF16Decoder implements StreamDecoder {
  readonly #fatal: boolean;
  readonly #bigEndian: boolean;
  #heldByte = -1;
  #heldSurrogate = -1;

  constructor(fatal: boolean, bigEndian: boolean) {
    this.#fatal = fatal;
    this.#bigEndian = bigEndian;
  }

  decode(bytes: Uint8Array, end: boolean): string {
    const units: string[] = [];
    for (const byte of bytes) {
      if (this.#heldByte < 0) {
        this.#heldByte = byte;
        continue;
      }
      const unit = this.#bigEndian ? (this.#heldByte << 8) | byte : (byte << 8) | this.#heldByte;
      this.#heldByte = -1;
      this.#take(unit, units);
    }
    if (end) {
      if (this.#heldSurrogate >= 0 || this.#heldByte >= 0) units.push(this.#malformed());
      this.#heldByte = this.#heldSurrogate = -1;
    }
    return units.join("");
  }

  #take(unit: number, units: string[]): void {
    const high = this.#heldSurrogate;
    if (high >= 0) {
      this.#heldSurrogate = -1;
      if (unit >= 0xdc00 && unit <= 0xdfff) {
        units.push(String.fromCharCode(high, unit));
        return;
      }
      units.push(this.#malformed());
    }
    if (unit >= 0xd800 && unit <= 0xdbff) this.#heldSurrogate = unit;
    else if (unit >= 0xdc00 && unit <= 0xdfff) units.push(this.#malformed());
    else units.push(String.fromCharCode(unit));
  }

  #malformed(): string {
    if (this.#fatal) {
      this.#heldByte = this.#heldSurrogate = -1;
      throw new RangeError("malformed UTF-16");
    }
    return "\ufffd";
  }
}

/** What windows-1252 has at 0x80 to 0x9f, where Latin-1 has control characters. */
const upperControls =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

const windows1252: StreamDecoder = {
  decode(bytes) {
    let text = "";
    for (const byte of bytes) {
      text += byte >= 0x80 && byte <= 0x9f ? upperControls[byte - 0x80]! : String.fromCharCode(byte);
    }
    return text;
  },
};
