/** Why bytes are not a snapshot this editor can read. */
export type SnapshotErrorCode = "not-a-snapshot" | "unsupported-version" | "truncated" | "altered" | "malformed";

const messages: { readonly [code in SnapshotErrorCode]: string } = {
  "not-a-snapshot": "the bytes are not a snapshot of a document",
  "unsupported-version": "the snapshot was made by an editor with another form of snapshot",
  truncated: "the snapshot ends before its end",
  altered: "the snapshot was changed after it was made",
  malformed: "the snapshot holds something other than a document",
};

/** Bytes that cannot be restored; nothing of the document is in the message. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";

  constructor(readonly code: SnapshotErrorCode) {
    super(messages[code]);
  }
}
