import { checkResponse, Hello, HelloAnswer } from "./methods";
import { Envelope, wireError, WireError, WireLimits } from "./wire";

/** What both sides agreed on. */
export interface Agreement {
  readonly version: number;
  readonly sessionID: string;
  readonly capabilities: ReadonlyMap<string, number>;
  readonly limits: WireLimits;
  readonly durableCredits: number;
  readonly traceID: string;
  /** When the host got the hello and when it answered, on the host's clock. */
  readonly receivedAt: number;
  readonly sentAt: number;
}

/** Host clock minus page clock, in milliseconds, and how far off that may be. */
export interface ClockOffset {
  readonly offset: number;
  readonly error: number;
}

export type HandshakeState =
  | { readonly type: "idle" }
  | { readonly type: "awaitingAnswer"; readonly hello: Hello; readonly id: string }
  | { readonly type: "awaitingReady"; readonly agreement: Agreement }
  | { readonly type: "complete"; readonly agreement: Agreement }
  | { readonly type: "failed"; readonly error: WireError };

/** The page's half of agreeing on a session: one hello, one answer, one ready. Decides only; numbering and sending are the session's. */
export class HandshakeMachine {
  private current: HandshakeState = { type: "idle" };

  get state(): HandshakeState {
    return this.current;
  }

  get agreement(): Agreement | undefined {
    return this.current.type === "awaitingReady" || this.current.type === "complete" ? this.current.agreement : undefined;
  }

  sendHello(hello: Hello, id: string): void {
    if (this.current.type !== "idle") throw new RangeError("a hello is sent once");
    this.current = { type: "awaitingAnswer", hello, id };
  }

  /** Takes the answer; the error is why there will be no session. */
  receiveAnswer(envelope: Envelope): WireError | undefined {
    if (this.current.type !== "awaitingAnswer") throw new RangeError("no answer is expected");
    const { hello } = this.current;
    if (envelope.error !== undefined) return this.fail(envelope.error);
    if (envelope.sequence !== 1 || envelope.sessionID === "") {
      return this.fail(wireError("sequence_violation", "the answer to the hello begins a session with sequence 1"));
    }
    const checked = checkResponse("bridge.hello", envelope.payload);
    if (!checked.ok) return this.fail(wireError("payload_invalid", `${checked.path} ${checked.message}`));
    const answer = checked.value;
    if (!hello.versions.includes(answer.version)) {
      return this.fail(wireError("version_unsupported", `the host chose version ${answer.version}, which was not offered`));
    }
    if (answer.sessionID !== envelope.sessionID) {
      return this.fail(wireError("session_mismatch", "the answer names another session than its envelope"));
    }
    this.current = { type: "awaitingReady", agreement: agreementOf(answer) };
    return undefined;
  }

  sendReady(): void {
    if (this.current.type !== "awaitingReady") throw new RangeError("there is nothing to be ready for");
    this.current = { type: "complete", agreement: this.current.agreement };
  }

  fail(error: WireError): WireError {
    this.current = { type: "failed", error };
    return error;
  }
}

/** Offset and error from the four times of one exchange, as NTP computes them. */
export function clockOffset(sent: number, received: number, answered: number, arrived: number): ClockOffset {
  return {
    offset: (received - sent + (answered - arrived)) / 2,
    error: Math.max(0, (arrived - sent - (answered - received)) / 2),
  };
}

function agreementOf(answer: HelloAnswer): Agreement {
  const { version, sessionID, limits, traceID, receivedAt, sentAt } = answer;
  return {
    version,
    sessionID,
    capabilities: new Map(answer.capabilities.map(({ name, version: granted }) => [name, granted])),
    limits,
    durableCredits: answer.credits.durable,
    traceID,
    receivedAt,
    sentAt,
  };
}
