import { deliveryClasses, Outbox } from "./delivery";
import { EstablishedSession, HandshakeAction, HandshakeMachine } from "./handshake";
import {
  EventMethod, EventPayload, Hello, isServedMethod, RequestMethod, RequestPayload, ResponsePayload, ServedMethod,
} from "./methods";
import { CallOutcome, SessionAction, SessionMachine } from "./session";
import {
  BridgeError, currentVersion, decodeEnvelope, defaultLimits, encodeEnvelope, JSONValue, TraceContext, WireLimits,
} from "./wire";

/** What the driver needs from the page; `main.ts` gives it the real things, tests their own. */
export interface BridgePorts {
  /** Posts the text of one envelope to the native side. */
  post(text: string): void;
  /** Milliseconds since 1970 with a fraction, on the page's clock. */
  now(): number;
  /** Runs the callback once, later, in a task of its own; the number ends it before. */
  setTimer(callback: () => void, milliseconds: number): number;
  clearTimer(timer: number): void;
  /** Something broke the protocol and was refused. */
  report(code: string, message: string): void;
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

type AnyHandler = (payload: JSONValue, context: CallContext) => Promise<JSONValue> | JSONValue;

interface Waiting {
  readonly resolve: (payload: JSONValue) => void;
  readonly reject: (error: BridgeError) => void;
}

/** Milliseconds that diagnostics may wait for company. */
const sampledDelay = 100;

/**
 * Carries the protocol between this page and the native side: owns the machines, runs their actions, calls handlers.
 * Everything a caller waits for ends exactly once, and never within the call that began it.
 */
export class Bridge {
  private readonly handlers = new Map<string, AnyHandler>();
  private readonly handshake = new HandshakeMachine();
  private readonly outbox = new Outbox();
  private readonly waiting = new Map<string, Waiting>();
  private readonly deadlines = new Map<string, number>();
  private readonly cancelled = new Map<string, () => void>();
  private machine: SessionMachine | undefined;
  private connecting: { resolve: (session: EstablishedSession) => void; reject: (error: BridgeError) => void } | undefined;
  private connectTimer: number | undefined;
  private flushTimer: { readonly timer: number; readonly soon: boolean } | undefined;
  private limits: WireLimits = defaultLimits;
  private ended: BridgeError | undefined;

  constructor(private readonly ports: BridgePorts) {}

  /** Whether business messages may flow. */
  get isOpen(): boolean {
    return this.machine !== undefined && this.machine.isOpen;
  }

  /** Installs the handler of a method. All of them are installed before `connect`, which announces them. */
  handle<Name extends ServedMethod>(method: Name, handler: Handler<Name>): void {
    if (this.handlers.has(method)) throw new RangeError(`${method} has a handler already`);
    this.handlers.set(method, handler as unknown as AnyHandler);
  }

  /** Says hello and waits for the answer; rejects with a `BridgeError`. */
  connect(hello: Omit<Hello, "sentAt" | "versions" | "methods">): Promise<EstablishedSession> {
    return new Promise((resolve, reject) => {
      this.connecting = { resolve, reject };
      const methods = [...this.handlers.keys()];
      const delivery = deliveryClasses["bridge.hello"];
      this.runHandshake(this.handshake.start({ ...hello, methods }, this.ports.now()));
      if (delivery.type === "request") {
        this.connectTimer = this.ports.setTimer(() => this.runHandshake(this.handshake.expire()), delivery.deadline);
      }
    });
  }

  /** Calls the native side; rejects with a `BridgeError`. */
  request<Name extends Exclude<RequestMethod, ServedMethod | "bridge.hello">>(
    method: Name,
    payload: RequestPayload<Name>,
    trace?: TraceContext,
  ): Promise<ResponsePayload<Name>> {
    return this.call(method, payload as unknown as JSONValue, trace) as Promise<unknown> as Promise<ResponsePayload<Name>>;
  }

  /** Tells the native side something; how soon and whether merged with others is the method's delivery class. */
  event<Name extends EventMethod>(method: Name, payload: EventPayload<Name>): void {
    const urgency = this.outbox.put(method, payload as unknown as JSONValue);
    if (urgency === "immediate") {
      if (this.machine !== undefined) this.run(this.machine.event(method, payload as unknown as JSONValue));
      return;
    }
    this.scheduleFlush(urgency === "soon");
  }

  /** Sends what waits, now. Before the handshake it goes on waiting. */
  flush(): void {
    if (this.flushTimer !== undefined) this.ports.clearTimer(this.flushTimer.timer);
    this.flushTimer = undefined;
    if (this.machine === undefined || this.outbox.isEmpty) return;
    for (const { method, payload } of this.outbox.drain()) this.run(this.machine.event(method, payload));
  }

  /** Takes the text of one envelope from the native side. Never throws, whatever it is given. */
  receive(text: unknown): void {
    try {
      const decoded = decodeEnvelope(text, this.limits);
      if (this.machine !== undefined) {
        this.run(decoded.ok ? this.machine.receive(decoded.value) : this.machine.receiveFault(decoded.fault));
      } else if (decoded.ok) {
        this.runHandshake(this.handshake.receive(decoded.value, this.ports.now()));
      } else {
        this.ports.report(decoded.fault.code, `${decoded.fault.path}: ${decoded.fault.message}`);
      }
    } catch (error) {
      this.ports.fault(error);
    }
  }

