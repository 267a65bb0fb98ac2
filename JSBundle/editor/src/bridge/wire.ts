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
  keys: 16_384,
  stringLength: 1 << 20,
};

/** Why a text is not an envelope; `path` is the JSON path of the first fault, `$` for the whole text. */
export interface WireFault {
  readonly code: ErrorCode;
  readonly path: string;
  readonly message: string;
  /** As much of the envelope as could be read, so that a faulty request can still be answered. */
  readonly id?: string;
  readonly kind?: EnvelopeKind;
  readonly method?: string;
  readonly sequence?: number;
  readonly sessionID?: string;
}

export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: WireFault };

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

/** Writes an envelope; keys stand in the order of the grammar, absent ones are left out. */
export function encodeEnvelope(envelope: Envelope): string {
  return JSON.stringify({
    protocolVersion: envelope.protocolVersion,
    sessionID: envelope.sessionID,
    sequence: envelope.sequence,
    id: envelope.id,
    kind: envelope.kind,
    method: envelope.method,
    payload: envelope.payload,
    error: envelope.error,
    trace: envelope.trace,
  });
}

/** Reads an envelope: limits first, on the text; then JSON; then the grammar. */
export function decodeEnvelope(text: unknown, limits: WireLimits = defaultLimits): Decoded<Envelope> {
  if (typeof text !== "string") return refuse("payload_invalid", "$", "an envelope is JSON text");
  const excess = checkLimits(text, limits);
  if (excess !== undefined) return refuse("message_too_large", "$", excess);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse("payload_invalid", "$", "the text is not JSON");
  }
  if (!isObject(json)) return refuse("payload_invalid", "$", "an envelope is an object");
  return readEnvelope(json);
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

function readEnvelope(json: Record<string, unknown>): Decoded<Envelope> {
  const known = readable(json);
  const fail = (path: string, message: string, code: ErrorCode = "payload_invalid"): Decoded<Envelope> => ({
    ok: false,
    fault: { code, path, message, ...known },
  });
  const { protocolVersion, sessionID, sequence, id, kind, method, payload, error, trace } = json;
  if (!isCount(protocolVersion)) return fail("$.protocolVersion", "expected a positive integer");
  if (!supportedVersions.includes(protocolVersion)) {
    return fail("$.protocolVersion", `version ${protocolVersion} is not spoken here`, "version_unsupported");
  }
  if (typeof sessionID !== "string") return fail("$.sessionID", "expected a string");
  if (!isCount(sequence)) return fail("$.sequence", "expected a positive integer");
  if (!isKind(kind)) return fail("$.kind", `expected one of ${envelopeKinds.join(", ")}`);
  if (typeof method !== "string" || method === "") return fail("$.method", "expected a method name");
  const needsID = kind === "request" || kind === "response" || kind === "cancel";
  if (needsID && (typeof id !== "string" || id === "")) return fail("$.id", `a ${kind} carries an id`);
  if (id !== undefined && typeof id !== "string") return fail("$.id", "expected a string");
  let wireError: WireError | undefined;
  if (error !== undefined) {
    if (kind !== "response") return fail("$.error", "only a response carries an error");
    if (!isObject(error)) return fail("$.error", "expected an object");
    if (typeof error.code !== "string") return fail("$.error.code", "expected a string");
    if (typeof error.message !== "string") return fail("$.error.message", "expected a string");
    if (typeof error.retryable !== "boolean") return fail("$.error.retryable", "expected a boolean");
    wireError = { code: error.code, message: error.message, retryable: error.retryable };
  }
  let context: TraceContext | undefined;
  if (trace !== undefined) {
    if (!isObject(trace)) return fail("$.trace", "expected an object");
    if (!isHex(trace.traceID, 32)) return fail("$.trace.traceID", "expected 32 hexadecimal digits");
    if (!isHex(trace.spanID, 16)) return fail("$.trace.spanID", "expected 16 hexadecimal digits");
    context = { traceID: trace.traceID, spanID: trace.spanID };
  }
  const envelope: { -readonly [Key in keyof Envelope]: Envelope[Key] } = {
    protocolVersion,
    sessionID,
    sequence,
    kind,
    method,
  };
  if (typeof id === "string") envelope.id = id;
  // What JSON.parse made is JSON, all the way down.
  if (payload !== undefined) envelope.payload = payload as JSONValue;
  if (wireError !== undefined) envelope.error = wireError;
  if (context !== undefined) envelope.trace = context;
  return { ok: true, value: envelope };
}

function readable(json: Record<string, unknown>): Partial<WireFault> {
  const known: { -readonly [Key in keyof WireFault]?: WireFault[Key] } = {};
  if (typeof json.id === "string") known.id = json.id;
  if (isKind(json.kind)) known.kind = json.kind;
  if (typeof json.method === "string") known.method = json.method;
  if (isCount(json.sequence)) known.sequence = json.sequence;
  if (typeof json.sessionID === "string") known.sessionID = json.sessionID;
  return known;
}

function refuse(code: ErrorCode, path: string, message: string): Decoded<never> {
  return { ok: false, fault: { code, path, message } };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
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
