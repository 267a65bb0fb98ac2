import { Block, BlockDocument, blockSpecs, isListItem, Position } from "../model";
import { Command, Draft } from "./command";
import { nextGrapheme, previousGrapheme } from "./graphemes";
import { caret, isCollapsed, orderedEnds, Selection } from "./selection";

/** Deletes what is selected, over as many blocks as it spans; `null` for a caret. */
export const deleteSelection: Command = (state) => {
  if (isCollapsed(state.selection)) return null;
  const draft = new Draft(state);
  const place = deleteBetween(draft, state.selection);
  return draft.finish(caret(place), "delete.selection");
};

/**
 * Deletes the character before the caret. At the start of a block it takes the block's form off first (an item, heading
 * or quote becomes a paragraph), then joins the block with the one before it.
 */
export const backspace: Command = (state) => {
  if (!isCollapsed(state.selection)) return deleteSelection(state, noIdentifiers);
  const { blockID, offset } = state.selection.head;
  const index = state.document.indexOf(blockID);
  const block = state.document.at(index);
  const draft = new Draft(state);
  if (offset > 0) {
    const start = previousGrapheme(block.text, offset);
    draft.add({ type: "deleteRange", blockID, start, end: offset });
    return draft.finish(caret({ blockID, offset: start }), "delete.backward");
  }
  if (isTable(block)) return null;
  const plain = isListItem(block.type) || block.type === "heading" || block.type === "quote" || isEmptyCode(block);
  if (plain) {
    draft.add({ type: "setAttributes", targetID: blockID, patch: { type: "paragraph" } });
    draft.repair(index);
    return draft.finish(caret({ blockID, offset: 0 }), "delete.backward");
  }
  if (index === 0) return null;
  const place = joinWithPrevious(draft, index);
  return place === undefined ? null : draft.finish(caret(place), "delete.backward");
};

/** Deletes the character after the caret; at the end of a block it joins the next one to it. */
export const deleteForward: Command = (state) => {
  if (!isCollapsed(state.selection)) return deleteSelection(state, noIdentifiers);
  const { blockID, offset } = state.selection.head;
  const index = state.document.indexOf(blockID);
  const block = state.document.at(index);
  const draft = new Draft(state);
  if (offset < block.length) {
    draft.add({ type: "deleteRange", blockID, start: offset, end: nextGrapheme(block.text, offset) });
    return draft.finish(caret({ blockID, offset }), "delete.forward");
  }
  if (index + 1 >= state.document.count || isTable(block)) return null;
  const next = state.document.at(index + 1);
  if (isTable(next)) return null;
  const place = joinWithPrevious(draft, index + 1);
  return place === undefined ? null : draft.finish(caret(place), "delete.forward");
};

const noIdentifiers = {
  makeIdentifier: (): string => {
    throw new Error("deleting makes no blocks");
  },
};

function isEmptyCode(block: Block): boolean {
  return block.type === "codeBlock" && block.length === 0;
}

function isTable(block: Block): boolean {
  return block.type === "table" || block.type === "tableRow" || block.type === "tableCell";
}

/** Joins the block at an index to the one before it; answers where the caret goes, or nothing if they stay apart. */
function joinWithPrevious(draft: Draft, index: number): Position | undefined {
  const leading = draft.document.at(index - 1);
  const trailing = draft.document.at(index);
  const joint = { blockID: leading.id, offset: leading.length };
  if (trailing.length === 0) {
    draft.add({ type: "mergeBlocks", leadingID: leading.id, trailingID: trailing.id });
    draft.repair(index - 1);
    return joint;
  }
  const takesForm = leading.type === "paragraph" && leading.length === 0;
  const isAtom = !blockSpecs[leading.type].text && !isTable(leading);
  // Code and text do not run together, nor does text run into a cell: the caret just goes there.
  if (trailing.type === "codeBlock" && !takesForm && !isAtom) return undefined;
  if (isTable(leading) || leading.type === "codeBlock") return joint;
  if (isAtom) return removeAtom(draft, index - 1);
  draft.add({ type: "mergeBlocks", leadingID: leading.id, trailingID: trailing.id });
  if (takesForm && trailing.type !== "paragraph") {
    const { type, attributes, marks } = trailing;
    draft.add({ type: "setAttributes", targetID: leading.id, patch: { type, attributes, marks } });
  }
  draft.repair(index - 1);
  return joint;
}

