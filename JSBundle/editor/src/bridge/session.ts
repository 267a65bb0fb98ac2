import { checkEvent, checkRequest, checkResponse, isEventMethod, isRequestMethod } from "./methods";
import { currentVersion, Envelope, EnvelopeKind, JSONValue, TraceContext, WireError, WireFault } from "./wire";

/** How a call ended. */
export type CallOutcome =
  | { readonly type: "result"; readonly payload: JSONValue }
  | { readonly type: "error"; readonly error: WireError };

export type SessionAction =
  | { readonly type: "send"; readonly envelope: Envelope }
  /** The other side asks; exactly one `respond` with this id follows. */
  | {
      readonly type: "deliverRequest";
      readonly id: string;
      readonly method: string;
      readonly payload: JSONValue;
      readonly trace?: TraceContext | undefined;
    }
  | { readonly type: "deliverEvent"; readonly method: string; readonly payload: JSONValue }
  /** A call of this side has ended; it is said once per call. */
  | { readonly type: "settle"; readonly id: string; readonly outcome: CallOutcome }
  /** Whoever works on this request may stop; a later `respond` is dropped without a report. */
  | { readonly type: "cancelHandler"; readonly id: string; readonly error: WireError }
  | { readonly type: "startDeadline"; readonly id: string; readonly milliseconds: number }
  | { readonly type: "stopDeadline"; readonly id: string }
  /** Something broke the rules and was refused. Counted and told, never thrown. */
  | { readonly type: "report"; readonly code: string; readonly message: string };

export interface SessionCounters {
  received: number;
  sent: number;
  duplicates: number;
  refused: number;
}

export interface SessionOptions {
  readonly sessionID: string;
  /** Methods this side answers. */
  readonly serves: ReadonlySet<string>;
  /** Sequence of the next envelope this side sends. */
  readonly nextSequence: number;
  /** Sequence of the last envelope that arrived. */
  readonly lastReceived: number;
}

interface OwnCall {
  readonly method: string;
}

/** How many finished calls are remembered, so that a second response can be told from one that was never asked for. */
const rememberedCalls = 1024;

/**
 * One session, after the handshake, seen from one side: numbering, matching of responses to calls, deadlines, cancellation, the end.
 * Inputs in, actions out; no clock, no task, no port. Both sides run the same machine.
 */
export class SessionMachine {
  readonly counters: SessionCounters = { received: 0, sent: 0, duplicates: 0, refused: 0 };
  private closed: WireError | undefined;
  private nextSequence: number;
  private lastReceived: number;
  private nextID = 1;
  private readonly calls = new Map<string, OwnCall>();
  private readonly ended = new Set<string>();
  private readonly serving = new Map<string, { readonly method: string; cancelled: boolean }>();
  private readonly served = new Set<string>();

  constructor(private readonly options: SessionOptions) {
    this.nextSequence = options.nextSequence;
    this.lastReceived = options.lastReceived;
  }

  get isOpen(): boolean {
    return this.closed === undefined;
  }

  /** Calls of this side that have not ended. */
  get pendingCalls(): number {
    return this.calls.size;
  }

  /** Requests of the other side that have not been answered. */
  get openRequests(): number {
    return this.serving.size;
  }

  /** Makes a call. The id names it in `settle`, `cancel` and `expire`. */
  request(method: string, payload: JSONValue, deadline: number, trace?: TraceContext): [string, SessionAction[]] {
    const id = String(this.nextID);
    this.nextID += 1;
    if (this.closed !== undefined) return [id, [{ type: "settle", id, outcome: { type: "error", error: this.closed } }]];
    this.calls.set(id, { method });
    const send = this.send("request", method, trace === undefined ? { id, payload } : { id, payload, trace });
    return [id, [send, { type: "startDeadline", id, milliseconds: deadline }]];
  }

