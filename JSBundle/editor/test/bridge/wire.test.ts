import { expect } from "chai";
import { checkLimits, decodeEnvelope, defaultLimits, encodeEnvelope, Envelope } from "../../src/bridge";

const event: Envelope = { protocolVersion: 1, sessionID: "s", sequence: 3, kind: "event", method: "document.state", payload: {} };

const { payload: _payload, ...bare } = event;

function fault(text: unknown): string {
  const decoded = decodeEnvelope(text);
  return decoded.type === "envelope" ? "none" : `${decoded.error.code} ${decoded.error.message.split(" ")[0]}`;
}

function changed(changes: Record<string, unknown>): string {
  return JSON.stringify({ ...event, ...changes });
}

describe("the envelope", () => {
  it("comes back as it was written", () => {
    const envelopes: Envelope[] = [
      event,
      { ...event, kind: "request", id: "1", trace: { traceID: "0".repeat(32), spanID: "1".repeat(16) } },
      { ...bare, kind: "response", id: "1", error: { code: "internal", message: "", retryable: false } },
    ];
    for (const envelope of envelopes) {
      expect(decodeEnvelope(encodeEnvelope(envelope))).to.deep.equal({ type: "envelope", envelope });
    }
  });

  it("ignores members it does not know", () => {
    expect(decodeEnvelope(changed({ later: 1 }))).to.deep.equal({ type: "envelope", envelope: event });
  });

  it("names the first fault by JSON path", () => {
    expect(fault(undefined)).to.equal("payload_invalid $");
    expect(fault({})).to.equal("payload_invalid $");
    expect(fault("")).to.match(/^payload_invalid/);
    expect(fault("[]")).to.equal("payload_invalid $");
    expect(fault("null")).to.equal("payload_invalid $");
    expect(fault(changed({ protocolVersion: "1" }))).to.equal("payload_invalid $.protocolVersion");
    expect(fault(changed({ sessionID: 1 }))).to.equal("payload_invalid $.sessionID");
    for (const sequence of [-1, 1.5, "1", null, 2 ** 54]) {
      expect(fault(changed({ sequence }))).to.equal("payload_invalid $.sequence");
    }
    expect(fault(changed({ kind: "question" }))).to.equal("payload_invalid $.kind");
    expect(fault(changed({ method: "" }))).to.equal("payload_invalid $.method");
    expect(fault(changed({ kind: "request" }))).to.equal("payload_invalid $.id");
    expect(fault(changed({ error: {} }))).to.equal("payload_invalid $.error");
    expect(fault(changed({ kind: "response", id: "1", payload: undefined, error: { code: "x", message: "y" } }))).to.equal(
      "payload_invalid $.error.retryable",
    );
    expect(fault(changed({ trace: { traceID: "1", spanID: "2" } }))).to.equal("payload_invalid $.trace.traceID");
  });

  it("keeps the head of a faulty message, so that a request can be answered", () => {
    const head = { id: "7", kind: "request", method: "document.state", sequence: 3, sessionID: "s" };
    for (const text of [
      changed({ kind: "request", id: "7", trace: 1 }),
      encodeEnvelope({ ...event, kind: "request", id: "7" }).replace("{}}", "{,}}"),
      encodeEnvelope({ ...event, kind: "request", id: "7", payload: "x".repeat(2 << 20) }),
    ]) {
      const decoded = decodeEnvelope(text);
      expect(decoded.type === "refused" ? decoded.head : undefined).to.include(head);
    }
  });

  it("is measured before it is decoded", () => {
    const limits = { messageBytes: 100, depth: 3, keys: 4, stringLength: 10 };
    expect(checkLimits('{"a":[[1]],"b":"0123456789"}', limits)).to.equal(undefined);
    expect(checkLimits("[[[[", limits)).to.match(/nesting/);
    expect(checkLimits('{"a":1,"b":1,"c":1,"d":1,"e":1}', limits)).to.match(/members/);
    expect(checkLimits('["0123456789a"]', limits)).to.match(/UTF-16/);
    expect(checkLimits(`["${"\\u0041".repeat(10)}"]`, limits)).to.equal(undefined);
    expect(checkLimits('["\\"\\"[[[[::::"]', { ...limits, stringLength: 20 })).to.equal(undefined);
    expect(checkLimits(" ".repeat(101), limits)).to.match(/bytes/);
    expect(checkLimits(`"${"\u{1F600}".repeat(5)}"`, { ...limits, messageBytes: 22 })).to.equal(undefined);
    expect(checkLimits(`"${"\u{1F600}".repeat(5)}"`, { ...limits, messageBytes: 21 })).to.match(/bytes/);
    expect(checkLimits('"\u20ac"', { ...limits, messageBytes: 5 })).to.equal(undefined);
    expect(checkLimits('"\u20ac"', { ...limits, messageBytes: 4 })).to.match(/bytes/);
  });

  it("is refused with a value, never an exception, whatever the text", () => {
    expect(fault("[".repeat(1_000_000))).to.match(/^message_too_large/);
    expect(fault(`{"a":${"[".repeat(60)}`)).to.match(/^payload_invalid/);
    expect(fault(" ".repeat(defaultLimits.messageBytes + 1))).to.match(/^message_too_large/);
    expect(fault('{"__proto__":{"kind":"event"}}')).to.equal("payload_invalid $.protocolVersion");
    let seed = 42;
    for (let round = 0; round < 2_000; round += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const text = encodeEnvelope(event);
      const at = seed % text.length;
      const mutated = text.slice(0, at) + String.fromCharCode(seed % 0x10000) + text.slice(at + (seed % 3));
      expect(() => decodeEnvelope(mutated), `seed ${seed}`).not.to.throw();
    }
  });
});
