import { Attributes, attributesEqual, noAttributes } from "./attributes";
import { embedsEqual, noEmbeds, PlacedEmbed } from "./embed";
import { Mark, marksEqual, noMarks } from "./mark";

/** The name of a block, the same for as long as the block lives, in every copy of the document. */
export type BlockID = string;

/** The kinds of block. */
export type BlockType =
  | "paragraph"
  | "heading"
  | "bulletItem"
  | "orderedItem"
  | "taskItem"
  | "quote"
  | "codeBlock"
  | "divider"
  | "table"
  | "tableRow"
  | "tableCell"
  | "image"
  | "embed"
  | "raw";

/** What a block is made of. */
export interface BlockFields {
  readonly id: BlockID;
  readonly type: BlockType;
  /** How deep the block is nested; 0 at the top. */
  readonly depth: number;
  readonly attributes: Attributes;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly embeds: readonly PlacedEmbed[];
}

/**
 * One block of a document: an immutable value.
 *
 * A change makes another value, and a block that nothing changed is the same object in the document before and after,
 * so `===` answers "was this touched?" for the view and for saving. The constructor trusts its caller; what comes from
 * outside goes through `blockProblem` of the schema first.
 */
export class Block implements BlockFields {
  constructor(
    readonly id: BlockID,
    readonly type: BlockType,
    readonly depth: number = 0,
    readonly attributes: Attributes = noAttributes,
    readonly text: string = "",
    readonly marks: readonly Mark[] = noMarks,
    readonly embeds: readonly PlacedEmbed[] = noEmbeds,
  ) {}

  /** The number of UTF-16 units of the text. */
  get length(): number {
    return this.text.length;
  }

  /** The same block with some fields replaced. */
  with(changes: Partial<BlockFields>): Block {
    return new Block(
      changes.id ?? this.id,
      changes.type ?? this.type,
      changes.depth ?? this.depth,
      changes.attributes ?? this.attributes,
      changes.text ?? this.text,
      changes.marks ?? this.marks,
      changes.embeds ?? this.embeds,
    );
  }
}

/** Whether two blocks say the same, their IDs aside. */
export function sameContent(left: Block, right: Block): boolean {
  return (
    left === right ||
    (left.type === right.type &&
      left.depth === right.depth &&
      left.text === right.text &&
      attributesEqual(left.attributes, right.attributes) &&
      marksEqual(left.marks, right.marks) &&
      embedsEqual(left.embeds, right.embeds))
  );
}

/** Whether two blocks are equal in every field. */
export function blocksEqual(left: Block, right: Block): boolean {
  return left === right || (left.id === right.id && sameContent(left, right));
}
