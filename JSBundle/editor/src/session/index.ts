/** One document in the page, served to the host. */
export { BlobStore } from "./blob-store";
export type { BlobAnswer, BlobPorts } from "./blob-store";
export { readFile, writeFile } from "./document-file";
export type { DocumentFile } from "./document-file";
export { EditorSession } from "./editor-session";
export type { Changed, SessionPorts } from "./editor-session";
export { sha256 } from "./sha256";
export { Recorder } from "./recorder";
export type { RecorderPorts } from "./recorder";
