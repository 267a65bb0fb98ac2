import { methodDescriptor } from "./delivery";
import { Agreement, HandshakeMachine } from "./handshake";
import { Hello } from "./methods";
import { SequenceWindow } from "./sequence-window";
import {
  currentVersion, defaultLimits, Envelope, EnvelopeHead, EnvelopeKind, JSONValue, payloadFault, ReceivedMessage, TraceContext,
  wireError, WireError, WireLimits,
} from "./wire";

/** How a call ended. */
export type CallOutcome =
  | { readonly type: "result"; readonly payload: JSONValue | undefined }
  | { readonly type: "error"; readonly error: WireError };

/** Why a session ended. */
export type EndReason =
  | "closed"
  | "handshake-failed"
  | "handshake-timed-out"
  | "sequence-violation";

/** Something against the rules, or late, that was dealt with: to be counted and shown. Names methods and numbers, never payloads. */
export type SessionFinding =
  | { readonly finding: "malformed"; readonly error: WireError }
  | { readonly finding: "refused"; readonly method: string; readonly error: WireError }
  | { readonly finding: "before-handshake" | "session-mismatch" | "unknown-event"; readonly method: string }
  | { readonly finding: "duplicate"; readonly sequence: number }
  | { readonly finding: "sequence-violation"; readonly expected: number; readonly received: number }
  | {
      readonly finding:
        | "request-id-reused"
        | "duplicate-response"
        | "late-response"
        | "unknown-response"
        | "unknown-cancellation"
        | "second-answer-refused";
      readonly id: string;
    };

/** What a machine asks its driver to do, in this order. `deadline` is a call's identity or `handshake`. */
export type SessionAction =
  | { readonly type: "send"; readonly envelope: Envelope }
  | { readonly type: "established"; readonly agreement: Agreement }
  /** Business may flow. */
  | { readonly type: "ready" }
  | {
      readonly type: "deliverRequest";
      readonly id: string;
      readonly method: string;
      readonly payload: JSONValue | undefined;
      readonly trace: TraceContext | undefined;
    }
  | { readonly type: "deliverEvent"; readonly method: string; readonly payload: JSONValue | undefined }
  | { readonly type: "deliverAcknowledgement"; readonly method: string; readonly payload: JSONValue | undefined }
  /** A call of this side has ended; said once per call. */
  | { readonly type: "completeCall"; readonly id: string; readonly outcome: CallOutcome }
  /** Whoever works on this request may stop; its result is no longer wanted. */
  | { readonly type: "cancelHandler"; readonly id: string }
  | { readonly type: "armDeadline"; readonly deadline: string; readonly milliseconds: number }
  | { readonly type: "disarmDeadline"; readonly deadline: string }
  | { readonly type: "report"; readonly finding: SessionFinding }
  | { readonly type: "end"; readonly reason: EndReason; readonly error: WireError | undefined };

export interface SessionConfiguration {
  readonly served: ReadonlySet<string>;
  readonly limits: WireLimits;
  readonly handshakeDeadline: number;
  readonly concurrentRequests: number;
}

export const defaultConfiguration: SessionConfiguration = {
  served: new Set(),
  limits: defaultLimits,
  handshakeDeadline: 30_000,
  concurrentRequests: 256,
};

type Phase = "idle" | "handshaking" | "established" | "open" | "ended";

interface PendingCall {
  readonly method: string;
  /** Whether the other side may have begun with it. */
  hasLeft: boolean;
}

/** How many identities of ended calls and withdrawn requests are remembered. */
const remembered = 1024;

/**
 * One page load's session, the page's end: handshake, numbering, matching of responses to calls, cancellation, the end. Inputs in,
 * actions out; no clock, no task, no port. The native side runs the same rules, bound by the same transcripts.
 */
export class SessionMachine {
  private phase: Phase = "idle";
  private endReason: EndReason | undefined;
  private readonly handshake = new HandshakeMachine();
  private readonly inbound = new SequenceWindow();
  private outbound = 0;
  private callCount = 0;
  private sessionID = "";
  private readonly calls = new Map<string, PendingCall>();
  private readonly abandoned = new Set<string>();
  private readonly requests = new Map<string, string>();
  private readonly withdrawn = new Set<string>();

  constructor(private readonly configuration: SessionConfiguration) {}

  /** Whether business may flow. */
  get isOpen(): boolean {
    return this.phase === "open";
  }

  get limits(): WireLimits {
    return this.handshake.agreement?.limits ?? this.configuration.limits;
  }

  // Beginning

