// The bodies of requests and responses: whole in memory, read once.

import Blob = require("jsdom/lib/jsdom/living/generated/Blob");
import FormData = require("jsdom/lib/jsdom/living/generated/FormData");
import utils = require("jsdom/lib/jsdom/living/generated/utils");
import { decode } from "../encoding/text-decoding";
import { encodeUTF8 } from "../encoding/utf8";
import { host } from "../runtime-state";
import type { WindowRecord } from "../window/window-record";

/** A body's bytes with the content type they imply. */
export interface BodyContent {
  readonly bytes: Uint8Array;
  readonly type: string | undefined;
}

interface BlobImpl {
  readonly _buffer: Uint8Array;
  readonly type: string;
}

interface FormDataImpl {
  readonly _entries: ReadonlyArray<{ readonly name: string; readonly value: string | (BlobImpl & { readonly name: string }) }>;
}

/** Takes the bytes out of what a script gave as a body. */
export function extractBody(value: unknown): BodyContent {
  if (typeof value === "object" && value !== null) {
    const impl = Object.prototype.hasOwnProperty.call(value, utils.implSymbol) ? utils.implForWrapper(value) as object : undefined;
    if (impl !== undefined) {
      if (Blob.isImpl(impl)) {
        const { _buffer, type } = impl as BlobImpl;
        return { bytes: new Uint8Array(_buffer), type: type === "" ? undefined : type };
      }
      if (FormData.isImpl(impl)) return multipart(impl as FormDataImpl);
      if (Object.prototype.toString.call(value) === "[object URLSearchParams]") {
        return { bytes: encodeUTF8(String(value)), type: "application/x-www-form-urlencoded;charset=UTF-8" };
      }
    }
    if (ArrayBuffer.isView(value)) {
      return { bytes: new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice(), type: undefined };
    }
    if (Object.prototype.toString.call(value) === "[object ArrayBuffer]") {
      return { bytes: new Uint8Array(value as ArrayBuffer).slice(), type: undefined };
    }
  }
  return { bytes: encodeUTF8(String(value)), type: "text/plain;charset=UTF-8" };
}

function multipart(data: FormDataImpl): BodyContent {
  const random = new Uint8Array(12);
  host().fillRandom(random);
  const boundary = `----FormBoundary${[...random].map(byte => byte.toString(16).padStart(2, "0")).join("")}`;
  const escape = (text: string) => text.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll("\"", "%22");
  const parts: Uint8Array[] = [];
  for (const { name, value } of data._entries) {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"`;
    if (typeof value === "string") {
      parts.push(encodeUTF8(`${disposition}\r\n\r\n${value.replace(/\r\n|\r|\n/g, "\r\n")}\r\n`));
    } else {
      const type = value.type === "" ? "application/octet-stream" : value.type;
      parts.push(
        encodeUTF8(`${disposition}; filename="${escape(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`), value._buffer,
        encodeUTF8("\r\n"),
      );
    }
  }
  parts.push(encodeUTF8(`--${boundary}--\r\n`));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return { bytes, type: `multipart/form-data; boundary=${boundary}` };
}

/** What `Request` and `Response` have in common. */
export interface BodyState {
  bytes: Uint8Array | null;
  used: boolean;
}

/** Adds the reading methods to a class whose instances have a body. Their promises are the page's own. */
export function addBodyMethods(
  record: WindowRecord, prototype: object, stateOf: (instance: object) => BodyState, typeOf: (instance: object) => string,
): void {
  const take = (instance: object): Uint8Array => {
    const state = stateOf(instance);
    if (state.used) throw new record.TypeError("Body is disturbed or locked");
    if (state.bytes !== null) state.used = true;
    return state.bytes ?? new Uint8Array(0);
  };
  const toBuffer = (bytes: Uint8Array) => {
    const buffer = new record.ArrayBuffer(bytes.length);
    new Uint8Array(buffer).set(bytes);
    return buffer;
  };
  const readers: Record<string, (instance: object) => unknown> = {
    text: instance => decode(take(instance), "utf-8"),
    json: instance => {
      const { JSON: json } = record.realm.global as typeof globalThis;
      return json.parse(decode(take(instance), "utf-8")) as unknown;
    },
    arrayBuffer: instance => toBuffer(take(instance)),
    bytes: instance => new record.Uint8Array(toBuffer(take(instance))),
    blob: instance => Blob.create(record, [[take(instance)], { type: typeOf(instance), endings: "transparent" }]),
  };
  for (const [name, read] of Object.entries(readers)) {
    const value = {
      [name](this: object): Promise<unknown> {
        return new record.Promise(resolve => resolve(read(this)));
      },
    }[name];
    Object.defineProperty(prototype, name, { value, writable: true, enumerable: true, configurable: true });
  }
  Object.defineProperty(prototype, "bodyUsed", {
    get(this: object) {
      return stateOf(this).used;
    },
    enumerable: true, configurable: true,
  });
}
