import { BlockDocument, Position } from "../model";
import { DocumentOperation } from "./operation";

/** Which side of text that comes in at its very place a position stays on: before it (-1) or after it (1). */
export type Side = -1 | 1;

/**
 * Where a position is after an operation, given the document before it.
 *
 * A position in deleted text comes to stand where the text was; one in a block that was merged away follows its text.
 */
export function mapPosition(
  position: Position,
  operation: DocumentOperation,
  before: BlockDocument,
  side: Side = 1,
): Position {
  switch (operation.type) {
    case "insertText":
      return operation.blockID === position.blockID
        ? inserted(position, operation.offset, operation.text.length, side)
        : position;
    case "insertEmbed":
      return operation.parentID === position.blockID ? inserted(position, operation.index, 1, side) : position;
    case "deleteRange": {
      if (operation.blockID !== position.blockID || position.offset <= operation.start) return position;
      const gone = Math.min(position.offset, operation.end) - operation.start;
      return { blockID: position.blockID, offset: position.offset - gone };
    }
    case "splitBlock": {
      if (operation.blockID !== position.blockID) return position;
      const stays = position.offset < operation.offset || (position.offset === operation.offset && side < 0);
      return stays ? position : { blockID: operation.newBlockID, offset: position.offset - operation.offset };
    }
    case "mergeBlocks": {
      if (operation.trailingID !== position.blockID) return position;
      const leading = before.get(operation.leadingID);
      return { blockID: operation.leadingID, offset: (leading?.length ?? 0) + position.offset };
    }
    case "setAttributes":
      return position;
  }
}

function inserted(position: Position, offset: number, length: number, side: Side): Position {
  const moves = position.offset > offset || (position.offset === offset && side > 0);
  return moves ? { blockID: position.blockID, offset: position.offset + length } : position;
}
