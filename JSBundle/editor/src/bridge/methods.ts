import {
  check, Checked, count, finite, flag, hex, identity, json, list, nullable, oneOf, optional, record, refined, Schema, Shape, tagged, text,
} from "./schema";
import { envelopeReserve, nameLength } from "./wire";

/**
 * Every method of version 1 that this side sends or serves, with the shapes of its payloads. A method that is not here does not
 * exist: it is answered with `method_unknown`.
 */

/** Bytes that travel beside the bridge, through the session's `bridge-blob:` scheme. */
export const blobReference = record<{ url: string; bytes: number; sha256: string }>({
  // Nothing that a path could be built from: an identity is looked up, never joined to a folder.
  url: refined(text, (url) => /^bridge-blob:\/\/session\/[0-9A-Za-z-]{1,128}$/.test(url), "is not the address of a blob"),
  bytes: count,
  sha256: hex(64),
});
export type BlobReference = Shape<typeof blobReference>;

const wireEmbed = refined(
  json,
  (embed) => typeof embed.type === "string" && embed.type !== "",
  "is missing or empty",
  ".type",
);
const version = refined(count, (value) => value >= 1, "is not a version number");
const filledText = refined(text, (value) => value !== "", "is empty");

/** The operations of the document, as they stand in checkpoints. What they mean is the model's business. */
export const documentOperation = tagged("type", {
  insertText: record<{ type: "insertText"; blockID: string; offset: number; text: string }>({
    type: oneOf("insertText"),
    blockID: identity,
    offset: count,
    text: filledText,
  }),
  deleteRange: refined(
    record<{ type: "deleteRange"; blockID: string; start: number; end: number }>({
      type: oneOf("deleteRange"),
      blockID: identity,
      start: count,
      end: count,
    }),
    ({ start, end }) => end > start,
    "is not after start",
    ".end",
  ),
  splitBlock: refined(
    record<{ type: "splitBlock"; blockID: string; offset: number; newBlockID: string }>({
      type: oneOf("splitBlock"),
      blockID: identity,
      offset: count,
      newBlockID: identity,
    }),
    ({ blockID, newBlockID }) => blockID !== newBlockID,
    "is the block that is split",
    ".newBlockID",
  ),
  mergeBlocks: refined(
    record<{ type: "mergeBlocks"; leadingID: string; trailingID: string }>({
      type: oneOf("mergeBlocks"),
      leadingID: identity,
      trailingID: identity,
    }),
    ({ leadingID, trailingID }) => leadingID !== trailingID,
    "is the leading block",
    ".trailingID",
  ),
  setAttributes: record<{ type: "setAttributes"; targetID: string; patch: Shape<typeof json> }>({
    type: oneOf("setAttributes"),
    targetID: identity,
    patch: refined(json, (patch) => Object.keys(patch).length > 0, "is empty"),
  }),
  insertEmbed: record<{ type: "insertEmbed"; parentID: string; index: number; embed: Shape<typeof json> }>({
    type: oneOf("insertEmbed"),
    parentID: identity,
    index: count,
    embed: wireEmbed,
  }),
});
export type WireOperation = Shape<typeof documentOperation>;

export interface WireCheckpoint {
  readonly documentID: string;
  readonly accountID: string;
  readonly baseRevision: number;
  readonly snapshot: BlobReference;
  readonly pendingOperations: readonly WireOperation[];
  readonly editorSchemaVersion: number;
  /** Milliseconds since 1970 of the clock that made it. */
  readonly createdAt: number;
  readonly sessionID?: string | undefined;
}

export const checkpoint: Schema<WireCheckpoint> = record<WireCheckpoint>({
  documentID: identity,
  accountID: identity,
  baseRevision: count,
  snapshot: blobReference,
  pendingOperations: list(documentOperation),
  editorSchemaVersion: version,
  createdAt: finite,
  sessionID: optional(identity),
});

export const documentFormats = ["markdown", "json"] as const;
export type DocumentFormat = typeof documentFormats[number];
const format = oneOf<DocumentFormat>(...documentFormats);

const grantedCapability = record<{ name: string; version: number }>({ name: identity, version: count });
const empty = record<Record<never, never>>({});

/** Stages of the open sequence that this runtime reaches. */
export const milestoneStages = [
  "checkpoint-restored",
  "model-ready",
  "first-blocks-rendered",
  "editor-interactive",
  "collaboration-connected",
] as const;
export type MilestoneStage = typeof milestoneStages[number];

const span = refined(
  record<{ name: string; category: string; start: number; end: number }>({
    name: identity,
    category: identity,
    start: finite,
    end: finite,
  }),
  ({ start, end }) => end >= start,
  "is before start",
  ".end",
);
export type WireSpan = Shape<typeof span>;
const milestone = record<{ stage: string; at: number }>({ stage: identity, at: finite });
export type WireMilestone = Shape<typeof milestone>;
export const logLevels = ["debug", "info", "warning", "error"] as const;
export type LogLevel = typeof logLevels[number];
const logRecord = record<{ level: LogLevel; message: string; at: number }>({
  level: oneOf(...logLevels),
  message: text,
  at: finite,
});
export type WireLogRecord = Shape<typeof logRecord>;

