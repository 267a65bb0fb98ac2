// `TextEncoder` and `TextDecoder` of a window, over the pure decoders.

import { registerPlatformClasses } from "../platform-objects";
import type { WindowRecord } from "../window/window-record";
import { encodingForLabel } from "./labels";
import { makeDecoder, type StreamDecoder } from "./text-decoding";
import { encodeInto, encodeUTF8 } from "./utf8";

export function makeEncodingInterfaces(record: WindowRecord) {
  class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(text: unknown = ""): Uint8Array {
      const bytes = encodeUTF8(String(text));
      return new record.Uint8Array(toRealm(record, bytes.buffer as ArrayBuffer));
    }
    encodeInto(text: unknown, destination: unknown): object {
      if (Object.prototype.toString.call(destination) !== "[object Uint8Array]") {
        throw new record.TypeError("Argument 2 ('destination') to TextEncoder.encodeInto must be an instance of Uint8Array");
      }
      return Object.assign(new record.Object(), encodeInto(String(text), destination as Uint8Array));
    }
  }

  class TextDecoder {
    readonly #encoding;
    readonly #fatal: boolean;
    readonly #ignoreMark: boolean;
    #decoder: StreamDecoder | undefined;
    #markSeen = false;

    constructor(label: unknown = "utf-8", options: { fatal?: unknown; ignoreBOM?: unknown } | null = {}) {
      const encoding = encodingForLabel(String(label));
      if (encoding === undefined) throw new record.RangeError(`The given encoding '${String(label)}' is not supported.`);
      this.#encoding = encoding;
      this.#fatal = Boolean(options?.fatal);
      this.#ignoreMark = Boolean(options?.ignoreBOM);
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreMark;
    }
    decode(input?: unknown, options: { stream?: unknown } | null = {}): string {
      const bytes = bytesOf(record, input);
      const more = Boolean(options?.stream);
      const decoder = this.#decoder ??= makeDecoder(this.#encoding, this.#fatal);
      let text: string;
      try {
        text = decoder.decode(bytes, !more);
      } catch (error) {
        this.#restart();
        if (error instanceof RangeError) throw new record.TypeError("The encoded data was not valid.");
        throw error;
      }
      if (!this.#markSeen && text !== "") {
        this.#markSeen = true;
        if (!this.#ignoreMark && this.#encoding !== "windows-1252" && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
      }
      if (!more) this.#restart();
      return text;
    }
    #restart(): void {
      this.#decoder = undefined;
      this.#markSeen = false;
    }
  }

  registerPlatformClasses({ TextEncoder, TextDecoder });
  return { TextEncoder, TextDecoder };
}

/** The bytes of an ArrayBuffer or a view on one, without copying. */
export function bytesOf(record: WindowRecord, input: unknown): Uint8Array {
  if (input === undefined) return new Uint8Array(0);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (Object.prototype.toString.call(input) === "[object ArrayBuffer]") return new Uint8Array(input as ArrayBuffer);
  throw new record.TypeError("The value is neither an ArrayBuffer nor a view on one");
}

/** An ArrayBuffer of the page's own realm with the same bytes. */
export function toRealm(record: WindowRecord, buffer: ArrayBuffer): ArrayBuffer {
  const copy = new record.ArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}