  event(method: string, payload: JSONValue): SessionAction[] {
    if (this.closed !== undefined) return [];
    return [this.send("event", method, { payload })];
  }

  /** Answers a request of the other side. The second answer is refused and reported. */
  respond(id: string, outcome: CallOutcome): SessionAction[] {
    const request = this.serving.get(id);
    if (request === undefined) {
      if (this.closed !== undefined) return [];
      return [this.refuse("duplicate_response", `request ${id} has its response already, or was never made`)];
    }
    this.serving.delete(id);
    remember(this.served, id);
    if (request.cancelled || this.closed !== undefined) return [];
    return [this.send("response", request.method, answer(id, outcome))];
  }

  /** Gives a call up: it ends with `cancelled`, and the other side is told. */
  cancel(id: string): SessionAction[] {
    return this.giveUp(id, { code: "cancelled", message: "the caller gave up", retryable: true });
  }

  /** The deadline of a call has passed. */
  expire(id: string): SessionAction[] {
    const call = this.calls.get(id);
    if (call === undefined) return [];
    return this.giveUp(id, {
      code: "deadline_exceeded",
      message: `${call.method} was not answered in time`,
      retryable: true,
    });
  }

  /** Takes an envelope from the other side. */
  receive(envelope: Envelope): SessionAction[] {
    if (this.closed !== undefined) return [this.refuse("session_closed", `${envelope.method} came after the end`)];
    if (envelope.sessionID !== this.options.sessionID) {
      return [this.refuse("session_mismatch", `${envelope.method} belongs to another session`)];
    }
    if (envelope.sequence === this.lastReceived) {
      this.counters.duplicates += 1;
      return [];
    }
    if (envelope.sequence !== this.lastReceived + 1) {
      return [
        this.refuse("sequence_violation", `sequence ${envelope.sequence} came after ${this.lastReceived}`),
        ...this.close({ code: "sequence_violation", message: "messages were lost or came out of order", retryable: false }),
      ];
    }
    this.lastReceived = envelope.sequence;
    this.counters.received += 1;
    switch (envelope.kind) {
      case "request":
        return this.receiveRequest(envelope, envelope.id ?? "");
      case "response":
        return this.receiveResponse(envelope, envelope.id ?? "");
      case "cancel":
        return this.receiveCancel(envelope.id ?? "");
      case "event":
        return this.receiveEvent(envelope);
      case "ack":
        return [];
    }
  }

  /** Something arrived that is no envelope. A request among them is answered, as far as it can be told who asked. */
  receiveFault(fault: WireFault): SessionAction[] {
    const report = this.refuse(fault.code, `${fault.path}: ${fault.message}`);
    const next = this.lastReceived + 1;
    if (this.closed !== undefined || fault.sessionID !== this.options.sessionID || fault.sequence !== next) return [report];
    this.lastReceived = next;
    if (fault.kind !== "request" || fault.id === undefined || fault.method === undefined) return [report];
    const error = { code: fault.code, message: `${fault.path}: ${fault.message}`, retryable: false };
    return [report, this.send("response", fault.method, { id: fault.id, error })];
  }

  /** Ends the session: each call ends once with the error, whoever works on a request may stop. */
  close(error: WireError): SessionAction[] {
    if (this.closed !== undefined) return [];
    this.closed = error;
    const actions: SessionAction[] = [];
    for (const id of this.calls.keys()) {
      actions.push({ type: "stopDeadline", id }, { type: "settle", id, outcome: { type: "error", error } });
    }
    for (const [id, request] of this.serving) {
      if (!request.cancelled) actions.push({ type: "cancelHandler", id, error });
    }
    this.calls.clear();
    this.serving.clear();
    return actions;
  }