  start(hello: Hello): SessionAction[] {
    if (this.phase !== "idle") return [];
    const id = this.nextCallID();
    this.handshake.sendHello(hello, id);
    this.phase = "handshaking";
    const payload = hello as unknown as JSONValue;
    return [
      this.send("request", "bridge.hello", { id, payload }),
      { type: "armDeadline", deadline: "handshake", milliseconds: this.configuration.handshakeDeadline },
    ];
  }

  /** Says that every announced method is installed. */
  announceReady(ready: JSONValue): SessionAction[] {
    if (this.phase !== "established") return [];
    this.handshake.sendReady();
    this.phase = "open";
    return [
      this.send("event", "bridge.ready", { payload: ready }),
      { type: "disarmDeadline", deadline: "handshake" },
      { type: "ready" },
    ];
  }

  // Sending

  /**
   * Sends a request. Exactly one of all actions to come completes the call; one that cannot be sent completes among the actions
   * returned here and spends no number. `deadline` null means as long as the session lives; left out, the method's own.
   */
  call(method: string, payload: JSONValue | undefined, deadline?: number | null, trace?: TraceContext): [string, SessionAction[]] {
    const id = this.nextCallID();
    const obstacle = this.obstacle(method, payload, true);
    if (obstacle !== undefined) return [id, [complete(id, { type: "error", error: obstacle })]];
    this.calls.set(id, { method, hasLeft: false });
    const actions: SessionAction[] = [this.send("request", method, { id, payload, trace })];
    const milliseconds = deadline === undefined ? methodDescriptor(method)?.deadline : deadline;
    if (typeof milliseconds === "number") actions.push({ type: "armDeadline", deadline: id, milliseconds });
    return [id, actions];
  }

  /** Sends an event, or says why it cannot be sent; no number is spent then. */
  emit(method: string, payload: JSONValue | undefined): SessionAction[] | WireError {
    return this.obstacle(method, payload, false) ?? [this.send("event", method, { payload })];
  }

  /** Answers a request that was delivered. The first answer counts. */
  respond(id: string, outcome: CallOutcome): SessionAction[] {
    if (this.phase === "ended") return [];
    const method = this.requests.get(id);
    if (method === undefined) {
      return this.withdrawn.delete(id) ? [] : [report({ finding: "second-answer-refused", id })];
    }
    this.requests.delete(id);
    if (outcome.type === "error") return [this.answer(id, method, outcome.error)];
    const fault = payloadFault(outcome.payload, this.limits);
    if (fault !== undefined) return [report({ finding: "refused", method, error: fault }), this.answer(id, method, fault)];
    return [this.send("response", method, { id, payload: outcome.payload })];
  }

  /** The request was handed to the other side: from now on it may have been begun with. */
  requestLeft(id: string): void {
    const call = this.calls.get(id);
    if (call !== undefined) call.hasLeft = true;
  }

  /** Gives a call up: it ends at once, and the other side is told. */
  cancel(id: string): SessionAction[] {
    return this.abandon(id, wireError("cancelled", "the caller withdrew the request"));
  }

  deadlinePassed(deadline: string): SessionAction[] {
    if (deadline === "handshake") {
      if (this.phase !== "handshaking" && this.phase !== "established") return [];
      return this.finish("handshake-timed-out", wireError("deadline_exceeded", "the handshake was not complete in time"));
    }
    const call = this.calls.get(deadline);
    if (call === undefined) return [];
    const idempotent = methodDescriptor(call.method)?.idempotent ?? false;
    return this.abandon(deadline, wireError("deadline_exceeded", "no response came in time", idempotent));
  }

  /** Ends the session for a reason of this side. */
  close(): SessionAction[] {
    return this.phase === "ended" ? [] : this.finish("closed", undefined);
  }

  // Receiving

  /** Takes a message. The order of the checks is part of the contract: handshake, session, sequence, version, content, kind. */
  receive(message: ReceivedMessage): SessionAction[] {
    if (message.type === "envelope") return this.receiveHead(message.envelope, message.envelope, undefined);
    if (message.head === undefined) return [report({ finding: "malformed", error: message.error })];
    return this.receiveHead(message.head, undefined, message.error);
  }

  private receiveHead(head: EnvelopeHead, envelope: Envelope | undefined, fault: WireError | undefined): SessionAction[] {
    if (this.phase === "handshaking" && head.method === "bridge.hello" && head.kind === "response") {
      return this.receiveAnswer(head, envelope, fault);
    }
    if (this.phase !== "established" && this.phase !== "open") return this.refuseOutside(head);
    if (head.sessionID !== this.sessionID) return [report({ finding: "session-mismatch", method: head.method })];
    const verdict = this.inbound.admit(head);
    if (verdict.type === "duplicate") return [report({ finding: "duplicate", sequence: head.sequence })];
    if (verdict.type === "violation") return this.receiveOutOfOrder(head, verdict.expected);
    if (head.protocolVersion !== this.version) {
      return this.refuse(head, wireError("version_unsupported", `the message is of version ${head.protocolVersion}`));
    }
    if (fault !== undefined) return this.refuse(head, fault);
    if (envelope === undefined) return [];
    return this.phase === "open" ? this.receiveBusiness(envelope) : this.receiveBeforeReady(envelope);
  }

