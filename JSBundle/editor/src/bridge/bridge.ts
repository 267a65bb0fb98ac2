import { Outbox } from "./delivery";
import { Agreement, ClockOffset, clockOffset } from "./handshake";
import {
  checkRequest, checkResponse, EventMethod, EventPayload, Hello, isRequestMethod, isServedMethod, RequestMethod, RequestPayload,
  ResponsePayload, ServedMethod,
} from "./methods";
import { CallOutcome, defaultConfiguration, SessionAction, SessionFinding, SessionMachine } from "./session";
import { BridgeError, decodeEnvelope, encodeEnvelope, JSONValue, supportedVersions, TraceContext, WireError, wireError } from "./wire";

/** What the driver needs from the page; `main.ts` gives it the real things, tests their own. */
export interface BridgePorts {
  /** Posts the text of one envelope to the native side. */
  post(text: string): void;
  /** Milliseconds since 1970 with a fraction, on the page's clock. */
  now(): number;
  /** Runs the callback once, later, in a task of its own; the number ends it before. */
  setTimer(callback: () => void, milliseconds: number): number;
  clearTimer(timer: number): void;
  /** Something broke the protocol and was refused, or came late. */
  report(finding: SessionFinding): void;
  /** A handler failed in a way it did not foresee; the caller has been answered with `internal`. */
  fault(error: unknown): void;
}

/** What a handler knows about the call it answers. */
export interface CallContext {
  readonly id: string;
  readonly trace: TraceContext | undefined;
  /** True once the caller has given up or the session has ended. */
  readonly isCancelled: () => boolean;
}

export type Handler<Name extends ServedMethod> = (
  payload: RequestPayload<Name>,
  context: CallContext,
) => Promise<ResponsePayload<Name>> | ResponsePayload<Name>;

type AnyHandler = (payload: unknown, context: CallContext) => Promise<JSONValue> | JSONValue;

interface Waiting {
  readonly resolve: (payload: JSONValue | undefined) => void;
  readonly reject: (error: BridgeError) => void;
}

/** A session as its owner sees it. */
export interface Connection extends Agreement {
  readonly clock: ClockOffset;
}

/** Milliseconds that diagnostics may wait for company. */
const sampledDelay = 100;

/**
 * Carries the protocol between this page and the native side: owns the session's machine, runs its actions, calls handlers.
 * Everything a caller waits for ends exactly once, and never within the call that began it.
 */
export class Bridge {
  private readonly handlers = new Map<string, AnyHandler>();
  private readonly outbox = new Outbox();
  private readonly waiting = new Map<string, Waiting>();
  private readonly deadlines = new Map<string, number>();
  private readonly cancelled = new Map<string, () => void>();
  private machine = new SessionMachine(defaultConfiguration);
  private connecting: { resolve: (connection: Connection) => void; reject: (error: BridgeError) => void } | undefined;
  private helloSentAt = 0;
  private flushTimer: { readonly timer: number; readonly soon: boolean } | undefined;

  constructor(private readonly ports: BridgePorts) {}

  /** Whether business messages may flow. */
  get isOpen(): boolean {
    return this.machine.isOpen;
  }

  /** Installs the handler of a method. All of them are installed before `connect`, which announces them. */
  handle<Name extends ServedMethod>(method: Name, handler: Handler<Name>): void {
    if (this.handlers.has(method)) throw new RangeError(`${method} has a handler already`);
    this.handlers.set(method, handler as unknown as AnyHandler);
  }

  /** Says hello, waits for the answer and says that the page is ready; rejects with a `BridgeError`. Called once. */
  connect(hello: Omit<Hello, "sentAt" | "versions" | "methods">): Promise<Connection> {
    return new Promise((resolve, reject) => {
      this.connecting = { resolve, reject };
      this.machine = new SessionMachine({ ...defaultConfiguration, served: new Set(this.handlers.keys()) });
      this.helloSentAt = this.ports.now();
      const methods = [...this.handlers.keys()];
      this.run(this.machine.start({ versions: supportedVersions, ...hello, methods, sentAt: this.helloSentAt }));
    });
  }

  /** Calls the native side; rejects with a `BridgeError`. */
  request<Name extends Exclude<RequestMethod, ServedMethod | "bridge.hello">>(
    method: Name,
    payload: RequestPayload<Name>,
    trace?: TraceContext,
  ): Promise<ResponsePayload<Name>> {
    return this.call(method, payload as unknown as JSONValue, trace).then((answer) => {
      const checked = checkResponse(method, answer);
      if (!checked.ok) throw new BridgeError("payload_invalid", `${checked.path} ${checked.message}`);
      return checked.value;
    });
  }

  /** Tells the native side something; how soon and whether merged with others is the method's delivery class. */
  event<Name extends EventMethod>(method: Name, payload: EventPayload<Name>): void {
    const urgency = this.outbox.put(method, payload as unknown as JSONValue);
    if (urgency === "immediate") {
      this.emit(method, payload as unknown as JSONValue);
      return;
    }
    this.scheduleFlush(urgency === "soon");
  }

  /** Sends what waits, now. Before the handshake it goes on waiting. */
  flush(): void {
    if (this.flushTimer !== undefined) this.ports.clearTimer(this.flushTimer.timer);
    this.flushTimer = undefined;
    if (!this.machine.isOpen || this.outbox.isEmpty) return;
    for (const { method, payload } of this.outbox.drain()) this.emit(method, payload);
  }

