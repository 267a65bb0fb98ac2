import { BlockDocument, checkOffset, Position, positionsEqual } from "../model";

/** What is selected: from the anchor, where it began, to the head, where the caret is. */
export interface Selection {
  readonly anchor: Position;
  readonly head: Position;
}

/** A selection of one place: the caret. */
export function caret(position: Position): Selection {
  return { anchor: position, head: position };
}

/** Whether nothing is between anchor and head. */
export function isCollapsed(selection: Selection): boolean {
  return positionsEqual(selection.anchor, selection.head);
}

/** The ends of a selection in the order of the document. */
export function orderedEnds(document: BlockDocument, selection: Selection): { start: Position; end: Position } {
  const { anchor, head } = selection;
  return document.comparePositions(anchor, head) <= 0 ? { start: anchor, end: head } : { start: head, end: anchor };
}

/**
 * Refuses a selection that is not in the document.
 *
 * Throws a `RangeError` that names the unknown block or the offset.
 */
export function checkSelection(document: BlockDocument, selection: Selection): void {
  for (const position of [selection.anchor, selection.head]) {
    const block = document.get(position.blockID);
    if (block === undefined) throw new RangeError(`there is no block ${position.blockID}`);
    checkOffset(block.text, position.offset);
  }
}