/** Removes a block without text; the caret stays at the start of the block after it. */
function removeAtom(draft: Draft, index: number): Position {
  const atom = draft.document.at(index);
  const after = draft.document.at(index + 1);
  if (index > 0) {
    draft.add({ type: "mergeBlocks", leadingID: draft.document.at(index - 1).id, trailingID: atom.id });
    draft.repair(index - 1);
    return { blockID: after.id, offset: 0 };
  }
  const { type, depth, attributes } = after;
  draft.add({ type: "setAttributes", targetID: atom.id, patch: { type, depth, attributes } });
  draft.add({ type: "mergeBlocks", leadingID: atom.id, trailingID: after.id });
  draft.repair(index);
  return { blockID: atom.id, offset: 0 };
}

/**
 * Deletes between the ends of a selection and answers the place that is left of it. Cells of a table the selection cuts
 * through lose their text and stay; a table wholly inside goes.
 */
export function deleteBetween(draft: Draft, selection: Selection): Position {
  const { start, end } = orderedEnds(draft.document, selection);
  if (start.blockID === end.blockID) {
    const { blockID, offset } = start;
    if (offset < end.offset) draft.add({ type: "deleteRange", blockID, start: offset, end: end.offset });
    return start;
  }
  const first = draft.document.indexOf(start.blockID);
  const last = draft.document.indexOf(end.blockID);
  const blocks = [...draft.document.blocks(first, last + 1)];
  const kept = new Set(cutTables(draft.document, first, last));
  clear(draft, blocks[0], start.offset, blocks[0].length);
  for (const block of blocks.slice(1, -1)) clear(draft, block, 0, block.length);
  clear(draft, blocks[blocks.length - 1], 0, end.offset);
  const place = makeRoomForText(draft, start, blocks[0]);
  for (let at = 1; at < blocks.length; at++) {
    const index = draft.document.indexOf(blocks[at].id);
    const block = draft.document.at(index);
    if (kept.has(block.id)) continue;
    const leading = draft.document.at(index - 1);
    if (block.length === 0 || (leading.id === place.blockID && takesText(leading, block))) {
      draft.add({ type: "mergeBlocks", leadingID: leading.id, trailingID: block.id });
    }
  }
  draft.repair(draft.document.indexOf(place.blockID));
  return place;
}

/** Whether the text of a block can go on in the one before it. */
function takesText(leading: Block, trailing: Block): boolean {
  const { text, inline } = blockSpecs[leading.type];
  return text && !isTable(leading) && (inline || trailing.embeds.length === 0);
}

function clear(draft: Draft, block: Block, start: number, end: number): void {
  if (start < end) draft.add({ type: "deleteRange", blockID: block.id, start, end });
}

/** The rows, cells and tables among the blocks after `first` that the selection only cuts through. */
function cutTables(document: BlockDocument, first: number, last: number): string[] {
  const result: string[] = [];
  for (let index = first + 1; index <= last; index++) {
    let table = index;
    while (table >= 0 && document.at(table).type !== "table" && isTable(document.at(table))) {
      table = document.parentIndex(table);
    }
    if (table < 0 || document.at(table).type !== "table") continue;
    if (table <= first || document.subtreeEnd(table) > last) result.push(document.at(index).id);
  }
  return result;
}

/** A selection that starts on a block without text leaves a paragraph there. */
function makeRoomForText(draft: Draft, start: Position, block: Block): Position {
  if (!blockSpecs[block.type].text && !isTable(block)) {
    draft.add({ type: "setAttributes", targetID: block.id, patch: { type: "paragraph" } });
  }
  return start;
}
