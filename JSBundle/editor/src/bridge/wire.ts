/**
 * The envelope as it stands on the wire, protocol version 1: its grammar, its limits, its error codes. Mirror of
 * `BridgeProtocol` on the native side; both read the same golden transcripts.
 *
 * Nothing here throws on input: what arrives from outside is a value or a fault, and a fault names the place by JSON path.
 */

export type JSONValue = null | boolean | number | string | readonly JSONValue[] | JSONObject;
export interface JSONObject {
  readonly [key: string]: JSONValue | undefined;
}

/** The versions this side speaks, best first. */
export const supportedVersions: readonly number[] = [1];
export const currentVersion = 1;

export const envelopeKinds = ["request", "response", "event", "ack", "cancel"] as const;
export type EnvelopeKind = typeof envelopeKinds[number];

/** Error codes of version 1. Unknown codes from the other side are kept as they are; they are text, not a closed set. */
export const errorCodes = [
  "handshake_required",
  "version_unsupported",
  "session_closed",
  "session_mismatch",
  "sequence_violation",
  "method_unknown",
  "method_not_allowed",
  "capability_missing",
  "payload_invalid",
  "message_too_large",
  "duplicate_response",
  "deadline_exceeded",
  "cancelled",
  "permission_denied",
  "account_mismatch",
  "document_mismatch",
  "backpressure",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = typeof errorCodes[number];

export interface WireError {
  readonly code: string;
  /** For people; never holds document text. */
  readonly message: string;
  /** Whether the same call may succeed when made again. */
  readonly retryable: boolean;
}

export interface TraceContext {
  readonly traceID: string;
  readonly spanID: string;
}

export interface Envelope {
  readonly protocolVersion: number;
  readonly sessionID: string;
  /** Monotonic from 1 per direction and session. */
  readonly sequence: number;
  /** On requests, responses and cancels; unique per sender and session. */
  readonly id?: string;
  readonly kind: EnvelopeKind;
  readonly method: string;
  readonly payload?: JSONValue;
  readonly error?: WireError;
  readonly trace?: TraceContext;
}

export interface WireLimits {
  /** Bytes of the envelope as UTF-8 text. */
  readonly messageBytes: number;
  /** Nested objects and arrays; the envelope itself is depth 1. */
  readonly depth: number;
  /** Object members of the whole envelope, counted before decoding. */
  readonly keys: number;
  /** UTF-16 units of one string, key or value. */
  readonly stringLength: number;
}

/** What is assumed until the host's answer to `bridge.hello` says otherwise. */
export const defaultLimits: WireLimits = {
  messageBytes: 1 << 20,
  depth: 64,
  keys: 65_536,
  stringLength: 1 << 19,
};

/** Bytes of a message that are kept for the envelope around its payload. */
export const envelopeReserve = 1024;
/** The most characters a name has: a method, a session, a request identity, an error code. */
export const nameLength = 128;

const retryableByDefault: ReadonlySet<string> = new Set(["handshake_required", "backpressure", "unavailable"]);

/** An error with the usual answer to whether trying again may help. */
export function wireError(code: ErrorCode, message: string, retryable = retryableByDefault.has(code)): WireError {
  return { code, message, retryable };
}

/** What an envelope says about itself, as far as it could be read. */
export interface EnvelopeHead {
  readonly protocolVersion: number;
  readonly sessionID: string;
  readonly sequence: number;
  readonly id?: string | undefined;
  /** Undefined for a kind this version does not know. */
  readonly kind: EnvelopeKind | undefined;
  readonly method: string;
}

/** What a text turned out to be. A refused one with a head is a message all the same: it is counted, and a request is answered. */
export type ReceivedMessage =
  | { readonly type: "envelope"; readonly envelope: Envelope }
  | { readonly type: "refused"; readonly head: EnvelopeHead | undefined; readonly error: WireError };

/** A request that failed, as the caller sees it: what came over the wire, or what ended the call on this side. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";

  constructor(
    readonly code: string,
    message: string,
    readonly retryable = false,
  ) {
    super(message);
  }

  get wire(): WireError {
    return { code: this.code, message: this.message, retryable: this.retryable };
  }
}

/**
 * Writes an envelope; absent members are left out. The payload comes last, so that a reader that must refuse it has seen everything
 * else.
 */
export function encodeEnvelope(envelope: Envelope): string {
  const { protocolVersion, sessionID, sequence, id, kind, method, error, trace, payload } = envelope;
  return JSON.stringify({ protocolVersion, sessionID, sequence, id, kind, method, error, trace, payload });
}

/** Reads an envelope: limits first, on the text; then JSON; then the grammar. */
export function decodeEnvelope(text: unknown, limits: WireLimits = defaultLimits): ReceivedMessage {
  if (typeof text !== "string") return refused(undefined, wireError("payload_invalid", "$ is not the text of an envelope"));
  const excess = checkLimits(text, limits);
  if (excess !== undefined) return refused(salvageHead(text), wireError("message_too_large", excess));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused(salvageHead(text), wireError("payload_invalid", "the text is not JSON"));
  }
  const head = readHead(json);
  if (typeof head === "string") return refused(undefined, wireError("payload_invalid", head));
  const envelope = readEnvelope(head, json as Record<string, unknown>);
  if (typeof envelope === "string") return refused(head, wireError("payload_invalid", envelope));
  return { type: "envelope", envelope };
}