  private receiveRequest(envelope: Envelope, id: string): SessionAction[] {
    const { method } = envelope;
    if (this.serving.has(id) || this.served.has(id)) {
      return [this.refuse("payload_invalid", `request id ${id} was used before`)];
    }
    const fail = (code: string, message: string): SessionAction[] => {
      remember(this.served, id);
      return [this.send("response", method, { id, error: { code, message, retryable: false } })];
    };
    if (!isRequestMethod(method) || !this.options.serves.has(method)) {
      return fail("method_unknown", `${method} is not served here`);
    }
    const checked = checkRequest(method, envelope.payload);
    if (!checked.ok) return fail("payload_invalid", `${checked.path}: ${checked.message}`);
    this.serving.set(id, { method, cancelled: false });
    const payload = checked.value as unknown as JSONValue;
    return [{ type: "deliverRequest", id, method, payload, trace: envelope.trace }];
  }

  private receiveResponse(envelope: Envelope, id: string): SessionAction[] {
    const call = this.calls.get(id);
    if (call === undefined) {
      if (this.ended.has(id)) return [this.refuse("duplicate_response", `call ${id} ended before this response`)];
      return [this.refuse("duplicate_response", `no call has the id ${id}`)];
    }
    this.calls.delete(id);
    remember(this.ended, id);
    const stop: SessionAction = { type: "stopDeadline", id };
    if (envelope.error !== undefined) return [stop, { type: "settle", id, outcome: { type: "error", error: envelope.error } }];
    if (isRequestMethod(call.method)) {
      const checked = checkResponse(call.method, envelope.payload);
      if (!checked.ok) {
        const error = { code: "payload_invalid", message: `${checked.path}: ${checked.message}`, retryable: false };
        return [stop, { type: "settle", id, outcome: { type: "error", error } }];
      }
    }
    return [stop, { type: "settle", id, outcome: { type: "result", payload: envelope.payload ?? {} } }];
  }

  private receiveCancel(id: string): SessionAction[] {
    const request = this.serving.get(id);
    // A cancel that crosses its response on the way is normal.
    if (request === undefined || request.cancelled) return [];
    const error = { code: "cancelled", message: "the caller gave up", retryable: true };
    this.serving.delete(id);
    this.serving.set(id, { method: request.method, cancelled: true });
    // Exactly one response per request holds for cancelled ones too.
    return [{ type: "cancelHandler", id, error }, this.send("response", request.method, { id, error })];
  }

  private receiveEvent(envelope: Envelope): SessionAction[] {
    if (!isEventMethod(envelope.method)) return [this.refuse("method_unknown", `${envelope.method} is no event of version 1`)];
    const checked = checkEvent(envelope.method, envelope.payload);
    if (!checked.ok) return [this.refuse("payload_invalid", `${checked.path}: ${checked.message}`)];
    return [{ type: "deliverEvent", method: envelope.method, payload: checked.value as unknown as JSONValue }];
  }

  private giveUp(id: string, error: WireError): SessionAction[] {
    const call = this.calls.get(id);
    if (call === undefined) return [];
    this.calls.delete(id);
    remember(this.ended, id);
    return [
      { type: "stopDeadline", id },
      this.send("cancel", call.method, { id }),
      { type: "settle", id, outcome: { type: "error", error } },
    ];
  }

  private send(kind: EnvelopeKind, method: string, rest: Partial<Envelope>): SessionAction {
    const sequence = this.nextSequence;
    this.nextSequence += 1;
    this.counters.sent += 1;
    const { sessionID } = this.options;
    return { type: "send", envelope: { protocolVersion: currentVersion, sessionID, sequence, kind, method, ...rest } };
  }

  private refuse(code: string, message: string): SessionAction {
    this.counters.refused += 1;
    return { type: "report", code, message };
  }
}

function answer(id: string, outcome: CallOutcome): Partial<Envelope> {
  return outcome.type === "result" ? { id, payload: outcome.payload } : { id, error: outcome.error };
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  if (ids.size <= rememberedCalls) return;
  const oldest = ids.values().next();
  if (oldest.done !== true) ids.delete(oldest.value);
}
