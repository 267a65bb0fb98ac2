// Structured cloning into a window: its realm's types, files, and ports that move.

import Blob = require("jsdom/lib/jsdom/living/generated/Blob");
import File = require("jsdom/lib/jsdom/living/generated/File");
import utils = require("jsdom/lib/jsdom/living/generated/utils");
import DOMException = require("domexception/webidl2js-wrapper");
import { isPlatformObject } from "../platform-objects";
import type { WindowRecord } from "../window/window-record";
import { structuredClone, type CloneTarget } from "./clone";
import { movePort } from "../messaging/message-channel";

interface BlobImpl {
  readonly _buffer: Uint8Array;
  readonly type: string;
}

interface FileImpl extends BlobImpl {
  readonly name: string;
  readonly lastModified: number;
}

function cloneTarget(source: WindowRecord, target: WindowRecord): CloneTarget {
  const constructors = target.realm.global as unknown as Record<string, new () => object>;
  return {
    ...pickIntrinsics(target),
    constructorNamed: name => constructors[name]!,
    uncloneable: () => uncloneable(source),
    clonePlatformObject(value) {
      const impl = utils.implForWrapper(value);
      if (impl === undefined || impl === null || !Object.prototype.hasOwnProperty.call(value, utils.implSymbol)) {
        if (Object.prototype.toString.call(value) === "[object DOMException]" && hasImpl(value)) {
          const { message, name } = value as Error;
          return DOMException.create(target, [message, name]);
        }
        if (isPlatformObject(value) || hasImpl(value)) throw uncloneable(source);
        return undefined;
      }
      if (File.isImpl(impl)) {
        const file = impl as FileImpl;
        return File.create(target, [[file._buffer], file.name, { type: file.type, lastModified: file.lastModified }]);
      }
      if (Blob.isImpl(impl)) {
        const blob = impl as BlobImpl;
        return Blob.create(target, [[blob._buffer], { type: blob.type, endings: "transparent" }]);
      }
      throw uncloneable(source);
    },
  };
}

/** The packages beside jsdom keep what is behind their objects under symbols of their own, all with one description. */
function hasImpl(value: object): boolean {
  return Object.getOwnPropertySymbols(value).some(({ description }) => description === "impl");
}

function pickIntrinsics(record: WindowRecord) {
  const { Array, ArrayBuffer, BigInt, Boolean, Date, Map, Number, Object, RegExp, Set, String } = record;
  return { Array, ArrayBuffer, BigInt, Boolean, Date, Map, Number, Object, RegExp, Set, String };
}

function uncloneable(record: WindowRecord): Error {
  return DOMException.create(record, ["The object can not be cloned.", "DataCloneError"]);
}

/** A message's content on its way from one window to another, with the ports that go along. */
export interface ClonedMessage {
  readonly data: unknown;
  readonly ports: readonly object[];
}

/** Copies a value from one window into another; what is listed in `transfer` moves. Throws in the source window. */
export function cloneMessage(
  source: WindowRecord, target: WindowRecord, value: unknown, transfer: Iterable<unknown> = [],
): ClonedMessage {
  const moved = new Map<object, object>();
  const ports: object[] = [];
  const buffers: ArrayBuffer[] = [];
  for (const item of transfer) {
    if (typeof item !== "object" || item === null || moved.has(item)) throw uncloneable(source);
    if (Object.prototype.toString.call(item) === "[object ArrayBuffer]") {
      const buffer = item as ArrayBuffer;
      const copy = new target.ArrayBuffer(buffer.byteLength);
      new Uint8Array(copy).set(new Uint8Array(buffer));
      moved.set(buffer, copy);
      buffers.push(buffer);
      continue;
    }
    const port = movePort(source, target, item);
    if (port === undefined) throw uncloneable(source);
    moved.set(item, port);
    ports.push(port);
  }
  const data = structuredClone(value, cloneTarget(source, target), moved);
  // Only now, when nothing can fail any more, the source loses its buffers.
  for (const buffer of buffers) (buffer as ArrayBuffer & { transfer(): ArrayBuffer }).transfer();
  return { data, ports };
}

/** `structuredClone` of a window. */
export function cloneInWindow(record: WindowRecord, value: unknown, transfer?: Iterable<unknown>): unknown {
  return cloneMessage(record, record, value, transfer).data;
}

/** Called by jsdom's history for the state of an entry. */
export const cloneForWindow = (record: WindowRecord, value: unknown): unknown => cloneInWindow(record, value);
