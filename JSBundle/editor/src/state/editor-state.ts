import { BlockDocument } from "../model";
import { OperationFailure } from "../transform";
import { caret, checkSelection, Selection } from "./selection";
import { makeTransaction, Transaction, TransactionSpec } from "./transaction";

/**
 * What the editor knows at one moment: the document, the selection and how many changes led here.
 *
 * Immutable; the only way on is a transaction, whoever wants the change.
 */
export class EditorState {
  private constructor(
    readonly document: BlockDocument,
    readonly selection: Selection,
    /** The number of transactions with operations that led to this state. */
    readonly revision: number,
  ) {}

  /** A state at the start of a document. Throws a `RangeError` when the selection is not in it. */
  static create(
    document: BlockDocument,
    selection: Selection = caret(document.start),
    revision: number = 0,
  ): EditorState {
    checkSelection(document, selection);
    return new EditorState(document, selection, revision);
  }

  /** A transaction from this state, or why its operations do not fit. */
  transaction(spec: TransactionSpec): Transaction | OperationFailure {
    return makeTransaction(this, spec);
  }

  /** The state after a transaction that starts here. Throws a `RangeError` for one that starts elsewhere. */
  apply(transaction: Transaction): EditorState {
    if (transaction.startState !== this) throw new RangeError("the transaction starts from another state");
    const revision = this.revision + (transaction.operations.length > 0 ? 1 : 0);
    return new EditorState(transaction.document, transaction.selection, revision);
  }
}
