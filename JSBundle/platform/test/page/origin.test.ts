import { expect } from "chai";

describe("origins", () => {
  it("of files are one place that keeps its name to itself", () => {
    if (location.protocol !== "file:") return;
    expect([window.origin, location.origin]).to.deep.equal(["null", "file://"]);
  });

  it("of frames without an address are their parent's", () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    expect(frame.contentDocument).not.to.equal(null);
    const inner = frame.contentWindow as Window & typeof globalThis;
    expect(inner.localStorage).to.be.instanceOf(inner.Storage);
    frame.remove();
  });
});