  private receiveAnswer(head: EnvelopeHead, envelope: Envelope | undefined, fault: WireError | undefined): SessionAction[] {
    const { state } = this.handshake;
    if (state.type !== "awaitingAnswer" || head.id !== state.id) {
      return [report({ finding: "before-handshake", method: head.method })];
    }
    if (envelope === undefined) {
      const error = this.handshake.fail(fault ?? wireError("payload_invalid", "the answer cannot be read"));
      return this.finish("handshake-failed", error);
    }
    const error = this.handshake.receiveAnswer(envelope);
    const { agreement } = this.handshake;
    if (error !== undefined || agreement === undefined) return this.finish("handshake-failed", error);
    this.inbound.admit(head);
    this.sessionID = agreement.sessionID;
    this.phase = "established";
    return [{ type: "established", agreement }];
  }

  private receiveOutOfOrder(head: EnvelopeHead, expected: number): SessionAction[] {
    const error = wireError("sequence_violation", `sequence ${head.sequence} came where ${expected} was expected`);
    const actions = [report({ finding: "sequence-violation", expected, received: head.sequence })];
    if (head.kind === "request" && head.id !== undefined) actions.push(this.answer(head.id, head.method, error));
    return [...actions, ...this.finish("sequence-violation", error)];
  }

  private receiveBeforeReady(envelope: Envelope): SessionAction[] {
    const { method, id, kind } = envelope;
    const actions = [report({ finding: "before-handshake", method })];
    if (kind === "request" && id !== undefined) {
      actions.push(this.answer(id, method, wireError("handshake_required", `${method} came before the page was ready`)));
    }
    return actions;
  }

  /** Refuses what belongs to no session. The page answers nothing there: it has no session to answer in. */
  private refuseOutside(head: EnvelopeHead): SessionAction[] {
    if (head.sessionID !== "") return [report({ finding: "session-mismatch", method: head.method })];
    return [report({ finding: "before-handshake", method: head.method })];
  }

  private receiveBusiness(envelope: Envelope): SessionAction[] {
    const { kind, method, payload } = envelope;
    switch (kind) {
      case "request":
        return this.receiveRequest(envelope);
      case "response":
        return this.receiveResponse(envelope);
      case "event":
        return this.receiveEvent(envelope);
      case "ack":
        return [{ type: "deliverAcknowledgement", method, payload }];
      case "cancel":
        return this.receiveCancel(envelope);
    }
  }

  private receiveRequest(envelope: Envelope): SessionAction[] {
    const { id, method, payload, trace } = envelope;
    if (id === undefined) return [];
    // Answering would make two responses of one identity, so a reused one is only reported.
    if (this.requests.has(id) || this.withdrawn.has(id)) return [report({ finding: "request-id-reused", id })];
    if (!this.configuration.served.has(method)) {
      const descriptor = methodDescriptor(method);
      const isMisdirected = descriptor !== undefined && (descriptor.delivery !== "request" || descriptor.from !== "host");
      return this.refuse(
        envelope,
        isMisdirected
          ? wireError("method_not_allowed", `${method} is not a request this end takes`)
          : wireError("method_unknown", `${method} is not served`),
      );
    }
    if (this.requests.size >= this.configuration.concurrentRequests) {
      return this.refuse(envelope, wireError("backpressure", `${this.requests.size} requests are running`));
    }
    this.requests.set(id, method);
    return [{ type: "deliverRequest", id, method, payload, trace }];
  }

  private receiveResponse(envelope: Envelope): SessionAction[] {
    const { id, method, error, payload } = envelope;
    if (id === undefined) return [];
    const call = this.calls.get(id);
    if (call === undefined) {
      if (this.abandoned.delete(id)) return [report({ finding: "late-response", id })];
      const isOwn = /^p[1-9]\d*$/.test(id) && Number(id.slice(1)) <= this.callCount;
      return [report({ finding: isOwn ? "duplicate-response" : "unknown-response", id })];
    }
    if (method !== call.method) {
      const fault = wireError("payload_invalid", `$.method is ${method}, the request's was ${call.method}`);
      return [report({ finding: "refused", method, error: fault }), ...this.complete(id, { type: "error", error: fault })];
    }
    return this.complete(id, error === undefined ? { type: "result", payload } : { type: "error", error });
  }

