import { checkResponse, Hello, HelloAnswer } from "./methods";
import { BridgeError, currentVersion, Envelope, JSONValue, supportedVersions, WireLimits } from "./wire";

/** What both sides agreed on. */
export interface EstablishedSession {
  readonly version: number;
  readonly sessionID: string;
  readonly capabilities: ReadonlyMap<string, number>;
  readonly limits: WireLimits;
  readonly durableCredits: number;
  readonly traceID: string;
  readonly clock: ClockOffset;
}

/** Host clock minus page clock, in milliseconds, and how far off that may be. */
export interface ClockOffset {
  readonly offset: number;
  readonly error: number;
}

export type HandshakeAction =
  | { readonly type: "send"; readonly envelope: Envelope }
  | { readonly type: "established"; readonly session: EstablishedSession }
  | { readonly type: "failed"; readonly error: BridgeError }
  /** Something arrived that has no place here; it was dropped. */
  | { readonly type: "report"; readonly code: string; readonly message: string };

type State =
  | { readonly type: "idle" }
  | { readonly type: "waiting"; readonly sentAt: number }
  | { readonly type: "established" }
  | { readonly type: "failed" };

const helloID = "hello";

/** The page's half of the handshake: says hello, takes one answer. Inputs in, actions out; it owns no clock. */
export class HandshakeMachine {
  private state: State = { type: "idle" };

  /** Says hello. `now` is the page's clock. */
  start(hello: Omit<Hello, "sentAt" | "versions">, now: number): HandshakeAction[] {
    if (this.state.type !== "idle") throw new RangeError("a handshake is started once");
    this.state = { type: "waiting", sentAt: now };
    const payload: Hello = { versions: supportedVersions, ...hello, sentAt: now };
    return [
      {
        type: "send",
        envelope: {
          protocolVersion: currentVersion,
          sessionID: "",
          sequence: 1,
          id: helloID,
          kind: "request",
          method: "bridge.hello",
          payload: payload as unknown as JSONValue,
        },
      },
    ];
  }

  /** Takes an envelope that arrived at `now`. */
  receive(envelope: Envelope, now: number): HandshakeAction[] {
    if (this.state.type !== "waiting") {
      return [{ type: "report", code: "handshake_required", message: "a message came while no handshake was waiting" }];
    }
    if (envelope.kind !== "response" || envelope.method !== "bridge.hello" || envelope.id !== helloID) {
      return [
        { type: "report", code: "handshake_required", message: `${envelope.method} came before the answer to hello` },
      ];
    }
    if (envelope.error !== undefined) {
      return this.fail(new BridgeError(envelope.error.code, envelope.error.message, envelope.error.retryable));
    }
    const checked = checkResponse("bridge.hello", envelope.payload);
    if (!checked.ok) return this.fail(new BridgeError("payload_invalid", `${checked.path}: ${checked.message}`));
    const answer = checked.value;
    if (!supportedVersions.includes(answer.version)) {
      return this.fail(
        new BridgeError("version_unsupported", `the host chose ${answer.version}; spoken here: ${supportedVersions}`),
      );
    }
    if (envelope.sessionID !== answer.sessionID) {
      return this.fail(new BridgeError("session_mismatch", "the answer to hello names two sessions"));
    }
    if (envelope.sequence !== 1) {
      return this.fail(new BridgeError("sequence_violation", `the host began with sequence ${envelope.sequence}`));
    }
    const session = established(answer, this.state.sentAt, now);
    this.state = { type: "established" };
    return [{ type: "established", session }];
  }

  /** The answer did not come in time. */
  expire(): HandshakeAction[] {
    if (this.state.type !== "waiting") return [];
    return this.fail(new BridgeError("deadline_exceeded", "the host did not answer hello", true));
  }

  private fail(error: BridgeError): HandshakeAction[] {
    this.state = { type: "failed" };
    return [{ type: "failed", error }];
  }
}

/** Offset and error from the four times of one exchange, as NTP computes them. */
export function clockOffset(sent: number, received: number, answered: number, arrived: number): ClockOffset {
  return {
    offset: (received - sent + (answered - arrived)) / 2,
    error: Math.max(0, (arrived - sent - (answered - received)) / 2),
  };
}

function established(answer: HelloAnswer, sentAt: number, arrivedAt: number): EstablishedSession {
  return {
    version: answer.version,
    sessionID: answer.sessionID,
    capabilities: new Map(answer.capabilities.map((capability) => [capability.name, capability.version])),
    limits: answer.limits,
    durableCredits: answer.credits.durable,
    traceID: answer.traceID,
    clock: clockOffset(sentAt, answer.receivedAt, answer.sentAt, arrivedAt),
  };
}