/** Why a payload cannot be sent; undefined for one that fits. */
export function payloadFault(payload: JSONValue | undefined, limits: WireLimits): WireError | undefined {
  if (payload === undefined) return undefined;
  const room = {
    messageBytes: limits.messageBytes - envelopeReserve,
    depth: limits.depth - 1,
    keys: limits.keys - 16,
    stringLength: limits.stringLength,
  };
  const excess = checkLimits(JSON.stringify(payload), room);
  return excess === undefined ? undefined : wireError("message_too_large", excess);
}

/** The first limit that the text breaks, in words; undefined when it keeps them all. One pass, no decoding. */
export function checkLimits(text: string, limits: WireLimits): string | undefined {
  if (text.length > limits.messageBytes) return `the message has more than ${limits.messageBytes} bytes`;
  let bytes = 0;
  let depth = 0;
  let keys = 0;
  let inString = false;
  let stringLength = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    // A surrogate pair is four bytes in UTF-8: three for its first half and one for its second.
    if (unit >= 0xdc00 && unit <= 0xdfff && index > 0 && isHighSurrogate(text.charCodeAt(index - 1))) bytes -= 2;
    if (inString) {
      if (unit === 0x22) {
        inString = false;
        continue;
      }
      if (unit === 0x5c) {
        const skipped = text.charCodeAt(index + 1) === 0x75 ? 5 : 1;
        bytes += skipped;
        index += skipped;
      }
      stringLength += 1;
      if (stringLength > limits.stringLength) return `a string has more than ${limits.stringLength} UTF-16 units`;
      continue;
    }
    switch (unit) {
      case 0x22:
        inString = true;
        stringLength = 0;
        break;
      case 0x7b:
      case 0x5b:
        depth += 1;
        if (depth > limits.depth) return `nesting goes deeper than ${limits.depth}`;
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        break;
      case 0x3a:
        keys += 1;
        if (keys > limits.keys) return `objects have more than ${limits.keys} members`;
        break;
    }
  }
  return bytes > limits.messageBytes ? `the message has more than ${limits.messageBytes} bytes` : undefined;
}

