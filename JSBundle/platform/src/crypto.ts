// `crypto`: random bytes and identifiers from the host. There is no `subtle`, so a page can see that there is none.

import DOMException = require("domexception/webidl2js-wrapper");
import { registerPlatformClasses } from "./platform-objects";
import { host } from "./runtime-state";
import type { WindowRecord } from "./window/window-record";

const integerArrays = new Set([
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array",
  "BigUint64Array",
]);
const mostBytes = 65536;

export function makeCrypto(record: WindowRecord): object {
  const Crypto = new record.Function("return function Crypto() { throw new TypeError('Illegal constructor'); }")() as {
    prototype: object;
  };
  Object.defineProperties(Crypto.prototype, {
    getRandomValues: {
      value: (array: unknown) => {
        if (!ArrayBuffer.isView(array) || !integerArrays.has(Object.prototype.toString.call(array).slice(8, -1))) {
          throw DOMException.create(record, ["The type of an object is incompatible with the expected type of the parameter associated to the object.", "TypeMismatchError"]);
        }
        if (array.byteLength > mostBytes) {
          throw DOMException.create(record, ["The quota has been exceeded.", "QuotaExceededError"]);
        }
        host().fillRandom(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
        return array;
      },
      writable: true, enumerable: true, configurable: true,
    },
    randomUUID: { value: randomUUID, writable: true, enumerable: true, configurable: true },
  });
  registerPlatformClasses({ Crypto });
  Object.defineProperty(record._globalProxy, "Crypto", { value: Crypto, writable: true, configurable: true });
  return Object.create(Crypto.prototype) as object;
}

/** A version 4 UUID. */
function randomUUID(): string {
  const bytes = new Uint8Array(16);
  host().fillRandom(bytes);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