const hello = {
  request: record<{
    versions: readonly number[];
    bundle: { version: string; hash: string };
    schemaVersion: number;
    methods: readonly string[];
    capabilities: readonly string[];
    timeOrigin: number;
    sentAt: number;
  }>({
    versions: refined(list(version), (versions) => versions.length > 0 && versions.length <= 64, "has no or too many elements"),
    bundle: record<{ version: string; hash: string }>({ version: identity, hash: identity }),
    schemaVersion: version,
    methods: refined(list(text), (methods) => methods.length <= 512, "has more than 512 elements"),
    capabilities: refined(list(text), (capabilities) => capabilities.length <= 512, "has more than 512 elements"),
    timeOrigin: finite,
    sentAt: finite,
  }),
  response: record<{
    version: number;
    sessionID: string;
    capabilities: readonly { name: string; version: number }[];
    limits: { messageBytes: number; depth: number; keys: number; stringLength: number };
    credits: { durable: number };
    traceID: string;
    receivedAt: number;
    sentAt: number;
  }>({
    version,
    sessionID: refined(identity, (sessionID) => sessionID.length <= nameLength, "is longer than 128 characters"),
    capabilities: list(grantedCapability),
    limits: record<{ messageBytes: number; depth: number; keys: number; stringLength: number }>({
      messageBytes: refined(count, (bytes) => bytes > envelopeReserve, "is too small"),
      depth: refined(count, (depth) => depth >= 8, "is too small"),
      keys: refined(count, (keys) => keys >= 64, "is too small"),
      stringLength: refined(count, (length) => length >= nameLength, "is too small"),
    }),
    credits: record<{ durable: number }>({ durable: count }),
    traceID: hex(32),
    receivedAt: finite,
    sentAt: finite,
  }),
};
export type Hello = Shape<typeof hello.request>;
export type HelloAnswer = Shape<typeof hello.response>;

/** Requests, by name; `from` says who may send them. */
export const requests = {
  "bridge.hello": { from: "page", ...hello },
  "checkpoint.restore": {
    from: "host",
    request: record<{ checkpoint: WireCheckpoint }>({ checkpoint }),
    response: record<{ revision: number; blocks: number }>({ revision: count, blocks: count }),
  },
  "checkpoint.request": {
    from: "host",
    request: record<{ reason: string }>({ reason: identity }),
    response: record<{ checkpoint: WireCheckpoint }>({ checkpoint }),
  },
  "document.open": {
    from: "host",
    request: record<{
      documentID: string;
      accountID: string;
      name: string;
      format: DocumentFormat;
      readOnly: boolean;
      content: BlobReference | null;
    }>({
      documentID: identity,
      accountID: identity,
      name: identity,
      format,
      readOnly: flag,
      content: nullable(blobReference),
    }),
    response: record<{ revision: number; blocks: number; characters: number; restored: boolean }>({
      revision: count,
      blocks: count,
      characters: count,
      restored: flag,
    }),
  },
  "document.export": {
    from: "host",
    request: record<{ format: DocumentFormat }>({ format }),
    response: record<{ content: BlobReference; revision: number }>({ content: blobReference, revision: count }),
  },
  "document.close": { from: "host", request: empty, response: record<{ revision: number }>({ revision: count }) },
  "document.setReadOnly": { from: "host", request: record<{ readOnly: boolean }>({ readOnly: flag }), response: empty },
  "editor.focus": {
    from: "host",
    request: record<{ at: "start" | "end" }>({ at: oneOf<"start" | "end">("start", "end") }),
    response: record<{ blockID: string; offset: number }>({ blockID: identity, offset: count }),
  },
} as const;

/** Events, by name; all of them go from the page to the host in this version. */
export const events = {
  "bridge.ready": record<{ clock: { offset: number; error: number } }>({
    clock: record<{ offset: number; error: number }>({
      offset: finite,
      error: refined(finite, (error) => error >= 0, "is negative"),
    }),
  }),
  "document.state": record<{
    phase: "ready" | "edited";
    revision: number;
    blocks: number;
    characters: number;
    dirty: boolean;
  }>({
    phase: oneOf<"ready" | "edited">("ready", "edited"),
    revision: count,
    blocks: count,
    characters: count,
    dirty: flag,
  }),
  "trace.spans": record<{
    spans: readonly WireSpan[];
    milestones: readonly WireMilestone[];
    dropped: number;
  }>({ spans: list(span), milestones: list(milestone), dropped: count }),
  "log.records": record<{ records: readonly WireLogRecord[]; dropped: number }>({
    records: list(logRecord),
    dropped: count,
  }),
} as const;

export type RequestMethod = keyof typeof requests;
export type EventMethod = keyof typeof events;
/** Methods that the host calls on the page. */
export type ServedMethod = {
  [Name in RequestMethod]: typeof requests[Name]["from"] extends "host" ? Name : never;
}[RequestMethod];
export type RequestPayload<Name extends RequestMethod> = Shape<typeof requests[Name]["request"]>;
export type ResponsePayload<Name extends RequestMethod> = Shape<typeof requests[Name]["response"]>;
export type EventPayload<Name extends EventMethod> = Shape<typeof events[Name]>;

export function isRequestMethod(name: string): name is RequestMethod {
  return Object.prototype.hasOwnProperty.call(requests, name);
}

export function isEventMethod(name: string): name is EventMethod {
  return Object.prototype.hasOwnProperty.call(events, name);
}

export function isServedMethod(name: string): name is ServedMethod {
  return isRequestMethod(name) && requests[name].from === "host";
}

export function checkRequest<Name extends RequestMethod>(name: Name, payload: unknown): Checked<RequestPayload<Name>> {
  return check(requests[name].request as unknown as Schema<RequestPayload<Name>>, payload);
}

export function checkResponse<Name extends RequestMethod>(name: Name, payload: unknown): Checked<ResponsePayload<Name>> {
  return check(requests[name].response as unknown as Schema<ResponsePayload<Name>>, payload);
}

export function checkEvent<Name extends EventMethod>(name: Name, payload: unknown): Checked<EventPayload<Name>> {
  return check(events[name] as unknown as Schema<EventPayload<Name>>, payload);
}