  private receiveEvent(envelope: Envelope): SessionAction[] {
    const { method, payload } = envelope;
    const descriptor = methodDescriptor(method);
    if (descriptor === undefined) return [report({ finding: "unknown-event", method })];
    if (descriptor.delivery === "request" || descriptor.from !== "host") {
      return this.refuse(envelope, wireError("method_not_allowed", `${method} is not an event this end takes`));
    }
    return [{ type: "deliverEvent", method, payload }];
  }

  private receiveCancel(envelope: Envelope): SessionAction[] {
    const { id } = envelope;
    if (id === undefined) return [];
    const method = this.requests.get(id);
    if (method === undefined) return [report({ finding: "unknown-cancellation", id })];
    this.requests.delete(id);
    remember(this.withdrawn, id);
    return [
      { type: "cancelHandler", id },
      this.answer(id, method, wireError("cancelled", "the caller withdrew the request")),
    ];
  }

  // Parts

  /** Refuses a counted message for its content: a request is answered, a response ends its call. */
  private refuse(head: EnvelopeHead, error: WireError): SessionAction[] {
    const { id, kind, method } = head;
    const actions = [report({ finding: "refused", method, error })];
    if (id === undefined) return actions;
    if (kind === "request" && !this.requests.has(id)) actions.push(this.answer(id, method, error));
    if (kind === "response" && this.calls.has(id)) actions.push(...this.complete(id, { type: "error", error }));
    return actions;
  }

  private obstacle(method: string, payload: JSONValue | undefined, asRequest: boolean): WireError | undefined {
    if (this.phase === "ended") return wireError("session_closed", `the session has ended (${this.endReason})`, true);
    if (this.phase !== "open") return wireError("handshake_required", `${method} has to wait until the session is ready`);
    const descriptor = methodDescriptor(method);
    const isMisdirected =
      descriptor !== undefined && (descriptor.from !== "page" || (descriptor.delivery === "request") !== asRequest);
    if (isMisdirected || method === "bridge.hello" || method === "bridge.ready") {
      return wireError("method_not_allowed", `${method} does not go this way in this form`);
    }
    return payloadFault(payload, this.limits);
  }

  private abandon(id: string, error: WireError): SessionAction[] {
    const call = this.calls.get(id);
    if (call === undefined) return [];
    remember(this.abandoned, id);
    return [...this.complete(id, { type: "error", error }), this.send("cancel", call.method, { id })];
  }

  private complete(id: string, outcome: CallOutcome): SessionAction[] {
    this.calls.delete(id);
    return [{ type: "disarmDeadline", deadline: id }, complete(id, outcome)];
  }

  private finish(reason: EndReason, error: WireError | undefined): SessionAction[] {
    const actions: SessionAction[] = [];
    if (this.phase === "handshaking" || this.phase === "established") {
      actions.push({ type: "disarmDeadline", deadline: "handshake" });
    }
    for (const id of this.requests.keys()) actions.push({ type: "cancelHandler", id });
    for (const [id, { hasLeft }] of this.calls) {
      const when = hasLeft ? "before the response came" : "before the request left";
      const closed = wireError("session_closed", `the session ended (${reason}) ${when}`, !hasLeft);
      actions.push({ type: "disarmDeadline", deadline: id }, complete(id, { type: "error", error: closed }));
    }
    actions.push({ type: "end", reason, error });
    this.phase = "ended";
    this.endReason = reason;
    this.requests.clear();
    this.calls.clear();
    this.abandoned.clear();
    this.withdrawn.clear();
    return actions;
  }

  private get version(): number {
    return this.handshake.agreement?.version ?? currentVersion;
  }

  private nextCallID(): string {
    this.callCount += 1;
    return `p${this.callCount}`;
  }

  private answer(id: string, method: string, error: WireError): SessionAction {
    return this.send("response", method, { id, error });
  }

  private send(kind: EnvelopeKind, method: string, rest: Optional<Envelope>): SessionAction {
    this.outbound += 1;
    const { sessionID, version, outbound } = this;
    const envelope: Writable<Envelope> = { protocolVersion: version, sessionID, sequence: outbound, kind, method };
    if (rest.id !== undefined) envelope.id = rest.id;
    if (rest.payload !== undefined) envelope.payload = rest.payload;
    if (rest.error !== undefined) envelope.error = rest.error;
    if (rest.trace !== undefined) envelope.trace = rest.trace;
    return { type: "send", envelope };
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

function complete(id: string, outcome: CallOutcome): SessionAction {
  return { type: "completeCall", id, outcome };
}

function report(finding: SessionFinding): SessionAction {
  return { type: "report", finding };
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  if (ids.size <= remembered) return;
  const oldest = ids.values().next();
  if (oldest.done !== true) ids.delete(oldest.value);
}
