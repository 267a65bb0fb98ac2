import { expect } from "chai";
import { nextTask, until } from "./support/waiting";

describe("timers", () => {
  it("run in the order of their delays, then of their making", async () => {
    const order: string[] = [];
    setTimeout(() => order.push("20"), 20);
    setTimeout(() => order.push("0a"), 0);
    setTimeout(() => order.push("0b"), 0);
    setTimeout(() => order.push("10"), 10);
    await until(() => order.length === 4);
    expect(order).to.deep.equal(["0a", "0b", "10", "20"]);
  });

  it("pass their further arguments, with the window as this", async () => {
    const seen = await new Promise<unknown[]>(resolve =>
      setTimeout(function (this: unknown, ...values: unknown[]) { resolve([this, ...values]); }, 0, 1, "two"));
    expect(seen[0]).to.equal(window);
    expect(seen.slice(1)).to.deep.equal([1, "two"]);
  });

  it("do not run once cleared, from inside themselves either", async () => {
    let runs = 0;
    clearTimeout(setTimeout(() => runs += 100, 0));
    const interval = setInterval(() => { if (++runs === 3) clearInterval(interval); }, 0);
    await until(() => runs === 3);
    await nextTask();
    await nextTask();
    expect(runs).to.equal(3);
  });

  it("ignore identifiers that are none", () => {
    for (const value of [undefined, null, 0, -1, 1.5, "x", {}]) clearTimeout(value as number);
  });

  it("run text as a script of the window", async () => {
    setTimeout("window.ranAsText = typeof ranAsText" as unknown as () => void, 0);
    await until(() => "ranAsText" in window);
    delete (window as unknown as Record<string, unknown>)["ranAsText"];
  });

  it("leave the microtasks of one callback to run before the next", async () => {
    const order: string[] = [];
    setTimeout(() => { order.push("first"); queueMicrotask(() => order.push("its microtask")); }, 0);
    setTimeout(() => order.push("second"), 0);
    await until(() => order.length === 3);
    expect(order).to.deep.equal(["first", "its microtask", "second"]);
  });
});

describe("microtasks", () => {
  it("run in one queue, whoever made them, before the next task", async () => {
    const order: string[] = [];
    const element = document.createElement("div");
    new MutationObserver(() => order.push("observer")).observe(element, { attributes: true });
    const task = nextTask().then(() => order.push("task"));
    void Promise.resolve().then(() => order.push("then"));
    queueMicrotask(() => { order.push("queued"); queueMicrotask(() => order.push("nested")); });
    element.setAttribute("a", "1");
    order.push("sync");
    await task;
    expect(order).to.deep.equal(["sync", "then", "queued", "observer", "nested", "task"]);
  });

  it("want a function", () => {
    expect(() => queueMicrotask(1 as unknown as () => void)).to.throw(TypeError);
  });
});

describe("animation frames", () => {
  it("run once each, all of a frame with the same time", async () => {
    const times: number[] = [];
    requestAnimationFrame(now => times.push(now));
    requestAnimationFrame(now => times.push(now));
    cancelAnimationFrame(requestAnimationFrame(() => times.push(-1)));
    await until(() => times.length === 2);
    expect(times[0]).to.equal(times[1]);
    expect(times[0]!).to.be.at.most(performance.now());
  });

  it("wait for the next frame when asked for in a frame", async () => {
    const first = await new Promise<number>(resolve => requestAnimationFrame(resolve));
    const second = await new Promise<number>(resolve => requestAnimationFrame(resolve));
    expect(second).to.be.greaterThan(first);
  });
});

describe("performance", () => {
  it("counts from its own origin and never backwards", () => {
    const [a, b] = [performance.now(), performance.now()];
    expect(b).to.be.at.least(a);
    expect(performance.timeOrigin).to.be.greaterThan(1e12);
    expect(Math.abs(performance.timeOrigin + performance.now() - Date.now())).to.be.below(5000);
  });

  it("keeps marks and measures in the order of time", () => {
    performance.clearMarks();
    performance.clearMeasures();
    performance.mark("b", { startTime: 20, detail: { x: 1 } });
    performance.mark("a", { startTime: 10 });
    const measure = performance.measure("ab", "a", "b");
    expect([measure.startTime, measure.duration]).to.deep.equal([10, 10]);
    expect(performance.getEntriesByType("mark").map(({ name }) => name)).to.deep.equal(["a", "b"]);
    expect((performance.getEntriesByName("b")[0] as PerformanceMark).detail).to.deep.equal({ x: 1 });
    expect(performance.measure("m", { start: 1, duration: 4 }).duration).to.equal(4);
    expect(() => performance.measure("x", "no such mark")).to.throw().with.property("name", "SyntaxError");
    performance.clearMarks("a");
    expect(performance.getEntriesByType("mark")).to.have.length(1);
    performance.clearMarks();
    performance.clearMeasures();
  });
});
