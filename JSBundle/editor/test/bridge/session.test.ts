import { expect } from "chai";
import { clockOffset, Envelope, HandshakeMachine, JSONValue, SessionAction, SessionMachine } from "../../src/bridge";

const helloPayload = {
  bundle: { version: "1.0.0", hash: "abc" },
  schemaVersion: 1,
  methods: ["document.open"],
  capabilities: ["storage"],
  timeOrigin: 900,
};

const answerPayload = {
  version: 1,
  sessionID: "s1",
  capabilities: [{ name: "storage", version: 1 }],
  limits: { messageBytes: 1000, depth: 8, keys: 100, stringLength: 500 },
  credits: { durable: 4 },
  traceID: "0".repeat(32),
  receivedAt: 2010,
  sentAt: 2012,
};

function answer(changes: Partial<Envelope> = {}): Envelope {
  return {
    protocolVersion: 1,
    sessionID: "s1",
    sequence: 1,
    id: "hello",
    kind: "response",
    method: "bridge.hello",
    payload: answerPayload,
    ...changes,
  };
}

describe("the handshake", () => {
  it("begins with hello, sequence 1, no session", () => {
    const [action, ...more] = new HandshakeMachine().start(helloPayload, 1000);
    expect(more).to.deep.equal([]);
    expect(action).to.deep.equal({
      type: "send",
      envelope: {
        protocolVersion: 1,
        sessionID: "",
        sequence: 1,
        id: "hello",
        kind: "request",
        method: "bridge.hello",
        payload: { versions: [1], ...helloPayload, sentAt: 1000 },
      },
    });
  });

  it("ends with the session the host answered, and the clock between the two", () => {
    const machine = new HandshakeMachine();
    machine.start(helloPayload, 1000);
    const [action] = machine.receive(answer(), 1022);
    if (action.type !== "established") throw new Error(`unexpected ${action.type}`);
    expect(action.session.sessionID).to.equal("s1");
    expect(action.session.capabilities.get("storage")).to.equal(1);
    expect(action.session.limits.depth).to.equal(8);
    expect(action.session.clock).to.deep.equal({ offset: 1000, error: 10 });
  });

  it("computes offset and error as NTP does", () => {
    expect(clockOffset(0, 105, 107, 10)).to.deep.equal({ offset: 101, error: 4 });
    expect(clockOffset(0, 5, 5, 0).error).to.equal(0);
  });

  it("refuses whatever comes before the answer, and goes on waiting", () => {
    const machine = new HandshakeMachine();
    expect(machine.receive(answer(), 0)[0]).to.include({ type: "report", code: "handshake_required" });
    machine.start(helloPayload, 1000);
    const early = answer({ kind: "request", method: "document.open", id: "1" });
    expect(machine.receive(early, 0)[0]).to.include({ type: "report", code: "handshake_required" });
    expect(machine.receive(answer({ id: "other" }), 0)[0]).to.include({ type: "report" });
    expect(machine.receive(answer(), 0)[0].type).to.equal("established");
    expect(machine.receive(answer(), 0)[0]).to.include({ type: "report" });
  });

  it("fails once, with the reason", () => {
    const cases: [Partial<Envelope>, string][] = [
      [{ error: { code: "version_unsupported", message: "2 only", retryable: false } }, "version_unsupported"],
      [{ payload: {} }, "payload_invalid"],
      [{ payload: { ...answerPayload, version: 9 } }, "version_unsupported"],
      [{ sessionID: "s2" }, "session_mismatch"],
      [{ sequence: 2 }, "sequence_violation"],
    ];
    for (const [changes, code] of cases) {
      const machine = new HandshakeMachine();
      machine.start(helloPayload, 0);
      const [action] = machine.receive(answer(changes), 1);
      expect(action.type === "failed" ? action.error.code : action.type).to.equal(code);
      expect(machine.expire()).to.deep.equal([]);
    }
  });

  it("does not wait for ever", () => {
    const machine = new HandshakeMachine();
    machine.start(helloPayload, 0);
    const [action] = machine.expire();
    expect(action.type === "failed" ? action.error.code : action.type).to.equal("deadline_exceeded");
  });
});

function page(): SessionMachine {
  return new SessionMachine({
    sessionID: "s1",
    serves: new Set(["editor.focus", "document.close"]),
    nextSequence: 2,
    lastReceived: 1,
  });
}

function fromHost(sequence: number, changes: Partial<Envelope>): Envelope {
  return { protocolVersion: 1, sessionID: "s1", sequence, kind: "event", method: "document.state", ...changes };
}

function ask(sequence: number, id: string, method = "editor.focus", payload: JSONValue = { at: "end" }): Envelope {
  return fromHost(sequence, { kind: "request", id, method, payload });
}

function brief(actions: readonly SessionAction[]): string[] {
  return actions.map((action) => {
    switch (action.type) {
      case "send": {
        const { kind, sequence, id, error } = action.envelope;
        return `send ${kind} ${sequence}${id === undefined ? "" : ` id ${id}`}${error === undefined ? "" : ` ${error.code}`}`;
      }
      case "settle":
        return `settle ${action.id} ${action.outcome.type === "error" ? action.outcome.error.code : "result"}`;
      case "report":
        return `report ${action.code}`;
      case "deliverEvent":
        return `event ${action.method}`;
      case "deliverRequest":
        return `request ${action.id} ${action.method}`;
      case "cancelHandler":
        return `cancelHandler ${action.id} ${action.error.code}`;
      case "startDeadline":
        return `startDeadline ${action.id} ${action.milliseconds}`;
      case "stopDeadline":
        return `stopDeadline ${action.id}`;
    }
  });
}

