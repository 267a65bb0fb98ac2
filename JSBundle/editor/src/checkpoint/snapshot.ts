import {
  Attributes,
  AttributeValue,
  Block,
  BlockDocument,
  blockProblem,
  isBlockType,
  Mark,
  noAttributes,
  noEmbeds,
  noMarks,
  PlacedEmbed,
} from "../model";
import { decodeUTF8, encodeUTF8, ItemStyle, MarkdownSource, Segment, TextEncodingError } from "../markdown";
import { checksum } from "./checksum";
import { SnapshotError } from "./snapshot-error";

/** The number of the form of document and operations that checkpoints are made of. */
export const editorSchemaVersion = 1;

/** Everything that brings a document back as it was: its blocks with their IDs, and the file it is saved as. */
export interface Snapshot {
  readonly format: "markdown" | "json";
  readonly document: BlockDocument;
  /** The document as it was read from its file, to tell what was changed since. */
  readonly base: BlockDocument;
  /** For Markdown: the source the file was; its base is the same document as `base`. */
  readonly source?: MarkdownSource | undefined;
  /** For JSON: the text the file was. */
  readonly text?: string | undefined;
}

/** A block as a list: ID, type, depth, and then text, attributes, marks and embeds as far as there are any. */
type BlockRow = readonly unknown[];

interface SnapshotJSON {
  readonly format: "markdown" | "json";
  readonly blocks: readonly BlockRow[];
  readonly threads: readonly AttributeValue[];
  readonly graveyard: readonly AttributeValue[];
  /** For each block of the base its index in `blocks` when it is unchanged, or the block; left out if all are. */
  readonly base?: readonly (number | BlockRow)[];
  readonly source?: SourceJSON;
  readonly text?: string;
}

interface SourceJSON {
  readonly text: string;
  readonly start: number;
  /** For each segment: how many blocks it has, how long it is, and how far it is to the next. */
  readonly segments: readonly number[];
  readonly open: readonly number[];
  readonly styles: readonly (readonly [number, string, number])[];
  readonly definitions: boolean;
}

const magic = "bridgehead-snapshot";

