/** One document in the page, served to the host. */
export { BlobStore } from "./blob-store";
export type { BlobAnswer, BlobPorts } from "./blob-store";
export { readFile, writeFile } from "./document-file";
export type { DocumentFile } from "./document-file";
export { EditorSession, schemaVersion } from "./editor-session";
export type { Changed, SessionPorts, SnapshotCodec } from "./editor-session";
export { Recorder } from "./recorder";
export type { RecorderPorts } from "./recorder";
