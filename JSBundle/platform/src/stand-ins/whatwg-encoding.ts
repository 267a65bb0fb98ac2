// In place of the package of this name, which brings the tables of forty legacy encodings.

import { encodingForLabel, type EncodingName } from "../encoding/labels";
import { decode as decodeText, encodingOfMark } from "../encoding/text-decoding";

const names: Readonly<Record<EncodingName, string>> = {
  "utf-8": "UTF-8", "utf-16le": "UTF-16LE", "utf-16be": "UTF-16BE", "windows-1252": "windows-1252",
};

export function labelToName(label: string | null | undefined): string | null {
  const encoding = label === null || label === undefined ? undefined : encodingForLabel(label);
  return encoding === undefined ? null : names[encoding];
}

export function getBOMEncoding(bytes: Uint8Array): string | null {
  const encoding = encodingOfMark(bytes);
  return encoding === undefined ? null : names[encoding];
}

export function isSupported(name: string): boolean {
  return encodingForLabel(name) !== undefined;
}

export function decode(bytes: Uint8Array, fallbackName: string): string {
  return decodeText(bytes, encodingOfMark(bytes) ?? encodingForLabel(fallbackName) ?? "utf-8");
}