/** Whether the value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The head of an envelope, or what is wrong with it, beginning with the JSON path. */
function readHead(json: unknown): EnvelopeHead | string {
  if (!isObject(json)) return "$ is not an object";
  const { protocolVersion, sessionID, sequence, id, kind, method } = json;
  if (!isInteger(protocolVersion, 1, 0x7fffffff)) return "$.protocolVersion is not a version number";
  if (typeof sessionID !== "string" || (sessionID !== "" && !isName(sessionID))) return "$.sessionID is not a session identity";
  if (!isInteger(sequence, 0, 2 ** 53)) return "$.sequence is not a sequence number";
  if (!isName(method)) return "$.method is not a method name";
  if (id !== undefined && id !== null && !isName(id)) return "$.id is not a request identity";
  return { protocolVersion, sessionID, sequence, id: id ?? undefined, kind: isKind(kind) ? kind : undefined, method };
}

function readEnvelope(head: EnvelopeHead, json: Record<string, unknown>): Envelope | string {
  const { kind, id, ...rest } = head;
  if (kind === undefined) return "$.kind is not a kind of message";
  const carriesID = kind === "request" || kind === "response" || kind === "cancel";
  if (carriesID && id === undefined) return "$.id is missing";
  if (!carriesID && id !== undefined) return "$.id does not belong on this kind of message";
  const envelope: { -readonly [Key in keyof Envelope]: Envelope[Key] } = { ...rest, kind };
  if (id !== undefined) envelope.id = id;
  const { payload, error, trace } = json;
  // What JSON.parse made is JSON, all the way down.
  if (payload !== undefined) envelope.payload = payload as JSONValue;
  if (error !== undefined && error !== null) {
    if (kind !== "response") return "$.error belongs on responses only";
    if (payload !== undefined && payload !== null) return "$.payload stands beside an error";
    if (!isObject(error) || typeof error.code !== "string" || error.code === "" || error.code.length > nameLength) {
      return "$.error.code is not an error code";
    }
    if (typeof error.message !== "string") return "$.error.message is not a string";
    if (typeof error.retryable !== "boolean") return "$.error.retryable is not a boolean";
    envelope.error = { code: error.code, message: error.message, retryable: error.retryable };
  }
  if (trace !== undefined && trace !== null) {
    const { traceID, spanID } = isObject(trace) ? trace : { traceID: undefined, spanID: undefined };
    if (!isHex(traceID, 32)) return "$.trace.traceID is not 32 lower-case hexadecimal digits";
    if (!isHex(spanID, 16)) return "$.trace.spanID is not 16 lower-case hexadecimal digits";
    envelope.trace = { traceID, spanID };
  }
  return envelope;
}

/**
 * The head of a message whose payload cannot be read. Writers put the payload last, so what stands before it is a whole head once it is
 * closed.
 */
function salvageHead(text: string): EnvelopeHead | undefined {
  const prefix = text.slice(0, 4 * envelopeReserve);
  let depth = 0;
  for (let index = 0; index < prefix.length; index += 1) {
    const unit = prefix[index];
    if (unit === '"') {
      if (depth === 1 && prefix.startsWith('"payload":', index)) return headBefore(prefix.slice(0, index));
      for (index += 1; index < prefix.length && prefix[index] !== '"'; index += 1) if (prefix[index] === "\\") index += 1;
    } else if (unit === "{" || unit === "[") {
      depth += 1;
    } else if (unit === "}" || unit === "]") {
      depth -= 1;
    }
  }
  return undefined;
}

function headBefore(text: string): EnvelopeHead | undefined {
  try {
    const head = readHead(JSON.parse(`${text.replace(/,\s*$/, "")}}`));
    return typeof head === "string" ? undefined : head;
  } catch {
    return undefined;
  }
}

function refused(head: EnvelopeHead | undefined, error: WireError): ReceivedMessage {
  return { type: "refused", head, error };
}

function isInteger(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= nameLength && /^[\x21-\x7e]*$/.test(value);
}

function isKind(value: unknown): value is EnvelopeKind {
  return (envelopeKinds as readonly unknown[]).includes(value);
}

function isHex(value: unknown, length: number): value is string {
  return typeof value === "string" && value.length === length && /^[0-9a-f]*$/.test(value);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
