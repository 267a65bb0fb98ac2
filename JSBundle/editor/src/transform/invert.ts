import {
  Attributes,
  AttributeValue,
  attributeValuesEqual,
  Block,
  BlockDocument,
  blockSpecs,
  Mark,
  marksEqual,
  markTypes,
} from "../model";
import { apply } from "./apply";
import { AttributePatch, DocumentOperation, MarkChange } from "./operation";

/**
 * The operations that undo one operation, or several, on the document they are to be applied to.
 *
 * `apply(after, invert(before, operation))` equals `before` exactly, IDs, marks and nesting included. Throws a
 * `RangeError` with the failure's message when the operation does not fit the document, for then there is nothing to
 * undo.
 */
export function invert(
  document: BlockDocument,
  operation: DocumentOperation | readonly DocumentOperation[],
): DocumentOperation[] {
  if (!Array.isArray(operation)) return invertOne(document, operation as DocumentOperation);
  const steps: DocumentOperation[][] = [];
  let current = document;
  for (const step of operation as readonly DocumentOperation[]) {
    steps.push(invertOne(current, step));
    current = applied(current, step);
  }
  return steps.reverse().flat();
}

function applied(document: BlockDocument, operation: DocumentOperation): BlockDocument {
  const result = apply(document, operation);
  if (!result.ok) throw new RangeError(result.message);
  return result.document;
}

function blockOf(document: BlockDocument, id: string): Block {
  const block = document.get(id);
  if (block === undefined) throw new RangeError(`there is no block ${id}`);
  return block;
}

function invertOne(document: BlockDocument, operation: DocumentOperation): DocumentOperation[] {
  const after = applied(document, operation);
  switch (operation.type) {
    case "insertText": {
      const { blockID, offset, text } = operation;
      return text === "" ? [] : [{ type: "deleteRange", blockID, start: offset, end: offset + text.length }];
    }
    case "insertEmbed":
      return [
        { type: "deleteRange", blockID: operation.parentID, start: operation.index, end: operation.index + 1 },
      ];
    case "deleteRange":
      return restoreRange(blockOf(document, operation.blockID), operation.start, operation.end);
    case "splitBlock":
      return [{ type: "mergeBlocks", leadingID: operation.blockID, trailingID: operation.newBlockID }];
    case "mergeBlocks": {
      const leading = blockOf(document, operation.leadingID);
      const trailing = blockOf(document, operation.trailingID);
      const split: DocumentOperation = {
        type: "splitBlock",
        blockID: leading.id,
        offset: leading.length,
        newBlockID: trailing.id,
      };
      const halves = applied(after, split);
      return [split, ...restoreBlock(blockOf(halves, trailing.id), trailing)];
    }
    case "setAttributes":
      return restoreBlock(blockOf(after, operation.targetID), blockOf(document, operation.targetID));
  }
}

/** Puts deleted text back, then its embeds at their places, then the marks. */
function restoreRange(block: Block, start: number, end: number): DocumentOperation[] {
  if (start === end) return [];
  const operations: DocumentOperation[] = [];
  const embeds = block.embeds.filter((embed) => embed.offset >= start && embed.offset < end);
  let at = start;
  for (const { offset, type, attributes } of embeds) {
    if (offset > at) operations.push(textOperation(block, at, offset));
    operations.push({ type: "insertEmbed", parentID: block.id, index: offset, embed: { type, attributes } });
    at = offset + 1;
  }
  if (at < end) operations.push(textOperation(block, at, end));
  const touched = block.marks.filter((mark) => mark.start <= end && mark.end >= start);
  if (touched.length > 0) {
    operations.push({ type: "setAttributes", targetID: block.id, patch: { marks: markChanges(touched, start, end) } });
  }
  return operations;
}

function textOperation(block: Block, from: number, to: number): DocumentOperation {
  return { type: "insertText", blockID: block.id, offset: from, text: block.text.slice(from, to) };
}

/** Clears a range of every mark that may have grown over it, then sets those that were there. */
function markChanges(marks: readonly Mark[], start: number, end: number): MarkChange[] {
  const cleared = markTypes.map((type): MarkChange => ({ type, start, end, attributes: null }));
  return [...cleared, ...marks.map((mark): MarkChange => ({ ...mark }))];
}

/** The one patch that makes `current` say again what `wanted` says; their text is the same. */
function restoreBlock(current: Block, wanted: Block): DocumentOperation[] {
  const patch: { -readonly [key in keyof AttributePatch]: AttributePatch[key] } = {};
  if (current.type !== wanted.type) patch.type = wanted.type;
  if (current.depth !== wanted.depth) patch.depth = wanted.depth;
  const attributes = difference(current.attributes, wanted.attributes);
  if (Object.keys(attributes).length > 0) patch.attributes = attributes;
  // Code has no marks: coming back to it takes them away without being told.
  const inline = blockSpecs[wanted.type].inline;
  if (inline && !marksEqual(current.marks, wanted.marks)) patch.marks = markChanges(wanted.marks, 0, wanted.length);
  if (Object.keys(patch).length === 0) return [];
  return [{ type: "setAttributes", targetID: wanted.id, patch }];
}

function difference(current: Attributes, wanted: Attributes): { [name: string]: AttributeValue } {
  const result: { [name: string]: AttributeValue } = {};
  for (const name of Object.keys(wanted)) {
    const same = name in current && attributeValuesEqual(current[name], wanted[name]);
    if (!same) result[name] = wanted[name];
  }
  for (const name of Object.keys(current)) if (!(name in wanted)) result[name] = null;
  return result;
}
