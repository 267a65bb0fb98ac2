// In place of whatwg-url's own, which wants TextEncoder and TextDecoder to exist.

import { encodeUTF8 } from "../encoding/utf8";
import { makeDecoder } from "../encoding/text-decoding";

export const utf8Encode = (text: string): Uint8Array => encodeUTF8(text);

export const utf8DecodeWithoutBOM = (bytes: Uint8Array): string => makeDecoder("utf-8", false).decode(bytes, true);
