import { expect } from "chai";
import { nextEvent, nextTask } from "./support/waiting";

/** Runs steps while error events are caught before anybody else hears of them. */
async function errorsDuring(steps: () => unknown): Promise<ErrorEvent[]> {
  const events: ErrorEvent[] = [];
  const listener = (event: ErrorEvent) => {
    events.push(event);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("error", listener, true);
  try {
    await steps();
    await nextTask();
  } finally {
    window.removeEventListener("error", listener, true);
  }
  return events;
}

describe("uncaught errors", () => {
  it("of timers, microtasks and frames reach the window", async () => {
    const [timer, microtask, frame] = [new Error("timer"), new Error("microtask"), new Error("frame")];
    const events = await errorsDuring(async () => {
      setTimeout(() => { throw timer; }, 0);
      queueMicrotask(() => { throw microtask; });
      await new Promise<void>(resolve => requestAnimationFrame(() => { resolve(); throw frame; }));
    });
    expect(events.map(({ error }) => error as unknown)).to.have.members([timer, microtask, frame]);
  });

  it("of listeners do not stop the next listener or the caller", async () => {
    const element = document.createElement("div");
    const order: string[] = [];
    element.addEventListener("x", () => { order.push("first"); throw new Error("listener"); });
    element.addEventListener("x", () => order.push("second"));
    const events = await errorsDuring(() => order.push(String(element.dispatchEvent(new Event("x")))));
    expect(order).to.deep.equal(["first", "second", "true"]);
    expect(events).to.have.length(1);
  });

  it("say what was thrown and where", async () => {
    const [event] = await errorsDuring(() => setTimeout(() => { throw new TypeError("bad"); }, 0));
    expect(event!.message).to.equal("TypeError: bad");
    expect(event!.filename).to.match(/\.js$/);
    expect(event!.lineno).to.be.greaterThan(0);
    expect(event!.colno).to.be.greaterThan(0);
    expect(event).to.be.instanceOf(ErrorEvent);
    expect(event!.cancelable).to.equal(true);
  });

  it("may be of any value", async () => {
    const events = await errorsDuring(() => { for (const value of ["text", undefined, { a: 1 }]) reportError(value); });
    expect(events.map(({ error }) => error as unknown)).to.deep.equal(["text", undefined, { a: 1 }]);
    expect(events.map(({ message }) => message)).to.deep.equal(["text", "undefined", "{a: 1}"]);
  });

  it("of an inserted script point into it", async () => {
    const events = await errorsDuring(() => {
      const script = document.createElement("script");
      script.textContent = "\n\n  nope.nope();";
      document.body.append(script);
      script.remove();
    });
    expect(events.map(({ lineno }) => lineno)).to.deep.equal([3]);
  });

  it("of a syntax error have a line", async () => {
    const events = await errorsDuring(() => {
      const script = document.createElement("script");
      script.textContent = "\nlet let = 1;";
      document.body.append(script);
      script.remove();
    });
    expect(events).to.have.length(1);
    expect(events[0]!.error).to.be.instanceOf(SyntaxError);
    expect(events[0]!.lineno).to.equal(2);
  });

  it("call window.onerror with five arguments, whose true prevents the default", async () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const inner = frame.contentWindow as Window & typeof globalThis;
    let seen: unknown[] = [];
    inner.onerror = (...values) => { seen = values; return true; };
    const prevented = new Promise<boolean>(resolve => inner.addEventListener("error", event => resolve(event.defaultPrevented)));
    // A script of its own: code that went through `eval` has no address, and its errors no line.
    const script = inner.document.createElement("script");
    script.textContent = "setTimeout(() => { throw new Error('told') }, 0)";
    inner.document.body.append(script);
    expect(await prevented).to.equal(true);
    frame.remove();
    expect(seen).to.have.length(5);
    expect(seen[0]).to.equal("Error: told");
    expect(seen.slice(2, 4).every(position => (position as number) > 0)).to.equal(true);
  });
});

describe("unhandled rejections", () => {
  const quiet = (event: PromiseRejectionEvent) => { event.preventDefault(); event.stopImmediatePropagation(); };

  it("are events with the promise and its reason", async () => {
    const reason = new Error("rejected");
    const told = new Promise<PromiseRejectionEvent>(resolve =>
      window.addEventListener("unhandledrejection", event => { quiet(event); resolve(event); }, { once: true, capture: true }));
    const promise = Promise.reject(reason);
    const event = await told;
    expect(event.promise).to.equal(promise);
    expect(event.reason).to.equal(reason);
    expect(event.cancelable).to.equal(true);
  });

  it("are not told of promises that were handled in time", async () => {
    let told = 0;
    const count = (event: PromiseRejectionEvent) => { told++; quiet(event); };
    window.addEventListener("unhandledrejection", count, true);
    const promise = Promise.reject(new Error("handled in time"));
    queueMicrotask(() => { promise.catch(() => undefined); });
    await nextTask();
    await nextTask();
    window.removeEventListener("unhandledrejection", count, true);
    expect(told).to.equal(0);
  });

  it("are taken back when handled later", async () => {
    window.addEventListener("unhandledrejection", quiet, { once: true, capture: true });
    const promise = Promise.reject(new Error("handled late"));
    for (let turn = 0; turn < 5; turn++) await nextTask();
    const handled = nextEvent<PromiseRejectionEvent>(window, "rejectionhandled");
    promise.catch(() => undefined);
    expect((await handled).promise).to.equal(promise);
  });
});

describe("the console", () => {
  it("has its methods and never throws", () => {
    const hostile = { get a(): number { throw new Error("no"); }, toString() { throw new Error("no"); } };
    console.debug("%s and %o", hostile, hostile);
    console.debug(Symbol("s"), 1n, document, window, null, new Proxy({}, {}));
    for (const name of ["log", "info", "debug", "warn", "error", "trace", "dir", "table", "group", "groupEnd", "time", "timeEnd", "count", "assert"]) {
      expect((console as unknown as Record<string, unknown>)[name], name).to.be.a("function");
    }
    const { debug } = console;
    debug("a method alone works too");
  });
});
