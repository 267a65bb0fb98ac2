import {
  addMark,
  attributesFor,
  Attributes,
  Block,
  blockAttributesProblem,
  BlockDocument,
  BlockID,
  blockSpecs,
  cutCode,
  embedCharacter,
  embedProblem,
  markProblem,
  normalizeMarks,
  noEmbeds,
  noMarks,
  offsetProblem,
  removeMark,
  shiftEmbedsForDeletion,
  shiftEmbedsForInsertion,
  shiftMarksForDeletion,
  shiftMarksForInsertion,
  sliceEmbeds,
  sliceMarks,
  textProblem,
} from "../model";
import { ApplyResult, AttributePatch, DocumentOperation, FailureCode, OperationFailure } from "./operation";

/** The deepest a block may be told to stand. */
const deepest = 1000;

/**
 * Applies one operation, or several one after the other.
 *
 * Answers the new document, or a failure that says which operation does not fit and why; then nothing is applied. Never
 * throws for an operation of the right shape.
 */
export function apply(
  document: BlockDocument,
  operation: DocumentOperation | readonly DocumentOperation[],
): ApplyResult {
  const operations = isList(operation) ? operation : [operation];
  let current = document;
  for (let at = 0; at < operations.length; at++) {
    const result = applyOne(current, operations[at]);
    if (!(result instanceof BlockDocument)) return { ...result, at };
    current = result;
  }
  return { ok: true, document: current };
}

function isList(
  operation: DocumentOperation | readonly DocumentOperation[],
): operation is readonly DocumentOperation[] {
  return Array.isArray(operation);
}

function failure(code: FailureCode, message: string): OperationFailure {
  return { ok: false, code, message, at: 0 };
}

function unknown(id: BlockID): OperationFailure {
  return failure("unknown-block", `there is no block ${id}`);
}

function applyOne(document: BlockDocument, operation: DocumentOperation): BlockDocument | OperationFailure {
  switch (operation.type) {
    case "insertText":
      return insertText(document, operation.blockID, operation.offset, operation.text);
    case "deleteRange":
      return deleteRange(document, operation.blockID, operation.start, operation.end);
    case "splitBlock":
      return splitBlock(document, operation.blockID, operation.offset, operation.newBlockID);
    case "mergeBlocks":
      return mergeBlocks(document, operation.leadingID, operation.trailingID);
    case "setAttributes":
      return setAttributes(document, operation.targetID, operation.patch);
    case "insertEmbed": {
      const { parentID, index, embed } = operation;
      const problem = embedProblem(embed);
      if (problem !== undefined) return failure("invalid-attributes", `embed ${problem.path}: ${problem.message}`);
      return change(document, parentID, (block) => {
        if (!blockSpecs[block.type].inline) return failure("not-allowed", `a ${block.type} holds no embeds`);
        const place = offsetProblem(block.text, index);
        if (place !== undefined) return failure("invalid-offset", place);
        const embeds = shiftEmbedsForInsertion(block.embeds, index, 1);
        const placed = { offset: index, type: embed.type, attributes: embed.attributes };
        const text = block.text.slice(0, index) + embedCharacter + block.text.slice(index);
        return block.with({
          text,
          marks: cutCode(shiftMarksForInsertion(block.marks, index, 1), text),
          embeds: [...embeds, placed].sort((left, right) => left.offset - right.offset),
        });
      });
    }
  }
}

function change(
  document: BlockDocument,
  id: BlockID,
  edit: (block: Block) => Block | OperationFailure,
): BlockDocument | OperationFailure {
  const index = document.indexOf(id);
  if (index < 0) return unknown(id);
  const result = edit(document.at(index));
  return result instanceof Block ? document.replace(index, result) : result;
}

function insertText(
  document: BlockDocument,
  id: BlockID,
  offset: number,
  text: string,
): BlockDocument | OperationFailure {
  const problem = textProblem(text);
  if (problem !== undefined) return failure("invalid-text", `the text ${problem}`);
  return change(document, id, (block) => {
    if (!blockSpecs[block.type].text) return failure("not-allowed", `a ${block.type} holds no text`);
    const place = offsetProblem(block.text, offset);
    if (place !== undefined) return failure("invalid-offset", place);
    if (text === "") return block;
    const whole = block.text.slice(0, offset) + text + block.text.slice(offset);
    return block.with({
      text: whole,
      marks: cutCode(shiftMarksForInsertion(block.marks, offset, text.length), whole),
      embeds: shiftEmbedsForInsertion(block.embeds, offset, text.length),
    });
  });
}

function deleteRange(
  document: BlockDocument,
  id: BlockID,
  start: number,
  end: number,
): BlockDocument | OperationFailure {
  return change(document, id, (block) => {
    const place = offsetProblem(block.text, start) ?? offsetProblem(block.text, end);
    if (place !== undefined) return failure("invalid-offset", place);
    if (start > end) return failure("invalid-offset", `start ${start} is after end ${end}`);
    if (start === end) return block;
    return block.with({
      text: block.text.slice(0, start) + block.text.slice(end),
      marks: shiftMarksForDeletion(block.marks, start, end),
      embeds: shiftEmbedsForDeletion(block.embeds, start, end),
    });
  });
}

