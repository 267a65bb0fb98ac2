import { Attributes, AttributeValue, noAttributes } from "./attributes";
import { Block, BlockID, BlockType } from "./block";
import { BlockDocument } from "./document";
import { EmbedType, noEmbeds, PlacedEmbed } from "./embed";
import { IdentifierGenerator } from "./identifiers";
import { cutCode, Mark, MarkType, noMarks, normalizeMarks } from "./mark";
import { outline, OutlineNode } from "./outline";
import { allowsChild, blockProblem, isBlockType, isEmbedType, isMarkType } from "./schema";

/** The number of this form of document JSON. */
export const documentVersion = 1;

/** How deep blocks may be nested in JSON from outside. */
export const maximumDepth = 200;

/** One block with the blocks below it, as JSON. */
export interface BlockJSON {
  readonly id: BlockID;
  readonly type: BlockType;
  readonly attributes: Attributes;
  readonly text: string;
  readonly marks: readonly { type: MarkType; start: number; end: number; attributes: Attributes }[];
  readonly embeds: readonly { offset: number; type: EmbedType; attributes: Attributes }[];
  readonly children: readonly BlockJSON[];
}

/** A whole document as JSON. */
export interface DocumentJSON {
  readonly version: number;
  readonly blocks: readonly BlockJSON[];
  readonly threads: readonly AttributeValue[];
  readonly graveyard: readonly AttributeValue[];
}

/** JSON that is not a document: says what is wrong and where, and never repeats text of the document. */
export class DocumentFormatError extends Error {
  override readonly name = "DocumentFormatError";

  constructor(
    /** The way to the fault, as in `blocks[3].children[0].type`; empty for the whole. */
    readonly path: string,
    readonly reason: string,
  ) {
    super(path === "" ? reason : `${path}: ${reason}`);
  }
}

/** The document as plain JSON values. Broken nesting comes out repaired, as the outline shows it. */
export function documentToJSON(document: BlockDocument): DocumentJSON {
  return {
    version: documentVersion,
    blocks: outline(document).map(nodeToJSON),
    threads: document.threads,
    graveyard: document.graveyard,
  };
}

function nodeToJSON({ block, children }: OutlineNode): BlockJSON {
  return {
    id: block.id,
    type: block.type,
    attributes: block.attributes,
    text: block.text,
    marks: block.marks.map(({ type, start, end, attributes }) => ({ type, start, end, attributes })),
    embeds: block.embeds.map(({ offset, type, attributes }) => ({ offset, type, attributes })),
    children: children.map(nodeToJSON),
  };
}

/**
 * Reads a document from JSON values.
 *
 * `attributes`, `marks`, `embeds`, `children`, `threads` and `graveyard` may be left out; a block without an ID gets
 * one from `makeIdentifier`, or is refused without one. Names the format does not have are refused. Throws a
 * `DocumentFormatError` with the path of the first fault. A document without blocks gets one empty paragraph when an ID
 * can be made, for there is always a place to type.
 */
export function documentFromJSON(value: unknown, makeIdentifier?: IdentifierGenerator): BlockDocument {
  const object = readObject(value, "", ["version", "blocks", "threads", "graveyard"]);
  if (object.version !== documentVersion) {
    throw new DocumentFormatError("version", `is not ${documentVersion}, the version this editor knows`);
  }
  const reader = new BlockReader(makeIdentifier);
  readList(object.blocks, "blocks").forEach((block, index) => reader.read(block, `blocks[${index}]`, 0, undefined));
  if (reader.blocks.length === 0) {
    if (makeIdentifier === undefined) throw new DocumentFormatError("blocks", "is empty");
    reader.blocks.push(new Block(makeIdentifier(), "paragraph"));
  }
  const threads = readList(object.threads ?? [], "threads") as AttributeValue[];
  const graveyard = readList(object.graveyard ?? [], "graveyard") as AttributeValue[];
  return BlockDocument.of(reader.blocks, { threads, graveyard });
}

class BlockReader {
  readonly blocks: Block[] = [];
  private readonly seen = new Set<BlockID>();

  constructor(private readonly makeIdentifier: IdentifierGenerator | undefined) {}

