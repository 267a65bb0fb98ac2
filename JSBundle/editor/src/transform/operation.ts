import { AttributeValue, Attributes, BlockDocument, BlockID, BlockType, Embed, MarkType } from "../model";

/** Sets one mark over a range of the block's text, or takes it away (`attributes: null`). */
export interface MarkChange {
  readonly type: MarkType;
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes | null;
}

/** What changes about a block besides its text. Everything left out stays as it is. */
export interface AttributePatch {
  /** Becomes this type; attributes the new type does not know go away. */
  readonly type?: BlockType;
  /** Comes to stand this deep. */
  readonly depth?: number;
  /** Values to set by name; `null` takes an attribute away. */
  readonly attributes?: { readonly [name: string]: AttributeValue };
  /** Changes to inline marks, one after the other; set or unset, never toggled. */
  readonly marks?: readonly MarkChange[];
}

/**
 * One change of a document as plain data: it can be stored, sent and replayed.
 *
 * - `insertText` puts text before the unit at `offset`; marks strictly around the place grow, marks that end or start
 *   there do not.
 * - `deleteRange` takes the units from `start` up to `end` away, with the embeds among them.
 * - `splitBlock` cuts a block in two; the second has the same type, depth and attributes and comes right after the
 *   first, so that what is nested in the block stays below the second.
 * - `mergeBlocks` appends the block that follows to the one before it; the second is gone, and so is what it was
 *   besides text (its type and attributes). What was nested in it follows the first.
 * - `setAttributes` changes type, depth, attributes and marks of a block.
 * - `insertEmbed` puts an embed into the text of block `parentID`, before the unit at `index`.
 *
 * A new block is made by `splitBlock` and shaped by `setAttributes`; a block is removed by `deleteRange` over its text
 * and `mergeBlocks` into the one before it.
 */
export type DocumentOperation =
  | { readonly type: "insertText"; readonly blockID: BlockID; readonly offset: number; readonly text: string }
  | { readonly type: "deleteRange"; readonly blockID: BlockID; readonly start: number; readonly end: number }
  | { readonly type: "splitBlock"; readonly blockID: BlockID; readonly offset: number; readonly newBlockID: BlockID }
  | { readonly type: "mergeBlocks"; readonly leadingID: BlockID; readonly trailingID: BlockID }
  | { readonly type: "setAttributes"; readonly targetID: BlockID; readonly patch: AttributePatch }
  | { readonly type: "insertEmbed"; readonly parentID: BlockID; readonly index: number; readonly embed: Embed };

/** Why an operation does not fit a document. */
export type FailureCode =
  | "unknown-block"
  | "duplicate-block"
  | "invalid-offset"
  | "invalid-text"
  | "invalid-attributes"
  | "not-allowed"
  | "not-adjacent"
  | "malformed";

/** The expected failure of an operation: a value, not an exception. */
export interface OperationFailure {
  readonly ok: false;
  readonly code: FailureCode;
  readonly message: string;
  /** Which operation of a list failed, counted from 0. */
  readonly at: number;
}

/** The outcome of applying operations: the new document, or why there is none. */
export type ApplyResult = { readonly ok: true; readonly document: BlockDocument } | OperationFailure;
