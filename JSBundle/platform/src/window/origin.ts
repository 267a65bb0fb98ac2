// Origins as WebKit has them. The URL standard gives every address outside its special schemes an opaque origin; WebKit's pages on an app's
// own scheme (WKURLSchemeHandler) have the origin `scheme://host`, and apps compare it.

import { serializeURLOrigin } from "whatwg-url";

interface Address {
  readonly scheme: string;
  readonly host: unknown;
  readonly port: number | null;
}

const withoutOrigin = new Set(["about", "data", "blob", "javascript", "file"]);

/** The serialized origin of a parsed address. */
export function originOfURL(url: Parameters<typeof serializeURLOrigin>[0]): string {
  const serialized = serializeURLOrigin(url);
  const { scheme, host, port } = url as unknown as Address;
  if (serialized !== "null" || typeof host !== "string" || host === "" || withoutOrigin.has(scheme)) return serialized;
  return `${scheme}://${host}${port === null ? "" : `:${port}`}`;
}
