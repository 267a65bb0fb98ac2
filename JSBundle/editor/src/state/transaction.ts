import { BlockDocument } from "../model";
import { apply, DocumentOperation, mapPosition, OperationFailure } from "../transform";
import { EditorState } from "./editor-state";
import { checkSelection, Selection } from "./selection";

/** Where a change came from and how it is to be treated: provenance travels with it instead of along another way. */
export interface Annotations {
  /** What the person did, as in `input.type`, `input.enter` or `delete.backward`. */
  readonly userEvent?: string;
  /** Whether the change came from another replica. */
  readonly remote?: boolean;
  /** Whether the change can be undone by the person; true when left out. */
  readonly addToHistory?: boolean;
}

/** What goes into a transaction. */
export interface TransactionSpec {
  readonly operations?: readonly DocumentOperation[];
  /** The selection afterwards; left out, the present one moves along with the operations. */
  readonly selection?: Selection;
  readonly annotations?: Annotations;
}

/** One step from a state to the next: operations, the selection after them, and where they came from. */
export interface Transaction {
  readonly startState: EditorState;
  readonly operations: readonly DocumentOperation[];
  /** The document after the operations. */
  readonly document: BlockDocument;
  readonly selection: Selection;
  readonly annotations: Annotations;
}

/**
 * Makes a transaction, or answers why an operation does not fit.
 *
 * Throws a `RangeError` when the given selection is not in the document the operations lead to.
 */
export function makeTransaction(startState: EditorState, spec: TransactionSpec): Transaction | OperationFailure {
  const operations = spec.operations ?? [];
  let document = startState.document;
  let { anchor, head } = startState.selection;
  for (let at = 0; at < operations.length; at++) {
    const result = apply(document, operations[at]);
    if (!result.ok) return { ...result, at };
    anchor = mapPosition(anchor, operations[at], document);
    head = mapPosition(head, operations[at], document);
    document = result.document;
  }
  const selection = spec.selection ?? { anchor, head };
  checkSelection(document, selection);
  return { startState, operations, document, selection, annotations: spec.annotations ?? {} };
}