  /** Ends the session; whoever waits is told. */
  close(code = "session_closed", message = "the session has ended"): void {
    this.ended ??= new BridgeError(code, message);
    if (this.flushTimer !== undefined) this.ports.clearTimer(this.flushTimer.timer);
    this.flushTimer = undefined;
    if (this.machine !== undefined) this.run(this.machine.close({ code, message, retryable: false }));
    if (this.connecting !== undefined) this.settleConnect((connecting) => connecting.reject(new BridgeError(code, message)));
  }

  private call(method: RequestMethod, payload: JSONValue, trace: TraceContext | undefined): Promise<JSONValue> {
    return new Promise((resolve, reject) => {
      if (this.machine === undefined) {
        reject(this.ended ?? new BridgeError("handshake_required", `${method} was called before the handshake`));
        return;
      }
      const delivery = deliveryClasses[method];
      const deadline = delivery.type === "request" ? delivery.deadline : sampledDelay;
      const [id, actions] = this.machine.request(method, payload, deadline, trace);
      this.waiting.set(id, { resolve, reject });
      this.run(actions);
    });
  }

  private runHandshake(actions: readonly HandshakeAction[]): void {
    for (const action of actions) {
      switch (action.type) {
        case "send":
          this.ports.post(encodeEnvelope(action.envelope));
          break;
        case "established": {
          const { session } = action;
          this.limits = session.limits;
          this.machine = new SessionMachine({
            sessionID: session.sessionID,
            serves: new Set(this.handlers.keys()),
            nextSequence: 2,
            lastReceived: 1,
          });
          this.settleConnect((connecting) => connecting.resolve(session));
          if (!this.outbox.isEmpty) this.scheduleFlush(true);
          break;
        }
        case "failed":
          this.ended = action.error;
          this.settleConnect((connecting) => connecting.reject(action.error));
          break;
        case "report":
          this.ports.report(action.code, action.message);
          break;
      }
    }
  }

  private settleConnect(settle: (connecting: NonNullable<Bridge["connecting"]>) => void): void {
    if (this.connectTimer !== undefined) this.ports.clearTimer(this.connectTimer);
    this.connectTimer = undefined;
    const { connecting } = this;
    this.connecting = undefined;
    if (connecting !== undefined) settle(connecting);
  }

  private run(actions: readonly SessionAction[]): void {
    for (const action of actions) this.perform(action);
  }

  private perform(action: SessionAction): void {
    switch (action.type) {
      case "send":
        this.ports.post(encodeEnvelope(action.envelope));
        break;
      case "deliverRequest":
        this.serve(action.id, action.method, action.payload, action.trace);
        break;
      case "deliverEvent":
        // Version 1 has no event from host to page; the machine has checked its shape, and nobody listens.
        this.ports.report("method_not_allowed", `${action.method} goes from the page to the host`);
        break;
      case "settle":
        this.settle(action.id, action.outcome);
        break;
      case "cancelHandler":
        this.cancelled.get(action.id)?.();
        break;
      case "startDeadline": {
        const { id } = action;
        const expire = (): void => {
          this.deadlines.delete(id);
          if (this.machine !== undefined) this.run(this.machine.expire(id));
        };
        this.deadlines.set(id, this.ports.setTimer(expire, action.milliseconds));
        break;
      }
      case "stopDeadline": {
        const timer = this.deadlines.get(action.id);
        if (timer !== undefined) this.ports.clearTimer(timer);
        this.deadlines.delete(action.id);
        break;
      }
      case "report":
        this.ports.report(action.code, action.message);
        break;
    }
  }

  private settle(id: string, outcome: CallOutcome): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting === undefined) return;
    if (outcome.type === "result") waiting.resolve(outcome.payload);
    else waiting.reject(new BridgeError(outcome.error.code, outcome.error.message, outcome.error.retryable));
  }

  private serve(id: string, method: string, payload: JSONValue, trace: TraceContext | undefined): void {
    let isCancelled = false;
    this.cancelled.set(id, () => {
      isCancelled = true;
    });
    const respond = (outcome: CallOutcome): void => {
      this.cancelled.delete(id);
      if (this.machine !== undefined) this.run(this.machine.respond(id, outcome));
    };
    const handler = isServedMethod(method) ? this.handlers.get(method) : undefined;
    // A handler starts in a microtask of its own: whoever delivered the message never runs inside it.
    Promise.resolve()
      .then(() => {
        if (handler === undefined) throw new BridgeError("method_unknown", `${method} is not served here`);
        return handler(payload, { id, trace, isCancelled: () => isCancelled });
      })
      .then(
        (result) => respond({ type: "result", payload: result }),
        (error: unknown) => {
          if (error instanceof BridgeError) {
            respond({ type: "error", error: error.wire });
            return;
          }
          // What the fault says may quote the document, so the wire does not repeat it.
          respond({ type: "error", error: { code: "internal", message: `${method} failed`, retryable: false } });
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

/** The version both sides speak when they speak anything. */
export const protocolVersions: readonly number[] = [currentVersion];
