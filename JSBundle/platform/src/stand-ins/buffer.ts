// The few parts of Node's Buffer that jsdom's Blob, FileReader and data URLs use.

import { btoa } from "../base64";
import { decode } from "../encoding/text-decoding";
import { encodeUTF8 } from "../encoding/utf8";

export class ByteBuffer extends Uint8Array {
  static alloc(length: number): ByteBuffer {
    return new ByteBuffer(length);
  }

  static fromData(data: string | ArrayBuffer | Uint8Array, offset?: number, length?: number): ByteBuffer {
    if (typeof data === "string") {
      const bytes = encodeUTF8(data);
      return new ByteBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    if (ArrayBuffer.isView(data)) {
      const copy = new ByteBuffer(data.length);
      copy.set(data);
      return copy;
    }
    return new ByteBuffer(data, offset, length);
  }

  static concat(parts: readonly Uint8Array[]): ByteBuffer {
    const whole = new ByteBuffer(parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    return whole;
  }

  /** Shares memory, as Node's does. */
  override slice(start?: number, end?: number): ByteBuffer {
    const part = this.subarray(start, end);
    return new ByteBuffer(part.buffer, part.byteOffset, part.byteLength);
  }

  override toString(encoding?: string): string {
    if (encoding === "base64") return btoa(binary(this));
    if (encoding === "binary" || encoding === "latin1") return binary(this);
    return decode(this, "utf-8");
  }
}

function binary(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