describe("a session", () => {
  it("numbers what it sends from where the handshake ended", () => {
    const machine = page();
    expect(brief(machine.event("bridge.ready", {}))).to.deep.equal(["send event 2"]);
    const [id, actions] = machine.request("auth.token", {}, 500);
    expect(brief(actions)).to.deep.equal([`send request 3 id ${id}`, `startDeadline ${id} 500`]);
  });

  it("answers a request exactly once", () => {
    const machine = page();
    expect(brief(machine.receive(ask(2, "a")))).to.deep.equal(["request a editor.focus"]);
    const result = { type: "result", payload: { blockID: "b", offset: 0 } } as const;
    expect(brief(machine.respond("a", result))).to.deep.equal(["send response 2 id a"]);
    expect(brief(machine.respond("a", result))).to.deep.equal(["report duplicate_response"]);
    expect(brief(machine.respond("never", result))).to.deep.equal(["report duplicate_response"]);
  });

  it("answers methods it does not know, and payloads that do not fit", () => {
    const machine = page();
    expect(brief(machine.receive(ask(2, "a", "document.explode")))).to.deep.equal(["send response 2 id a method_unknown"]);
    expect(brief(machine.receive(ask(3, "b", "document.export", { format: "json" })))).to.deep.equal([
      "send response 3 id b method_unknown",
    ]);
    expect(brief(machine.receive(ask(4, "c", "toString")))).to.deep.equal(["send response 4 id c method_unknown"]);
    const [action] = machine.receive(ask(5, "d", "editor.focus", { at: "middle" }));
    expect(action.type === "send" ? action.envelope.error?.message : "").to.match(/^\$\.payload\.at: /);
    expect(machine.openRequests).to.equal(0);
  });

  it("drops and counts a duplicate, and ends on a gap or a step back", () => {
    const machine = page();
    machine.receive(ask(2, "a"));
    expect(machine.receive(ask(2, "a"))).to.deep.equal([]);
    expect(machine.counters.duplicates).to.equal(1);
    const [id] = machine.request("auth.token", {}, 500);
    expect(brief(machine.receive(ask(4, "b")))).to.deep.equal([
      "report sequence_violation",
      `stopDeadline ${id}`,
      `settle ${id} sequence_violation`,
      "cancelHandler a sequence_violation",
    ]);
    expect(machine.isOpen).to.equal(false);
  });

  it("refuses traffic of another session", () => {
    const machine = page();
    expect(brief(machine.receive({ ...ask(2, "a"), sessionID: "s0" }))).to.deep.equal(["report session_mismatch"]);
    expect(brief(machine.receive(ask(2, "a")))).to.deep.equal(["request a editor.focus"]);
  });

  it("ends each call once: by its response, its deadline, its caller or the end of the session", () => {
    const machine = page();
    const [first] = machine.request("auth.token", {}, 1);
    const [second] = machine.request("auth.token", {}, 1);
    const [third] = machine.request("auth.token", {}, 1);
    const [fourth] = machine.request("auth.token", {}, 1);
    const response = (sequence: number, id: string): Envelope =>
      fromHost(sequence, { kind: "response", method: "auth.token", id, payload: {} });
    expect(brief(machine.receive(response(2, first)))).to.deep.equal([`stopDeadline ${first}`, `settle ${first} result`]);
    expect(brief(machine.receive(response(3, first)))).to.deep.equal(["report duplicate_response"]);
    expect(brief(machine.expire(second))).to.deep.equal([
      `stopDeadline ${second}`,
      `send cancel 6 id ${second}`,
      `settle ${second} deadline_exceeded`,
    ]);
    expect(machine.expire(second)).to.deep.equal([]);
    expect(brief(machine.receive(response(4, second)))).to.deep.equal(["report duplicate_response"]);
    expect(brief(machine.cancel(third))[2]).to.equal(`settle ${third} cancelled`);
    expect(brief(machine.close({ code: "session_closed", message: "", retryable: false }))).to.deep.equal([
      `stopDeadline ${fourth}`,
      `settle ${fourth} session_closed`,
    ]);
    expect(machine.pendingCalls).to.equal(0);
    expect(brief(machine.request("auth.token", {}, 1)[1])[0]).to.match(/^settle \d+ session_closed$/);
    expect(machine.event("document.state", {})).to.deep.equal([]);
  });

  it("answers a cancelled request with cancelled, and drops what its handler says later", () => {
    const machine = page();
    machine.receive(ask(2, "a"));
    expect(brief(machine.receive(fromHost(3, { kind: "cancel", id: "a", method: "editor.focus" })))).to.deep.equal([
      "cancelHandler a cancelled",
      "send response 2 id a cancelled",
    ]);
    expect(machine.respond("a", { type: "result", payload: {} })).to.deep.equal([]);
    expect(machine.receive(fromHost(4, { kind: "cancel", id: "a", method: "editor.focus" }))).to.deep.equal([]);
  });

  it("answers a request that is broken inside its envelope", () => {
    const machine = page();
    const fault = { code: "payload_invalid", path: "$.trace", message: "expected an object" } as const;
    const known = { id: "a", kind: "request", method: "editor.focus", sequence: 2, sessionID: "s1" } as const;
    expect(brief(machine.receiveFault({ ...fault, ...known }))).to.deep.equal([
      "report payload_invalid",
      "send response 2 id a payload_invalid",
    ]);
    expect(brief(machine.receive(ask(3, "b")))).to.deep.equal(["request b editor.focus"]);
  });
});
