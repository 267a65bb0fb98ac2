import { expect } from "chai";
import { Bridge, BridgeError, Outbox } from "../../src/bridge";
import { HostPeer } from "../support/host-peer";
import { ManualTimers, settled } from "../support/manual-timers";

interface Pair {
  readonly bridge: Bridge;
  readonly host: HostPeer;
  readonly timers: ManualTimers;
  readonly reports: string[];
  readonly faults: unknown[];
}

function pair(): Pair {
  const timers = new ManualTimers();
  const host = new HostPeer(() => timers.now);
  const reports: string[] = [];
  const faults: unknown[] = [];
  const bridge = new Bridge({
    post: host.post,
    now: () => timers.now,
    setTimer: timers.set,
    clearTimer: timers.clear,
    report: (finding) => reports.push(finding.finding),
    fault: (error) => faults.push(error),
  });
  host.deliver = (text) => bridge.receive(text);
  return { bridge, host, timers, reports, faults };
}

const hello = { bundle: { version: "1", hash: "h" }, schemaVersion: 1, capabilities: ["storage"], timeOrigin: 0 };

async function connected(install: (bridge: Bridge) => void = () => undefined): Promise<Pair> {
  const made = pair();
  install(made.bridge);
  await made.bridge.connect(hello);
  return made;
}

async function failure(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "none";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe("the bridge", () => {
  it("announces the methods that have handlers", async () => {
    const { host } = await connected((bridge) => {
      bridge.handle("editor.focus", () => ({ blockID: "b", offset: 1 }));
      bridge.handle("document.close", () => ({ revision: 1 }));
    });
    await settled();
    expect(host.faults).to.deep.equal([]);
    expect(host.eventsNamed("bridge.ready")).to.deep.equal([{ clock: { offset: 250, error: 0 } }]);
    expect(host.heard[0].payload).to.deep.include({ methods: ["editor.focus", "document.close"], versions: [1] });
  });

  it("carries a request to its handler and the result back", async () => {
    const { host } = await connected((bridge) => {
      bridge.handle("editor.focus", async ({ at }) => ({ blockID: at, offset: 7 }));
    });
    expect(await host.call("editor.focus", { at: "start" })).to.deep.equal({ blockID: "start", offset: 7 });
  });

  it("never runs a handler within the delivery of its request", async () => {
    let ran = false;
    const { bridge, host } = await connected((made) => {
      made.handle("document.close", () => {
        ran = true;
        return { revision: 1 };
      });
    });
    let ranInside: boolean | undefined;
    host.deliver = (text) => {
      bridge.receive(text);
      ranInside = ran;
    };
    await host.call("document.close", {});
    expect([ranInside, ran]).to.deep.equal([false, true]);
  });

  it("answers an unknown method, a refusal and a fault, and says nothing of the fault on the wire", async () => {
    const { host, faults } = await connected((bridge) => {
      bridge.handle("document.close", () => {
        throw new BridgeError("unavailable", "no document is open");
      });
      bridge.handle("editor.focus", () => {
        throw new TypeError("secret text of the document");
      });
    });
    expect(await failure(host.callAnything("document.explode", {}))).to.equal("method_unknown");
    expect(await failure(host.callAnything("document.export", { format: "json" }))).to.equal("method_unknown");
    expect(await failure(host.call("document.close", {}))).to.equal("unavailable");
    expect(await failure(host.call("editor.focus", { at: "end" }))).to.equal("internal");
    expect(await failure(host.callAnything("editor.focus", { at: "middle" }))).to.equal("payload_invalid");
    expect(faults).to.have.length(1);
    expect(JSON.stringify(host.heard)).not.to.match(/secret/);
  });

  it("survives whatever text it is given", async () => {
    const { bridge, host, reports } = await connected((made) => made.handle("document.close", () => ({ revision: 3 })));
    const hostile: unknown[] = [undefined, null, 1, {}, [], "", "{", "[]", "\u0000", "[".repeat(100_000), "x".repeat(2 << 20)];
    hostile.push('{"protocolVersion":1,"sessionID":"other","sequence":2,"kind":"event","method":"constructor"}');
    hostile.push('{"__proto__":{"protocolVersion":1,"sessionID":"session-1","sequence":2,"kind":"event","method":"theme.set"}}');
    for (const text of hostile) bridge.receive(text);
    expect(reports).to.have.length(hostile.length);
    expect(bridge.isOpen).to.equal(true);
    expect(await host.call("document.close", {})).to.deep.equal({ revision: 3 });
  });

  it("rejects hello when nobody answers", async () => {
    const { bridge, host, timers } = pair();
    host.deliver = () => undefined;
    const connecting = failure(bridge.connect(hello));
    timers.advance(30_000);
    expect(await connecting).to.equal("deadline_exceeded");
    expect(timers.pending).to.equal(0);
  });

  it("leaves no timer behind", async () => {
    const { bridge, timers } = await connected();
    bridge.event("document.state", { phase: "ready", revision: 1, blocks: 1, characters: 1, dirty: false });
    bridge.close();
    expect(timers.pending).to.equal(0);
  });

  it("sends only the newest state, and batches diagnostics", async () => {
    const { bridge, host, timers } = await connected();
    for (let revision = 1; revision <= 5; revision += 1) {
      bridge.event("document.state", { phase: "edited", revision, blocks: 1, characters: revision, dirty: true });
      bridge.event("log.records", { records: [{ level: "info", message: `record ${revision}`, at: revision }], dropped: 0 });
    }
    timers.advance(0);
    await settled();
    expect(host.eventsNamed("document.state")).to.deep.equal([
      { phase: "edited", revision: 5, blocks: 1, characters: 5, dirty: true },
    ]);
    bridge.event("log.records", { records: [{ level: "info", message: "later", at: 9 }], dropped: 0 });
    await settled();
    expect(host.eventsNamed("log.records")).to.have.length(1);
    timers.advance(100);
    await settled();
    expect(host.eventsNamed("log.records")).to.have.length(2);
  });

  it("keeps events made before the handshake", async () => {
    const { bridge, host, timers } = pair();
    bridge.event("log.records", { records: [{ level: "info", message: "early", at: 1 }], dropped: 0 });
    timers.advance(500);
    await bridge.connect(hello);
    timers.advance(100);
    await settled();
    expect(host.eventsNamed("log.records")).to.have.length(1);
  });
});

describe("the outbox", () => {
  it("drops the oldest samples over the bound, and says how many", () => {
    const outbox = new Outbox();
    for (let index = 0; index < 300; index += 1) outbox.put("log.records", { records: [index], dropped: 0 });
    const [batch] = outbox.drain();
    expect(batch.payload).to.have.property("dropped", 44);
    expect((batch.payload as { records: number[] }).records[0]).to.equal(44);
    expect(outbox.isEmpty).to.equal(true);
  });
});
