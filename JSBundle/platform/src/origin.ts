// Origins. Inside, an origin is a text that is equal for what is of the same origin; outside, opaque ones all read "null".

import { serializeURL, serializeURLOrigin } from "whatwg-url";
import type { URLRecord } from "./jsdom-types";

const opaquePrefix = "opaque:";
const fileOrigin = "file://";
let opaqueOrigins = 0;

/** The origin of a document with this URL. Each call makes another one for URLs whose origin is opaque. */
export function originOf(url: URLRecord): string {
  const tuple = tupleOriginOf(url);
  return tuple ?? `${opaquePrefix}${++opaqueOrigins}`;
}

/** Scheme, host and port; files count as one place, and an app's own scheme has origins like any other. */
function tupleOriginOf(url: URLRecord): string | undefined {
  if (url.scheme === "file") return fileOrigin;
  const standard = serializeURLOrigin(url);
  if (standard !== "null") return standard;
  const parts = /^([^:]+:\/\/)(?:[^/?#]*@)?([^/?#]*)/.exec(serializeURL(url));
  return parts === null ? undefined : parts[1]! + parts[2]!;
}

export function isOpaque(origin: string): boolean {
  return origin.startsWith(opaquePrefix);
}

/** What a page reads as `window.origin`: files do not say where they are from. */
export function originForPages(origin: string): string {
  return isOpaque(origin) || origin === fileOrigin ? "null" : origin;
}

/** What the native side reads. */
export function originForHost(origin: string): string {
  return isOpaque(origin) ? "null" : origin;
}

/** What a page reads as the `origin` of a URL that is an address of its own: `location`, a link. */
export function originOfURL(url: URLRecord): string {
  return tupleOriginOf(url) ?? "null";
}