/**
 * Writes a snapshot: one line with the version, the checksum and the number of bytes, then JSON.
 *
 * What is restored from it is equal in every block and is still saved without loss.
 */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const { document, base, source } = snapshot;
  const blocks = document.toArray();
  const json: SnapshotJSON = {
    format: snapshot.format,
    blocks: blocks.map(writeBlock),
    threads: document.threads,
    graveyard: document.graveyard,
    ...(base === document ? {} : { base: writeBase(base, document) }),
    ...(source === undefined ? {} : { source: writeSource(source) }),
    ...(snapshot.text === undefined ? {} : { text: snapshot.text }),
  };
  const body = encodeUTF8(JSON.stringify(json));
  const head = encodeUTF8(`${magic} ${editorSchemaVersion} ${checksum(body)} ${body.length}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/**
 * Reads a snapshot.
 *
 * Throws a `SnapshotError` for bytes that are not one, that are of another version, that end too early, that were
 * altered, or that hold something else than a document.
 */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const end = bytes.subarray(0, 200).indexOf(0x0a);
  const line = String.fromCharCode(...bytes.subarray(0, end < 0 ? Math.min(bytes.length, 200) : end));
  if (!line.startsWith(magic.slice(0, line.length)) || line === "") throw new SnapshotError("not-a-snapshot");
  if (end < 0) throw new SnapshotError(bytes.length < 200 ? "truncated" : "not-a-snapshot");
  const match = /^[a-z-]+ (\d+) ([0-9a-f]{16}) (\d+)$/.exec(line);
  if (match === null || !line.startsWith(`${magic} `)) throw new SnapshotError("not-a-snapshot");
  if (Number(match[1]) !== editorSchemaVersion) throw new SnapshotError("unsupported-version");
  const body = bytes.subarray(end + 1);
  if (body.length < Number(match[3])) throw new SnapshotError("truncated");
  if (body.length > Number(match[3]) || checksum(body) !== match[2]) throw new SnapshotError("altered");
  try {
    return readSnapshot(JSON.parse(decodeUTF8(body)) as SnapshotJSON);
  } catch (error) {
    // The checksum was right, so somebody else wrote this; whatever is wrong with it, it is no document.
    const expected = error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError;
    if (expected || error instanceof TextEncodingError) throw new SnapshotError("malformed");
    throw error;
  }
}

function readSnapshot(json: SnapshotJSON): Snapshot {
  const { threads, graveyard, text } = json;
  if (json.format !== "markdown" && json.format !== "json") throw new SnapshotError("malformed");
  const blocks = json.blocks.map(readBlock);
  if (blocks.length === 0) throw new SnapshotError("malformed");
  const document = BlockDocument.of(blocks, { threads: [...threads], graveyard: [...graveyard] });
  const base =
    json.base === undefined
      ? document
      : BlockDocument.of(
          json.base.map((entry) => (typeof entry === "number" ? known(blocks, entry) : readBlock(entry))),
        );
  if (document.duplicateID() !== undefined || (base !== document && base.duplicateID() !== undefined)) {
    throw new SnapshotError("malformed");
  }
  const source = json.source === undefined ? undefined : readSource(json.source, base);
  return { format: json.format, document, base, source, text };
}

function known(blocks: readonly Block[], index: number): Block {
  if (blocks[index] === undefined) throw new SnapshotError("malformed");
  return blocks[index];
}

function writeBlock(block: Block): BlockRow {
  const row: unknown[] = [block.id, block.type, block.depth];
  const { text, attributes, marks, embeds } = block;
  const hasAttributes = Object.keys(attributes).length > 0;
  if (text === "" && !hasAttributes) return row;
  row.push(text);
  if (!hasAttributes && marks.length === 0 && embeds.length === 0) return row;
  row.push(attributes);
  if (marks.length === 0 && embeds.length === 0) return row;
  row.push(marks.map((mark) => [mark.type, mark.start, mark.end, mark.attributes]));
  if (embeds.length > 0) row.push(embeds.map((embed) => [embed.offset, embed.type, embed.attributes]));
  return row;
}

function readBlock(row: BlockRow): Block {
  const [id, type, depth, text = "", attributes = noAttributes, marks, embeds] = row;
  if (typeof id !== "string" || typeof type !== "string" || typeof text !== "string" || !isBlockType(type)) {
    throw new SnapshotError("malformed");
  }
  if (typeof depth !== "number" || !Number.isInteger(depth) || depth < 0) throw new SnapshotError("malformed");
  const block = new Block(id, type, depth, attributes as Attributes, text, readMarks(marks), readEmbeds(embeds));
  if (blockProblem(block) !== undefined) throw new SnapshotError("malformed");
  return block;
}

function readMarks(rows: unknown): readonly Mark[] {
  if (rows === undefined) return noMarks;
  return (rows as [Mark["type"], number, number, Attributes][]).map(([type, start, end, attributes]) => ({
    type,
    start,
    end,
    attributes,
  }));
}

function readEmbeds(rows: unknown): readonly PlacedEmbed[] {
  if (rows === undefined) return noEmbeds;
  return (rows as [number, PlacedEmbed["type"], Attributes][]).map(([offset, type, attributes]) => ({
    offset,
    type,
    attributes,
  }));
}

function writeBase(base: BlockDocument, document: BlockDocument): (number | BlockRow)[] {
  return base.toArray().map((block) => {
    const index = document.indexOf(block.id);
    return index >= 0 && document.at(index) === block ? index : writeBlock(block);
  });
}

function writeSource({ fields }: MarkdownSource): SourceJSON {
  const open: number[] = [];
  const segments: number[] = [];
  fields.segments.forEach((segment, number) => {
    segments.push(segment.count, segment.end - segment.start, segment.next - segment.end);
    if (segment.open) open.push(number);
  });
  return {
    text: fields.text,
    start: fields.segments[0].start,
    segments,
    open,
    styles: [...fields.styles].map(([index, { prefix, indent }]) => [index, prefix, indent] as const),
    definitions: fields.definitions,
  };
}

function readSource(json: SourceJSON, base: BlockDocument): MarkdownSource {
  const open = new Set(json.open);
  const segments: Segment[] = [];
  let first = 0;
  let start = json.start;
  for (let at = 0; at < json.segments.length; at += 3) {
    const count = json.segments[at];
    const end = start + json.segments[at + 1];
    const next = end + json.segments[at + 2];
    segments.push({ first, count, start, end, next, open: open.has(at / 3) });
    first += count;
    start = next;
  }
  if (first !== base.count || start !== json.text.length) throw new SnapshotError("malformed");
  const styles = new Map<number, ItemStyle>(json.styles.map(([index, prefix, indent]) => [index, { prefix, indent }]));
  return new MarkdownSource(base, { text: json.text, segments, styles, definitions: json.definitions });
}
