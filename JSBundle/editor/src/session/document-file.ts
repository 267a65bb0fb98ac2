import { BridgeError, DocumentFormat } from "../bridge";
import { Snapshot } from "../checkpoint";
import { decodeUTF8, encodeUTF8, parseMarkdown, serializeMarkdown, TextEncodingError } from "../markdown";
import { BlockDocument, DocumentFormatError, documentFromJSON, documentToJSON, IdentifierGenerator } from "../model";
import { Recorder } from "./recorder";

/** A document as it was read from a file, with what is needed to write the file again. */
export type DocumentFile = Omit<Snapshot, "document">;

/** Reads a file. Fails with `payload_invalid` and the place of the fault; the message never repeats what stands there. */
export function readFile(
  bytes: Uint8Array,
  format: DocumentFormat,
  makeIdentifier: IdentifierGenerator,
  recorder: Recorder,
): DocumentFile {
  try {
    const text = recorder.measure("decode text", () => decodeUTF8(bytes));
    if (format === "markdown") {
      const { document, source } = recorder.measure("parse markdown", () => parseMarkdown(text, makeIdentifier));
      return { format, base: document, source };
    }
    const json = recorder.measure("parse json", () => parseJSON(text));
    return { format, base: recorder.measure("build model", () => documentFromJSON(json, makeIdentifier)), text };
  } catch (error) {
    if (error instanceof TextEncodingError) throw new BridgeError("payload_invalid", error.message);
    if (error instanceof DocumentFormatError) {
      throw new BridgeError("payload_invalid", `line 1, column 1: the file is not a document: ${error.message}`);
    }
    throw error;
  }
}

/** Writes a document as a file; what the person did not change comes out as it went in, as far as the format allows. */
export function writeFile(file: DocumentFile, document: BlockDocument, format: DocumentFormat): Uint8Array {
  if (format === "markdown") return encodeUTF8(serializeMarkdown(document, file.source));
  if (file.format === "json" && file.text !== undefined && file.base === document) return encodeUTF8(file.text);
  const indentation = file.text === undefined ? 2 : indentationOf(file.text);
  return encodeUTF8(JSON.stringify(documentToJSON(document), undefined, indentation) + "\n");
}

/** Parses JSON; engines word their faults differently and quote the text, so the place is found here and nothing is quoted. */
function parseJSON(text: string): unknown {
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return JSON.parse(content);
  } catch {
    const at = faultIn(content);
    const lines = content.slice(0, at).split("\n");
    const column = [...lines[lines.length - 1]].length + 1;
    throw new BridgeError("payload_invalid", `line ${lines.length}, column ${column}: the file is not JSON`);
  }
}

type Expected = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end" | "nothing";

/** How far JSON text is right: the offset of the first unit that cannot stand where it stands. */
export function faultIn(text: string): number {
  const tokens = /[ \t\n\r]*(?:("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{},:]))/y;
  const open: ("[" | "{")[] = [];
  // What may come next; a value that opened an object expects a key or its end, and so on.
  let expects: Expected = "value";
  const afterValue = (): Expected => (open.length === 0 ? "nothing" : "comma-or-end");
  let at = 0;
  for (;;) {
    tokens.lastIndex = at;
    const token = tokens.exec(text);
    const start = at + (/^[ \t\n\r]*/.exec(text.slice(at, at + 4096))?.[0].length ?? 0);
    if (token === null) return start;
    const [, quoted, plain, mark] = token;
    const wantsValue: boolean = expects === "value" || expects === "value-or-end";
    if (quoted !== undefined && (expects === "key" || expects === "key-or-end")) expects = "colon";
    else if ((quoted !== undefined || plain !== undefined) && wantsValue) expects = afterValue();
    else if ((mark === "[" || mark === "{") && wantsValue) {
      open.push(mark);
      expects = mark === "[" ? "value-or-end" : "key-or-end";
    } else if (mark === ":" && expects === "colon") expects = "value";
    else if (mark === "," && expects === "comma-or-end") expects = open[open.length - 1] === "[" ? "value" : "key";
    else if (mark === "]" && open[open.length - 1] === "[" && (expects === "comma-or-end" || expects === "value-or-end")) {
      open.pop();
      expects = afterValue();
    } else if (mark === "}" && open[open.length - 1] === "{" && (expects === "comma-or-end" || expects === "key-or-end")) {
      open.pop();
      expects = afterValue();
    } else return start;
    at = tokens.lastIndex;
  }
}

/** How the JSON was indented: the white space before its first member. */
function indentationOf(text: string): string {
  return /^\s*\{(?:\r?\n([ \t]*))?/.exec(text)?.[1] ?? "";
}
