import { BlockDocument, flatten, IdentifierGenerator, outline } from "../model";
import { apply, DocumentOperation } from "../transform";
import { EditorState } from "./editor-state";
import { Selection } from "./selection";
import { Transaction } from "./transaction";

/** What a command needs from outside: names for new blocks. */
export interface CommandContext {
  readonly makeIdentifier: IdentifierGenerator;
}

/** A pure function from a state to the transaction that does what was asked; `null` when there is nothing to do. */
export type Command = (state: EditorState, context: CommandContext) => Transaction | null;

/** Collects the operations of a command and keeps the document they lead to at hand. */
export class Draft {
  readonly operations: DocumentOperation[] = [];
  document: BlockDocument;

  constructor(readonly state: EditorState) {
    this.document = state.document;
  }

  /** Adds an operation; one that does not fit is a fault of the command and throws. */
  add(operation: DocumentOperation): void {
    const result = apply(this.document, operation);
    if (!result.ok) throw new Error(`a command made an operation that does not fit: ${result.message}`);
    this.operations.push(operation);
    this.document = result.document;
  }

  /**
   * Makes the top-level blocks around an index well nested again, where the operations before left a block below one
   * that cannot hold it.
   */
  repair(index: number): void {
    const document = this.document;
    const number = document.rootNumber(Math.min(index, document.count - 1));
    const from = number === 0 ? 0 : document.rootIndex(number - 1);
    const to = number + 2 < document.rootCount ? document.rootIndex(number + 2) : document.count;
    flatten(outline(document, from, to)).forEach((wanted, place) => {
      const block = document.at(from + place);
      if (block.depth === wanted.depth && block.type === wanted.type) return;
      const patch = block.type === wanted.type ? { depth: wanted.depth } : { depth: wanted.depth, type: wanted.type };
      this.add({ type: "setAttributes", targetID: block.id, patch });
    });
  }

  /** The transaction, or `null` when nothing changed. */
  finish(selection: Selection, userEvent: string): Transaction | null {
    const result = this.state.transaction({ operations: this.operations, selection, annotations: { userEvent } });
    if ("ok" in result) throw new Error(`a command made an operation that does not fit: ${result.message}`);
    return result;
  }
}
