/** Keeping a document and bringing it back. In the order to read them: */
export type { EditorCheckpoint } from "./checkpoint";
export { replay } from "./checkpoint";
export type { Snapshot } from "./snapshot";
export { decodeSnapshot, editorSchemaVersion, encodeSnapshot } from "./snapshot";
export type { SnapshotErrorCode } from "./snapshot-error";
export { SnapshotError } from "./snapshot-error";
