// UTF-8 both ways, as the Encoding Standard has it. Strings may hold lone surrogates; bytes may be anything.

const chunk = 8192;

/** The UTF-8 bytes of a string; a lone surrogate becomes U+FFFD. */
export function encodeUTF8(text: string): Uint8Array {
  const bytes = new Uint8Array(byteLength(text));
  encodeInto(text, bytes);
  return bytes;
}

function byteLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) {
      length += 4;
      index++;
    } else length += 3;
  }
  return length;
}

/** Writes as many whole characters as fit; says how many UTF-16 units were read and bytes written. */
export function encodeInto(text: string, bytes: Uint8Array): { read: number; written: number } {
  let written = 0;
  let index = 0;
  for (; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      if (written + 1 > bytes.length) break;
      bytes[written++] = unit;
      continue;
    }
    let code = unit;
    let units = 1;
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) {
      code = 0x10000 + ((unit - 0xd800) << 10) + (text.charCodeAt(index + 1) - 0xdc00);
      units = 2;
    } else if (unit >= 0xd800 && unit <= 0xdfff) {
      code = 0xfffd;
    }
    const needed = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (written + needed > bytes.length) break;
    if (needed === 2) {
      bytes[written++] = 0xc0 | (code >> 6);
    } else {
      if (needed === 3) {
        bytes[written++] = 0xe0 | (code >> 12);
      } else {
        bytes[written++] = 0xf0 | (code >> 18);
        bytes[written++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[written++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[written++] = 0x80 | (code & 0x3f);
    index += units - 1;
  }
  return { read: index, written };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Decodes UTF-8 in pieces: an incomplete sequence at the end of one piece continues in the next. */
export class UTF8Decoder {
  readonly #fatal: boolean;
  #code = 0;
  #needed = 0;
  #seen = 0;
  #lower = 0x80;
  #upper = 0xbf;

  constructor(fatal: boolean) {
    this.#fatal = fatal;
  }

  /** Throws a RangeError on malformed bytes if the decoder is fatal; otherwise each malformed piece becomes U+FFFD. */
  decode(bytes: Uint8Array, end: boolean): string {
    let text = "";
    let units: number[] = [];
    const flush = () => {
      text += String.fromCharCode(...units);
      units = [];
    };
    let index = 0;
    while (index < bytes.length) {
      if (units.length >= chunk) flush();
      const byte = bytes[index]!;
      if (this.#needed === 0) {
        index++;
        if (byte < 0x80) units.push(byte);
        else if (!this.#begin(byte)) units.push(this.#malformed());
        continue;
      }
      if (byte < this.#lower || byte > this.#upper) {
        // The byte is not part of the sequence: it is read again as the start of another.
        this.#reset();
        units.push(this.#malformed());
        continue;
      }
      index++;
      this.#lower = 0x80;
      this.#upper = 0xbf;
      this.#code = (this.#code << 6) | (byte & 0x3f);
      if (++this.#seen === this.#needed) {
        const code = this.#code;
        this.#reset();
        if (code < 0x10000) units.push(code);
        else units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
      }
    }
    if (end && this.#needed !== 0) {
      this.#reset();
      units.push(this.#malformed());
    }
    flush();
    return text;
  }

  #begin(byte: number): boolean {
    if (byte >= 0xc2 && byte <= 0xdf) {
      this.#needed = 1;
      this.#code = byte & 0x1f;
    } else if (byte >= 0xe0 && byte <= 0xef) {
      if (byte === 0xe0) this.#lower = 0xa0;
      if (byte === 0xed) this.#upper = 0x9f;
      this.#needed = 2;
      this.#code = byte & 0xf;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      if (byte === 0xf0) this.#lower = 0x90;
      if (byte === 0xf4) this.#upper = 0x8f;
      this.#needed = 3;
      this.#code = byte & 0x7;
    } else {
      return false;
    }
    return true;
  }

  #reset(): void {
    this.#code = this.#needed = this.#seen = 0;
    this.#lower = 0x80;
    this.#upper = 0xbf;
  }

  #malformed(): number {
    if (this.#fatal) {
      this.#reset();
      throw new RangeError("malformed UTF-8");
    }
    return 0xfffd;
  }
}