  read(value: unknown, path: string, depth: number, parent: BlockType | undefined): void {
    if (depth > maximumDepth) throw new DocumentFormatError(path, `is nested deeper than ${maximumDepth}`);
    const names = ["id", "type", "attributes", "text", "marks", "embeds", "children"];
    const object = readObject(value, path, names);
    const type = readString(object.type, `${path}.type`);
    if (!isBlockType(type)) throw new DocumentFormatError(`${path}.type`, "is not a type of block");
    if (!allowsChild(parent, type)) {
      const place = parent === undefined ? "at the top" : `in a ${parent}`;
      throw new DocumentFormatError(`${path}.type`, `a ${type} cannot stand ${place}`);
    }
    const id = this.readIdentifier(object.id, `${path}.id`);
    const text = object.text === undefined ? "" : readString(object.text, `${path}.text`);
    const marks = readMarks(object.marks, `${path}.marks`);
    const attributes = readAttributes(object.attributes, `${path}.attributes`);
    const block = new Block(id, type, depth, attributes, text, marks, readEmbeds(object.embeds, `${path}.embeds`));
    const problem = blockProblem(block);
    if (problem !== undefined) throw new DocumentFormatError(`${path}.${problem.path}`, problem.message);
    this.blocks.push(marks.length === 0 ? block : block.with({ marks: cutCode(normalizeMarks(marks), text) }));
    if (object.children !== undefined) {
      readList(object.children, `${path}.children`).forEach((child, index) =>
        this.read(child, `${path}.children[${index}]`, depth + 1, type),
      );
    }
  }

  private readIdentifier(value: unknown, path: string): BlockID {
    if (value === undefined && this.makeIdentifier !== undefined) {
      const id = this.makeIdentifier();
      this.seen.add(id);
      return id;
    }
    const id = readString(value, path);
    if (id === "") throw new DocumentFormatError(path, "is empty");
    if (this.seen.has(id)) throw new DocumentFormatError(path, "is the ID of an earlier block");
    this.seen.add(id);
    return id;
  }
}

function readMarks(value: unknown, path: string): readonly Mark[] {
  if (value === undefined) return noMarks;
  return readList(value, path).map((item, index) => {
    const place = `${path}[${index}]`;
    const object = readObject(item, place, ["type", "start", "end", "attributes"]);
    const type = readString(object.type, `${place}.type`);
    if (!isMarkType(type)) throw new DocumentFormatError(`${place}.type`, "is not a type of mark");
    return {
      type,
      start: readNumber(object.start, `${place}.start`),
      end: readNumber(object.end, `${place}.end`),
      attributes: readAttributes(object.attributes, `${place}.attributes`),
    };
  });
}

function readEmbeds(value: unknown, path: string): readonly PlacedEmbed[] {
  if (value === undefined) return noEmbeds;
  return readList(value, path).map((item, index) => {
    const place = `${path}[${index}]`;
    const object = readObject(item, place, ["offset", "type", "attributes"]);
    const type = readString(object.type, `${place}.type`);
    if (!isEmbedType(type)) throw new DocumentFormatError(`${place}.type`, "is not a type of embed");
    const offset = readNumber(object.offset, `${place}.offset`);
    return { offset, type, attributes: readAttributes(object.attributes, `${place}.attributes`) };
  });
}

type JSONObject = { readonly [name: string]: unknown };

function readObject(value: unknown, path: string, names?: readonly string[]): JSONObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DocumentFormatError(path, "is not an object");
  }
  if (names !== undefined) {
    const stranger = Object.keys(value).find((name) => !names.includes(name));
    if (stranger !== undefined) throw new DocumentFormatError(path, `has a name the format does not know`);
  }
  return value as JSONObject;
}

/** Attributes that other programs write without a value; they are read as left out. */
const oftenEmpty: readonly string[] = ["alt", "title", "language"];

function readAttributes(value: unknown, path: string): Attributes {
  if (value === undefined) return noAttributes;
  const object = readObject(value, path);
  const names = Object.keys(object);
  if (names.length === 0) return noAttributes;
  const filled = names.filter((name) => !(object[name] === "" && oftenEmpty.includes(name)));
  if (filled.length === names.length) return object as Attributes;
  return Object.fromEntries(filled.map((name) => [name, object[name] as AttributeValue]));
}

function readList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DocumentFormatError(path, "is not a list");
  return value;
}

function readString(value: unknown, path: string): string {
  if (typeof value !== "string") throw new DocumentFormatError(path, "is not a string");
  return value;
}

function readNumber(value: unknown, path: string): number {
  if (typeof value !== "number") throw new DocumentFormatError(path, "is not a number");
  return value;
}
