// What a document's bytes say, and in which language.

import sniffEncoding = require("html-encoding-sniffer");
import MIMEType = require("whatwg-mimetype");
import { encodingForLabel } from "../encoding/labels";
import { decode, encodingOfMark } from "../encoding/text-decoding";

/** The kind of a document by its content type; undefined for what is not markup. */
export function kindOfMarkup(contentType: string): "html" | "xml" | undefined {
  const type = MIMEType.parse(contentType);
  if (type === null || type.isHTML()) return "html";
  return type.isXML() ? "xml" : undefined;
}

/** Decodes a document: byte order mark, then the content type's charset, then what the markup says, then UTF-8. */
export function decodeMarkup(body: Uint8Array, contentType: string): { readonly encoding: string; readonly text: string } {
  const charset = MIMEType.parse(contentType)?.parameters.get("charset");
  const encoding = sniffEncoding(body, { transportLayerEncodingLabel: charset, defaultEncoding: "UTF-8" });
  return { encoding, text: decode(body, encodingOfMark(body) ?? encodingForLabel(encoding) ?? "utf-8") };
}
