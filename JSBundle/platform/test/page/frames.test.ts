import { expect } from "chai";
import { nextEvent, nextTask } from "./support/waiting";

type FrameWindow = Window & typeof globalThis & Record<string, unknown>;

/** Attaches a frame, waits for it, and takes it away when the steps are done. */
async function withFrame(markup: string | null, steps: (frame: HTMLIFrameElement, inner: FrameWindow) => unknown): Promise<void> {
  const frame = document.createElement("iframe");
  if (markup !== null) frame.srcdoc = markup;
  if (markup !== null) frame.setAttribute("srcdoc", markup);
  const loaded = nextEvent(frame, "load");
  document.body.append(frame);
  await loaded;
  try {
    await steps(frame, frame.contentWindow as FrameWindow);
  } finally {
    frame.remove();
  }
}

describe("frames", () => {
  it("have a realm of their own", () => withFrame(null, (frame, inner) => {
    expect(inner).not.to.equal(window);
    expect(inner.Array).not.to.equal(Array);
    expect(inner.document).to.equal(frame.contentDocument);
    expect(inner.document.body).to.be.instanceOf(inner.HTMLElement);
    expect(inner.document.body).not.to.be.instanceOf(HTMLElement);
    inner.eval("Array.prototype.broken = 1; globalThis.own = {}");
    expect("broken" in []).to.equal(false);
    expect(inner["own"]).to.be.instanceOf(inner.Object);
  }));

  it("know where they are", () => withFrame(null, (frame, inner) => {
    expect([inner.parent, inner.top, inner.frameElement, inner.self]).to.deep.equal([window, window, frame, inner]);
    expect(window[window.length - 1]).to.equal(inner);
    expect(window.frames).to.equal(window);
    expect(inner.location.href).to.equal("about:blank");
    expect(inner.origin).to.equal(window.origin);
  }));

  it("are complete when attached, if empty", () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    expect(frame.contentDocument!.readyState).to.equal("complete");
    expect(frame.contentDocument!.body.childNodes).to.have.length(0);
    frame.remove();
    expect(frame.contentWindow).to.equal(null);
  });

  it("run the scripts of their markup in their own window", () =>
    withFrame("<!doctype html><title>inner</title><script>var mine = document.title + (parent !== window)</script>", (_, inner) => {
      expect(inner["mine"]).to.equal("innertrue");
      expect("mine" in window).to.equal(false);
      expect(inner.location.href).to.equal("about:srcdoc");
    }));

  it("exchange messages with the right source", () =>
    withFrame("<script>onmessage = e => e.source.postMessage({got: e.data, own: e.source === parent}, '*')</script>", async (_, inner) => {
      const answer = nextEvent<MessageEvent>(window, "message");
      inner.postMessage("ping", "*");
      const event = await answer;
      expect(event.data).to.deep.equal({ got: "ping", own: true });
      expect(event.source).to.equal(inner);
      expect(Object.getPrototypeOf(event.data)).to.equal(Object.prototype);
    }));

  it("share local storage, whose changes the other hears of", () =>
    withFrame("<script>var heard = []; onstorage = e => heard.push([e.key, e.oldValue, e.newValue])</script>", async (_, inner) => {
      localStorage.clear();
      localStorage.setItem("shared", "1");
      expect(inner.localStorage.getItem("shared")).to.equal("1");
      let own = 0;
      const count = () => own++;
      window.addEventListener("storage", count);
      localStorage.setItem("shared", "2");
      for (let turn = 0; turn < 4; turn++) await nextTask();
      window.removeEventListener("storage", count);
      expect(JSON.parse(JSON.stringify(inner["heard"]))).to.deep.include(["shared", "1", "2"]);
      expect(own).to.equal(0);
      localStorage.clear();
    }));

  it("stop when they are removed", async () => {
    let ticks = 0;
    await withFrame(null, async (_, inner) => {
      inner["tick"] = () => ticks++;
      inner.eval("setInterval(tick, 0)");
      while (ticks < 2) await nextTask();
    });
    const seen = ticks;
    for (let turn = 0; turn < 5; turn++) await nextTask();
    expect(ticks).to.equal(seen);
  });

  it("load data URLs", async () => {
    const frame = document.createElement("iframe");
    frame.src = "data:text/html,<p id=x>from data</p>";
    const loaded = nextEvent(frame, "load");
    document.body.append(frame);
    await loaded;
    // Another origin: its document is not handed out.
    expect(frame.contentDocument).to.equal(null);
    frame.remove();
  });
});
