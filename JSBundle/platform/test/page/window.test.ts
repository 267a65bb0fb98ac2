import { expect } from "chai";
import { nextEvent, nextTask, until } from "./support/waiting";

describe("the window", () => {
  it("is the global object", () => {
    expect(window).to.equal(globalThis);
    expect(self).to.equal(window);
    expect(window.window).to.equal(window);
    expect(document.defaultView).to.equal(window);
    expect(window).to.be.instanceOf(Window);
    expect(window).to.be.instanceOf(EventTarget);
    expect(Object.prototype.toString.call(window)).to.equal("[object Window]");
    (0, eval)("var declaredByScript = 1");
    expect((window as unknown as Record<string, unknown>)["declaredByScript"]).to.equal(1);
  });

  it("shows nothing of how it is made", () => {
    expect(Object.getOwnPropertyNames(window).filter(name => name.startsWith("_"))).to.deep.equal([]);
  });

  it("has accessors that work by bare name", () => {
    const read = new Function("'use strict'; return [typeof localStorage, typeof customElements, typeof onload, origin, typeof event]") as () => unknown[];
    expect(read()).to.deep.equal(["object", "object", "object", window.origin, "undefined"]);
    const handled = new Function("'use strict'; onresize = function () { globalThis.resized = this; }; dispatchEvent(new Event('resize')); onresize = null; return resized") as () => unknown;
    expect(handled()).to.equal(window);
  });

  it("does not let a page break the library by replacing names", () => {
    const before = window.HTMLElement;
    try {
      (window as unknown as Record<string, unknown>)["HTMLElement"] = 1;
      expect(document.createElement("article")).to.be.instanceOf(before);
      expect(document.createElement("meter").tagName).to.equal("METER");
    } finally {
      window.HTMLElement = before;
    }
  });

  const absent = [
    "ResizeObserver", "IntersectionObserver", "PerformanceObserver", "matchMedia", "requestIdleCallback", "alert", "confirm", "prompt", "open", "print",
    "XMLHttpRequest", "WebSocket", "Worker", "BroadcastChannel", "indexedDB", "DataTransfer", "process", "Buffer", "require", "module",
    "ReadableStream", "visualViewport",
  ];
  for (const name of absent) {
    it(`has no ${name}`, () => expect(name in window).to.equal(false));
  }

  it("has no execCommand, no crypto.subtle and no CSS.supports", () => {
    expect("execCommand" in document).to.equal(false);
    expect("subtle" in crypto).to.equal(false);
    expect("supports" in CSS).to.equal(false);
  });

  it("names elements by their id", () => {
    const element = document.createElement("div");
    element.id = "named_by_id";
    document.body.append(element);
    expect((window as unknown as Record<string, unknown>)["named_by_id"]).to.equal(element);
    element.remove();
    expect("named_by_id" in window).to.equal(false);
  });

  it("compiles handlers given as attributes in its own scope", () => {
    const button = document.createElement("button");
    button.setAttribute("onclick", "counted = (window.counted || 0) + 1; seen = [this, event.type]");
    button.click();
    const own = window as unknown as Record<string, unknown>;
    expect(own["counted"]).to.equal(1);
    expect(own["seen"]).to.deep.equal([button, "click"]);
    delete own["counted"];
    delete own["seen"];
  });
});

describe("scrolling without layout", () => {
  it("keeps positions and tells of them once per task", async () => {
    const element = document.createElement("div");
    document.body.append(element);
    let told = 0;
    element.addEventListener("scroll", () => told++);
    element.scrollTop = 40;
    element.scrollTo({ left: 5 });
    element.scrollBy(0, 10);
    expect([element.scrollLeft, element.scrollTop]).to.deep.equal([5, 50]);
    await until(() => told > 0);
    await nextTask();
    expect(told).to.equal(1);
    element.scrollTop = -3;
    expect(element.scrollTop).to.equal(0);
    element.remove();

    const scrolled = nextEvent(document, "scroll");
    window.scrollTo(0, 120);
    expect([window.scrollX, window.scrollY, window.pageYOffset]).to.deep.equal([0, 120, 120]);
    await scrolled;
    window.scrollTo({ top: 0 });
  });

  it("measures every box as empty", () => {
    const rect = document.body.getBoundingClientRect();
    expect(rect).to.be.instanceOf(DOMRect);
    expect([rect.x, rect.y, rect.width, rect.height, rect.right, rect.bottom]).to.deep.equal([0, 0, 0, 0, 0, 0]);
    const range = document.createRange();
    expect(range.getBoundingClientRect().width).to.equal(0);
    expect(range.getClientRects()).to.have.length(0);
    expect(new DOMRect(1, 2, -3, 4).left).to.equal(-2);
  });
});

describe("storage", () => {
  it("keeps strings", () => {
    sessionStorage.clear();
    sessionStorage.setItem("k", 1 as unknown as string);
    sessionStorage["other"] = "v";
    expect([sessionStorage.getItem("k"), sessionStorage.other, sessionStorage.length]).to.deep.equal(["1", "v", 2]);
    expect(sessionStorage.getItem("missing")).to.equal(null);
    sessionStorage.removeItem("k");
    expect(sessionStorage.key(0)).to.equal("other");
    sessionStorage.clear();
  });

  it("has a quota", () => {
    expect(() => localStorage.setItem("big", "x".repeat(5_000_001))).to.throw().with.property("name", "QuotaExceededError");
  });
});

describe("history and location", () => {
  it("changes the URL in place", async () => {
    const start = location.href;
    const length = history.length;
    const state = { n: 1 };
    history.pushState(state, "", "?pushed");
    state.n = 2;
    expect(history.state).to.deep.equal({ n: 1 });
    expect(location.search).to.equal("?pushed");
    expect(history.length).to.equal(length + 1);
    const popped = nextEvent<PopStateEvent>(window, "popstate");
    history.back();
    await popped;
    expect(location.href).to.equal(start);
    expect(() => history.pushState(() => 1, "")).to.throw().with.property("name", "DataCloneError");
  });

  it("changes the fragment without a load", async () => {
    const changed = nextEvent<HashChangeEvent>(window, "hashchange");
    location.hash = "there";
    const { oldURL, newURL } = await changed;
    expect(newURL).to.equal(`${oldURL.replace(/#.*/, "")}#there`);
    history.replaceState(null, "", location.pathname + location.search);
  });
});

describe("AbortController", () => {
  it("ends listeners and tells why", () => {
    const controller = new AbortController();
    let heard = 0;
    const target = new EventTarget();
    target.addEventListener("x", () => heard++, { signal: controller.signal });
    target.dispatchEvent(new Event("x"));
    controller.abort();
    target.dispatchEvent(new Event("x"));
    expect(heard).to.equal(1);
    expect(controller.signal.aborted).to.equal(true);
    expect((controller.signal.reason as DOMException).name).to.equal("AbortError");
  });
});

describe("navigator", () => {
  it("says who it is", () => {
    expect(navigator.userAgent).to.be.a("string").and.not.equal("");
    expect(navigator.onLine).to.equal(true);
    expect(navigator.language).to.equal("en-US");
  });
});