  /** Takes the text of one envelope from the native side. Never throws, whatever it is given. */
  receive(text: unknown): void {
    try {
      this.run(this.machine.receive(decodeEnvelope(text, this.machine.limits)));
    } catch (error) {
      this.ports.fault(error);
    }
  }

  /** Ends the session; whoever waits is told. */
  close(): void {
    if (this.flushTimer !== undefined) this.ports.clearTimer(this.flushTimer.timer);
    this.flushTimer = undefined;
    this.run(this.machine.close());
  }

  private emit(method: string, payload: JSONValue): void {
    const sent = this.machine.emit(method, payload);
    if (Array.isArray(sent)) this.run(sent);
    else this.ports.report({ finding: "refused", method, error: sent as WireError });
  }

  private call(method: string, payload: JSONValue, trace: TraceContext | undefined): Promise<JSONValue | undefined> {
    return new Promise((resolve, reject) => {
      const [id, actions] = this.machine.call(method, payload, undefined, trace);
      this.waiting.set(id, { resolve, reject });
      this.run(actions);
      this.machine.requestLeft(id);
    });
  }

  private run(actions: readonly SessionAction[]): void {
    for (const action of actions) this.perform(action);
  }

  private perform(action: SessionAction): void {
    switch (action.type) {
      case "send":
        this.ports.post(encodeEnvelope(action.envelope));
        break;
      case "established":
        this.established(action.agreement);
        break;
      case "ready":
        if (!this.outbox.isEmpty) this.scheduleFlush(true);
        break;
      case "deliverRequest":
        this.serve(action.id, action.method, action.payload, action.trace);
        break;
      case "deliverEvent":
      case "deliverAcknowledgement":
        // This page listens to no event of the host yet and sends nothing that is acknowledged; both are allowed to come.
        break;
      case "completeCall":
        this.completeCall(action.id, action.outcome);
        break;
      case "cancelHandler":
        this.cancelled.get(action.id)?.();
        break;
      case "armDeadline": {
        const { deadline, milliseconds } = action;
        const passed = (): void => {
          this.deadlines.delete(deadline);
          this.run(this.machine.deadlinePassed(deadline));
        };
        this.deadlines.set(deadline, this.ports.setTimer(passed, milliseconds));
        break;
      }
      case "disarmDeadline": {
        const timer = this.deadlines.get(action.deadline);
        if (timer !== undefined) this.ports.clearTimer(timer);
        this.deadlines.delete(action.deadline);
        break;
      }
      case "report":
        this.ports.report(action.finding);
        break;
      case "end":
        this.connecting?.reject(bridgeError(action.error ?? wireError("session_closed", "the session has ended", true)));
        this.connecting = undefined;
        break;
    }
  }

  private established(agreement: Agreement): void {
    const clock = clockOffset(this.helloSentAt, agreement.receivedAt, agreement.sentAt, this.ports.now());
    // Every handler was installed before the hello, so the page is ready as soon as it has a session.
    this.run(this.machine.announceReady({ clock: { offset: clock.offset, error: clock.error } }));
    this.connecting?.resolve({ ...agreement, clock });
    this.connecting = undefined;
  }

  private completeCall(id: string, outcome: CallOutcome): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting === undefined) return;
    if (outcome.type === "result") waiting.resolve(outcome.payload);
    else waiting.reject(bridgeError(outcome.error));
  }

  private serve(id: string, method: string, payload: JSONValue | undefined, trace: TraceContext | undefined): void {
    let isCancelled = false;
    this.cancelled.set(id, () => {
      isCancelled = true;
    });
    const respond = (outcome: CallOutcome): void => {
      this.cancelled.delete(id);
      this.run(this.machine.respond(id, outcome));
    };
    const handler = isServedMethod(method) ? this.handlers.get(method) : undefined;
    // A handler starts in a microtask of its own: whoever delivered the message never runs inside it.
    Promise.resolve()
      .then(() => {
        if (handler === undefined) throw new BridgeError("method_unknown", `${method} is not served here`);
        const checked = isRequestMethod(method) ? checkRequest(method, payload) : undefined;
        if (checked === undefined) throw new BridgeError("method_unknown", `${method} is not served here`);
        if (!checked.ok) throw new BridgeError("payload_invalid", `${checked.path} ${checked.message}`);
        return handler(checked.value, { id, trace, isCancelled: () => isCancelled });
      })
      .then(
        (result) => respond({ type: "result", payload: result }),
        (error: unknown) => {
          if (error instanceof BridgeError) {
            respond({ type: "error", error: error.wire });
            return;
          }
          // What the fault says may quote the document, so the wire does not repeat it.
          respond({ type: "error", error: wireError("internal", `${method} failed`) });
          this.ports.fault(error);
        },
      )
      .catch((error: unknown) => this.ports.fault(error));
  }

  private scheduleFlush(soon: boolean): void {
    if (this.flushTimer !== undefined) {
      if (this.flushTimer.soon || !soon) return;
      this.ports.clearTimer(this.flushTimer.timer);
    }
    const flush = (): void => {
      this.flushTimer = undefined;
      this.flush();
    };
    this.flushTimer = { soon, timer: this.ports.setTimer(flush, soon ? 0 : sampledDelay) };
  }
}

function bridgeError({ code, message, retryable }: WireError): BridgeError {
  return new BridgeError(code, message, retryable);
}