function splitBlock(
  document: BlockDocument,
  id: BlockID,
  offset: number,
  newID: BlockID,
): BlockDocument | OperationFailure {
  const index = document.indexOf(id);
  if (index < 0) return unknown(id);
  if (newID === "") return failure("malformed", "the new block has no ID");
  if (document.has(newID)) return failure("duplicate-block", `block ${newID} is already there`);
  const block = document.at(index);
  const place = offsetProblem(block.text, offset);
  if (place !== undefined) return failure("invalid-offset", place);
  const leading = block.with({
    text: block.text.slice(0, offset),
    marks: sliceMarks(block.marks, 0, offset),
    embeds: sliceEmbeds(block.embeds, 0, offset),
  });
  const trailing = block.with({
    id: newID,
    text: block.text.slice(offset),
    marks: sliceMarks(block.marks, offset, block.length),
    embeds: sliceEmbeds(block.embeds, offset, block.length),
  });
  return document.splice(index, 1, [leading, trailing]);
}

function mergeBlocks(
  document: BlockDocument,
  leadingID: BlockID,
  trailingID: BlockID,
): BlockDocument | OperationFailure {
  const index = document.indexOf(leadingID);
  if (index < 0) return unknown(leadingID);
  const trailingIndex = document.indexOf(trailingID);
  if (trailingIndex < 0) return unknown(trailingID);
  if (trailingIndex !== index + 1) {
    return failure("not-adjacent", `block ${trailingID} does not follow block ${leadingID}`);
  }
  const leading = document.at(index);
  const trailing = document.at(trailingIndex);
  const spec = blockSpecs[leading.type];
  if (!spec.text && trailing.length > 0) return failure("not-allowed", `a ${leading.type} holds no text`);
  if (!spec.inline && trailing.embeds.length > 0) return failure("not-allowed", `a ${leading.type} holds no embeds`);
  if (trailing.length === 0) return document.splice(trailingIndex, 1);
  const shift = leading.length;
  const moved = spec.inline
    ? trailing.marks.map((mark) => ({ ...mark, start: mark.start + shift, end: mark.end + shift }))
    : noMarks;
  const merged = leading.with({
    text: leading.text + trailing.text,
    marks: normalizeMarks([...leading.marks, ...moved]),
    embeds: [...leading.embeds, ...trailing.embeds.map((embed) => ({ ...embed, offset: embed.offset + shift }))],
  });
  return document.splice(index, 2, [merged]);
}

function setAttributes(document: BlockDocument, id: BlockID, patch: AttributePatch): BlockDocument | OperationFailure {
  return change(document, id, (block) => {
    const type = patch.type ?? block.type;
    const spec = blockSpecs[type];
    if (spec === undefined) return failure("malformed", `there is no block type "${String(type)}"`);
    const depth = patch.depth ?? block.depth;
    if (!Number.isInteger(depth) || depth < 0 || depth > deepest) {
      return failure("malformed", `depth ${depth} is outside 0…${deepest}`);
    }
    if (!spec.text && block.length > 0) return failure("not-allowed", `a ${type} holds no text`);
    if (!spec.inline && block.embeds.length > 0) return failure("not-allowed", `a ${type} holds no embeds`);
    const attributes = patchAttributes(attributesFor(type, block.attributes), patch.attributes);
    const problem = blockAttributesProblem(type, attributes);
    if (problem !== undefined) return failure("invalid-attributes", `${problem.path}: ${problem.message}`);
    const marks = patchMarks(spec.inline ? block.marks : noMarks, block.text, spec.inline, patch);
    if (!Array.isArray(marks)) return marks as OperationFailure;
    return block.with({ type, depth, attributes, marks, embeds: block.embeds.length === 0 ? noEmbeds : block.embeds });
  });
}

function patchAttributes(attributes: Attributes, patch: AttributePatch["attributes"]): Attributes {
  if (patch === undefined) return attributes;
  const result = { ...attributes };
  for (const name of Object.keys(patch)) {
    if (patch[name] === null) delete result[name];
    else result[name] = patch[name];
  }
  return result;
}

function patchMarks(
  marks: Block["marks"],
  text: string,
  allowed: boolean,
  patch: AttributePatch,
): Block["marks"] | OperationFailure {
  let result = marks;
  for (const { type, start, end, attributes } of patch.marks ?? []) {
    if (!allowed) return failure("not-allowed", "code holds no marks");
    const problem = markProblem({ type, start, end, attributes: attributes ?? {} }, text);
    const removesLink = attributes === null && problem !== undefined && problem.path.startsWith("attributes.");
    if (problem !== undefined && !removesLink) {
      const code = problem.path === "start" || problem.path === "end" ? "invalid-offset" : "invalid-attributes";
      return failure(code, `mark ${problem.path}: ${problem.message}`);
    }
    result =
      attributes === null
        ? removeMark(result, type, start, end)
        : cutCode(addMark(result, { type, start, end, attributes }), text);
  }
  return result;
}
