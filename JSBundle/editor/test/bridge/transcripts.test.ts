import { expect } from "chai";
import { fixtures } from "fixtures";
import {
  BridgeError, check, decodeEnvelope, Envelope, events, Hello, isEventMethod, isRequestMethod, JSONValue, requests, Schema,
  SessionAction, SessionFinding, SessionMachine, WireError, WireLimits,
} from "../../src/bridge";

type Line = { readonly [member: string]: JSONValue | undefined };

interface Header {
  readonly end: "host" | "page";
  readonly rule: string;
  readonly configuration: {
    readonly served: readonly string[];
    readonly limits: WireLimits;
    readonly handshakeDeadline: number;
    readonly concurrentRequests: number;
  };
}

const folder = "protocol/v1/";

function linesOf(text: string): Line[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/** What the machine did, in the words of the transcripts. */
function describeAction(action: SessionAction): Line {
  const described = (members: Line): Line => JSON.parse(JSON.stringify(members)) as Line;
  switch (action.type) {
    case "established":
      return { expect: "established", sessionID: action.agreement.sessionID };
    case "completeCall": {
      const { outcome, id } = action;
      if (outcome.type === "error") return described({ expect: "completeCall", id, error: outcome.error as unknown as JSONValue });
      return described({ expect: "completeCall", id, payload: outcome.payload });
    }
    case "report":
      return describeFinding(action.finding);
    case "end":
      return described({ expect: "end", reason: action.reason, code: action.error?.code });
    case "deliverRequest":
      return described({ expect: "deliverRequest", id: action.id, method: action.method, payload: action.payload });
    default: {
      const { type, ...members } = action;
      return described({ expect: type, ...(members as unknown as Line) });
    }
  }
}

function describeFinding(finding: SessionFinding): Line {
  if (!("error" in finding)) return { expect: "report", ...(finding as unknown as Line) };
  const { error, ...rest } = finding;
  return { expect: "report", ...rest, code: error.code };
}

/** Of an expected error code and retryability count, and the message only as far as the transcript gives it. */
function withoutWording(actual: JSONValue | undefined, expected: JSONValue | undefined): JSONValue | undefined {
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return actual;
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) return actual;
  const left = actual as Line;
  const right = expected as Line;
  const result: { [member: string]: JSONValue | undefined } = {};
  for (const [name, value] of Object.entries(left)) {
    if (name === "error") result.error = errorAs(value as unknown as WireError, right.error as Line | undefined);
    else if (name === "envelope") result.envelope = withoutWording(value, right.envelope);
    else result[name] = value;
  }
  return result as JSONValue;
}

function errorAs(error: WireError, expected: Line | undefined): JSONValue {
  const { code, retryable, message } = error;
  if (expected === undefined) return { code, retryable, message };
  const result: { [member: string]: JSONValue } = { code, retryable };
  if (typeof expected.message === "string") result.message = message;
  if (typeof expected.path === "string") result.path = message.startsWith(expected.path) ? expected.path : message;
  return result;
}

function play(machine: SessionMachine, line: Line): Line[] {
  const text = (name: string): string => String(line[name]);
  switch (line.input) {
    case "start":
      return machine.start(line.hello as unknown as Hello).map(describeAction);
    case "announceReady":
      return machine.announceReady(line.ready ?? {}).map(describeAction);
    case "receive": {
      const written =
        line.envelope !== undefined
          ? JSON.stringify(ordered(line.envelope as unknown as Envelope))
          : line.text !== undefined
          ? text("text")
          : text("before") + text("repeat").repeat(Number(line.times)) + text("after");
      return machine.receive(decodeEnvelope(written, machine.limits)).map(describeAction);
    }
    case "call":
      return machine.call(text("method"), line.payload, line.deadline as number | null | undefined)[1].map(describeAction);
    case "emit": {
      const outcome = machine.emit(text("method"), line.payload);
      return Array.isArray(outcome)
        ? outcome.map(describeAction)
        : [{ expect: "throw", error: outcome as unknown as JSONValue }];
    }
    case "respond": {
      const error = line.error as unknown as WireError | undefined;
      const outcome = error === undefined ? ({ type: "result", payload: line.payload } as const) : ({ type: "error", error } as const);
      return machine.respond(text("id"), outcome).map(describeAction);
    }
    case "left":
      machine.requestLeft(text("id"));
      return [];
    case "cancel":
      return machine.cancel(text("id")).map(describeAction);
    case "deadlinePassed":
      return machine.deadlinePassed(text("deadline")).map(describeAction);
    case "invalidate":
      return machine.close().map(describeAction);
    default:
      throw new BridgeError("internal", `the transcript holds the input ${String(line.input)}`);
  }
}

/** The payload last, as every writer of the protocol puts it. */
function ordered({ payload, ...rest }: Envelope): object {
  return payload === undefined ? rest : { ...rest, payload };
}

describe("the page's end of the protocol follows the transcript", () => {
  const transcripts = [...fixtures].filter(([path]) => path.startsWith(folder) && path.endsWith("-page.jsonl"));

  it("and there are transcripts", () => {
    expect(transcripts.length).to.be.above(20);
  });

  for (const [path, text] of transcripts) {
    const [header, ...lines] = linesOf(text);
    const { rule, configuration } = header as unknown as Header;
    it(`${path.slice(folder.length, -"-page.jsonl".length)}: ${rule}`, () => {
      const machine = new SessionMachine({ ...configuration, served: new Set(configuration.served) });
      let pending: Line[] = [];
      let input = "the beginning";
      for (const line of lines) {
        if (line.input !== undefined) {
          expect(pending, `left over after ${input}`).to.deep.equal([]);
          input = JSON.stringify(line).slice(0, 200);
          pending = play(machine, line);
        } else {
          const [action, ...rest] = pending;
          expect(withoutWording(action, line), `after ${input}`).to.deep.equal(line);
          pending = rest;
        }
      }
      expect(pending, `left over after ${input}`).to.deep.equal([]);
    });
  }
});

describe("a payload of version 1", () => {
  const [, ...lines] = linesOf(fixtures.get(`${folder}payloads.jsonl`) ?? "");
  for (const line of lines) {
    const { method, part, payload, fault } = line;
    const name = String(method);
    it(`${name} ${String(part)} ${fault === undefined ? "is taken as it is" : `is refused at ${String(fault)}`}`, () => {
      const schema: Schema<unknown> | undefined =
        part === "event"
          ? isEventMethod(name) ? (events[name] as Schema<unknown>) : undefined
          : isRequestMethod(name) ? (requests[name][part === "response" ? "response" : "request"] as Schema<unknown>) : undefined;
      if (schema === undefined) throw new Error(`there is no ${String(part)} of ${name}`);
      const checked = check(schema, payload);
      if (fault === undefined) expect(checked).to.deep.equal({ ok: true, value: payload });
      else expect(checked.ok ? "accepted" : checked.path).to.equal(fault);
    });
  }
});
