import { expect } from "chai";
import { nextEvent, nextTask } from "./support/waiting";

describe("MessageChannel", () => {
  it("delivers copies in order, as tasks", async () => {
    const { port1, port2 } = new MessageChannel();
    const received: unknown[] = [];
    const done = new Promise<void>(resolve => {
      port2.onmessage = ({ data }) => { received.push(data); if (received.length === 3) resolve(); };
    });
    const value = { n: 1 };
    port1.postMessage(value);
    value.n = 2;
    port1.postMessage(value);
    port1.postMessage("last");
    expect(received).to.deep.equal([]);
    await done;
    expect(received).to.deep.equal([{ n: 1 }, { n: 2 }, "last"]);
  });

  it("holds messages until the port is started", async () => {
    const { port1, port2 } = new MessageChannel();
    const received: unknown[] = [];
    port2.addEventListener("message", ({ data }) => received.push(data));
    port1.postMessage(1);
    await nextTask();
    await nextTask();
    expect(received).to.deep.equal([]);
    port2.start();
    await nextTask();
    await nextTask();
    expect(received).to.deep.equal([1]);
  });

  it("delivers nothing after close", async () => {
    const { port1, port2 } = new MessageChannel();
    let received = 0;
    port2.onmessage = () => received++;
    port2.close();
    port1.postMessage(1);
    await nextTask();
    await nextTask();
    expect(received).to.equal(0);
  });

  it("moves buffers and ports that are transferred", async () => {
    const { port1, port2 } = new MessageChannel();
    const inner = new MessageChannel();
    const buffer = new ArrayBuffer(4);
    const message = nextEvent<MessageEvent<{ buffer: ArrayBuffer }>>(port2, "message");
    port2.start();
    port1.postMessage({ buffer }, [buffer, inner.port2]);
    expect(buffer.byteLength).to.equal(0);
    const { data, ports } = await message;
    expect(data.buffer.byteLength).to.equal(4);
    expect(ports).to.have.length(1);
    const reply = nextEvent<MessageEvent>(ports[0]!, "message");
    ports[0]!.start();
    inner.port1.postMessage("over the moved port");
    expect((await reply).data).to.equal("over the moved port");
  });

  it("refuses at once what cannot be copied", () => {
    const { port1 } = new MessageChannel();
    for (const value of [() => 1, document.body, window, Promise.resolve(), new TextDecoder()]) {
      expect(() => port1.postMessage(value)).to.throw().with.property("name", "DataCloneError");
    }
    expect(() => port1.postMessage(1, [port1])).to.throw();
  });
});

describe("structuredClone", () => {
  it("copies files and refuses platform objects", async () => {
    const file = structuredClone(new File(["abc"], "n.txt", { type: "text/plain", lastModified: 5 }));
    expect([file.name, file.type, file.size, file.lastModified]).to.deep.equal(["n.txt", "text/plain", 3, 5]);
    expect(structuredClone({ a: [new Date(1)] })).to.deep.equal({ a: [new Date(1)] });
    for (const value of [document, new Event("x"), new URL("https://e/"), new Headers()]) {
      expect(() => structuredClone(value)).to.throw(DOMException).with.property("code", 25);
    }
  });

  it("detaches what it transfers", () => {
    const buffer = new ArrayBuffer(2);
    expect(structuredClone(buffer, { transfer: [buffer] }).byteLength).to.equal(2);
    expect(buffer.byteLength).to.equal(0);
  });
});

describe("window.postMessage", () => {
  it("comes with its source and origin", async () => {
    const message = nextEvent<MessageEvent>(window, "message");
    window.postMessage({ hello: 1 }, "*");
    const event = await message;
    expect(event.data).to.deep.equal({ hello: 1 });
    expect(event.source).to.equal(window);
    expect(event.origin).to.equal(window.origin);
  });

  it("is dropped when meant for another origin", async () => {
    let received = 0;
    const count = () => received++;
    window.addEventListener("message", count);
    window.postMessage(1, "https://elsewhere.example");
    await nextTask();
    await nextTask();
    window.removeEventListener("message", count);
    expect(received).to.equal(0);
    expect(() => window.postMessage(1, "not a url")).to.throw().with.property("name", "SyntaxError");
  });
});
