import { BlockDocument } from "../model";
import { apply, ApplyResult, DocumentOperation, operationProblem } from "../transform";

/** What is kept so that a document can be brought back: the state at a known revision and what was done since. */
export interface EditorCheckpoint {
  readonly documentID: string;
  readonly accountID: string;
  /** The revision of the snapshot; the operations come after it. */
  readonly baseRevision: number;
  readonly snapshot: Uint8Array;
  readonly pendingOperations: readonly DocumentOperation[];
  readonly editorSchemaVersion: number;
  /** When it was made, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly sessionID?: string | undefined;
}

/**
 * Applies operations that were kept beside a snapshot to the document of the snapshot.
 *
 * The operations may come from outside: one that has not the form of an operation, or does not fit the document, is a
 * failure that names its place in the list.
 */
export function replay(document: BlockDocument, operations: readonly unknown[]): ApplyResult {
  for (let at = 0; at < operations.length; at++) {
    const message = operationProblem(operations[at]);
    if (message !== undefined) return { ok: false, code: "malformed", message, at };
  }
  return apply(document, operations as readonly DocumentOperation[]);
}
