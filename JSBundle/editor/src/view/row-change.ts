import { BlockDocument } from "../model";
import { DocumentOperation } from "../transform";
import { RowChange } from "./ranges";

/**
 * The stretch of blocks that operations changed, from the IDs they name: blocks before it and after it are the same in both documents.
 * Costs a look-up per operation, whatever the size of the document.
 */
export function rowChange(
  before: BlockDocument,
  after: BlockDocument,
  operations: readonly DocumentOperation[],
): RowChange | undefined {
  if (before === after) return undefined;
  let from = Infinity;
  let oldEnd = 0;
  let newEnd = 0;
  for (const id of touchedBlocks(operations)) {
    const old = before.indexOf(id);
    if (old >= 0) {
      from = Math.min(from, old);
      oldEnd = Math.max(oldEnd, old + 1);
    }
    const now = after.indexOf(id);
    if (now >= 0) {
      from = Math.min(from, now);
      newEnd = Math.max(newEnd, now + 1);
    }
  }
  if (from === Infinity) return undefined;
  const grown = after.count - before.count;
  // What follows the stretch moved by as much as the document grew.
  newEnd = Math.max(newEnd, oldEnd + grown, from);
  oldEnd = newEnd - grown;
  return { from, oldCount: oldEnd - from, newCount: newEnd - from };
}

function touchedBlocks(operations: readonly DocumentOperation[]): Set<string> {
  const touched = new Set<string>();
  for (const operation of operations) {
    switch (operation.type) {
      case "insertText":
      case "deleteRange":
        touched.add(operation.blockID);
        break;
      case "splitBlock":
        touched.add(operation.blockID).add(operation.newBlockID);
        break;
      case "mergeBlocks":
        touched.add(operation.leadingID).add(operation.trailingID);
        break;
      case "setAttributes":
        touched.add(operation.targetID);
        break;
      case "insertEmbed":
        touched.add(operation.parentID);
        break;
    }
  }
  return touched;
}
