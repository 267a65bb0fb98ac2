import { Block, blockSpecs, isListItem, Position } from "../model";
import { AttributePatch, MarkChange } from "../transform";
import { Command, CommandContext, Draft } from "./command";
import { deleteBetween } from "./delete-commands";
import { caret, isCollapsed } from "./selection";

/** Puts text where the caret is, in place of what is selected; it takes on the styles of the text before it. */
export function insertText(text: string): Command {
  const clean = text.replace(/\r\n?/g, "\n").replace(/\0/g, "");
  return (state, context) => {
    if (clean === "") return null;
    const draft = new Draft(state);
    const place = ready(draft, context);
    if (place === undefined) return null;
    const { blockID, offset } = place;
    const block = draft.document.at(draft.document.indexOf(blockID));
    draft.add({ type: "insertText", blockID, offset, text: clean });
    const marks = continuedMarks(block, offset, clean.length);
    if (marks.length > 0) draft.add({ type: "setAttributes", targetID: blockID, patch: { marks } });
    return draft.finish(caret({ blockID, offset: offset + clean.length }), "input.type");
  };
}

/** Styles that end at the caret go on over what is typed there; a link does not. */
function continuedMarks(block: Block, offset: number, length: number): MarkChange[] {
  return block.marks
    .filter((mark) => mark.end === offset && mark.type !== "link")
    .map(({ type, attributes }) => ({ type, start: offset, end: offset + length, attributes }));
}

/** Deletes the selection and finds a place for text: a block that holds none gets a paragraph after it. */
function ready(draft: Draft, context: CommandContext): Position | undefined {
  const selection = draft.state.selection;
  const place = isCollapsed(selection) ? selection.head : deleteBetween(draft, selection);
  const block = draft.document.at(draft.document.indexOf(place.blockID));
  if (blockSpecs[block.type].text) return place;
  return paragraphAfter(draft, block, context);
}

function paragraphAfter(draft: Draft, block: Block, context: CommandContext): Position | undefined {
  if (block.type === "table" || block.type === "tableRow") return undefined;
  const newBlockID = context.makeIdentifier();
  draft.add({ type: "splitBlock", blockID: block.id, offset: 0, newBlockID });
  draft.add({ type: "setAttributes", targetID: newBlockID, patch: { type: "paragraph" } });
  return { blockID: newBlockID, offset: 0 };
}

/**
 * Ends the block at the caret and begins the next. In code and in a table cell it begins a new line; an empty item or
 * quote is left instead of continued.
 */
export const enter: Command = (state, context) => {
  const draft = new Draft(state);
  const selection = state.selection;
  const place = isCollapsed(selection) ? selection.head : deleteBetween(draft, selection);
  const index = draft.document.indexOf(place.blockID);
  const block = draft.document.at(index);
  if (!blockSpecs[block.type].text) {
    const after = paragraphAfter(draft, block, context);
    return after === undefined ? null : draft.finish(caret(after), "input.enter");
  }
  if (block.type === "codeBlock" || block.type === "tableCell") {
    draft.add({ type: "insertText", blockID: block.id, offset: place.offset, text: "\n" });
    return draft.finish(caret({ blockID: block.id, offset: place.offset + 1 }), "input.enter");
  }
  if (block.length === 0 && leaves(draft, index, block)) {
    draft.repair(draft.document.indexOf(block.id));
    return draft.finish(caret({ blockID: block.id, offset: 0 }), "input.enter");
  }
  const newBlockID = context.makeIdentifier();
  draft.add({ type: "splitBlock", blockID: block.id, offset: place.offset, newBlockID });
  shapeHalves(draft, block, place.offset, newBlockID);
  draft.repair(draft.document.indexOf(newBlockID));
  return draft.finish(caret({ blockID: newBlockID, offset: 0 }), "input.enter");
};

/** Takes an empty block one step out of its list or quote; answers whether there was a step to take. */
function leaves(draft: Draft, index: number, block: Block): boolean {
  const document = draft.document;
  const parent = document.parentIndex(index);
  const lastInParent = parent >= 0 && document.subtreeEnd(parent) === document.subtreeEnd(index);
  if (parent >= 0 && lastInParent && (isListItem(block.type) || document.at(parent).type === "quote")) {
    const holder = document.at(parent);
    const sibling = isListItem(block.type) && isListItem(holder.type);
    const attributes = holder.type === "taskItem" ? { checked: false } : undefined;
    const form: AttributePatch = sibling ? { type: holder.type, attributes } : {};
    for (const inner of [...document.blocks(index + 1, document.subtreeEnd(index))]) {
      draft.add({ type: "setAttributes", targetID: inner.id, patch: { depth: inner.depth - 1 } });
    }
    draft.add({ type: "setAttributes", targetID: block.id, patch: { ...form, depth: block.depth - 1 } });
    return true;
  }
  if (!isListItem(block.type) && block.type !== "quote") return false;
  draft.add({ type: "setAttributes", targetID: block.id, patch: { type: "paragraph" } });
  return true;
}

/** Gives the two halves of a split block the form that is wanted of them. */
function shapeHalves(draft: Draft, block: Block, offset: number, newBlockID: string): void {
  const shape = (targetID: string, patch: AttributePatch): void => {
    draft.add({ type: "setAttributes", targetID, patch });
  };
  switch (block.type) {
    case "heading":
      if (offset === block.length) shape(newBlockID, { type: "paragraph" });
      else if (offset === 0) shape(block.id, { type: "paragraph" });
      return;
    case "taskItem":
      if (block.attributes.checked === true && offset > 0) shape(newBlockID, { attributes: { checked: false } });
      return;
    case "orderedItem":
      if (block.attributes.start !== undefined) shape(newBlockID, { attributes: { start: null } });
      return;
    case "quote":
      shape(newBlockID, { type: "paragraph", depth: block.depth + 1 });
      return;
    default:
      return;
  }
}
