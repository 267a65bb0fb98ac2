import { expect } from "chai";

describe("fetch", () => {
  it("reads data URLs, once", async () => {
    const response = await fetch("data:text/plain;charset=utf-8,h%C3%A9");
    expect([response.ok, response.status, response.headers.get("Content-Type")]).to.deep.equal([true, 200, "text/plain;charset=utf-8"]);
    expect(await response.text()).to.equal("h\u00e9");
    expect(response.bodyUsed).to.equal(true);
    let error: unknown;
    await response.text().catch((reason: unknown) => { error = reason; });
    expect(error).to.be.instanceOf(TypeError);
  });

  it("gives promises of this realm", () => {
    const promise = fetch("data:,x");
    expect(promise).to.be.instanceOf(Promise);
    return promise;
  });

  it("rejects with a TypeError that says nothing of why", async () => {
    let error: unknown;
    await fetch("no-such-scheme://host/").catch((reason: unknown) => { error = reason; });
    expect(error).to.be.instanceOf(TypeError).with.property("message", "Load failed");
  });

  it("stops when its signal says so", async () => {
    const controller = new AbortController();
    const promise = fetch("data:,x", { signal: controller.signal });
    controller.abort();
    let error: unknown;
    await promise.catch((reason: unknown) => { error = reason; });
    expect(error).to.have.property("name", "AbortError");
    await fetch("data:,x", { signal: controller.signal }).catch((reason: unknown) => { error = reason; });
    expect(error).to.equal(controller.signal.reason);
  });
});

describe("Response and Request", () => {
  it("read their bodies in every form", async () => {
    expect(await new Response("{\"a\":1}").json()).to.deep.equal({ a: 1 });
    expect(new Uint8Array(await new Response(Uint8Array.of(1, 2)).arrayBuffer())).to.deep.equal(Uint8Array.of(1, 2));
    const blob = await new Response(new Blob(["x"], { type: "text/css" })).blob();
    expect([blob.size, blob.type]).to.deep.equal([1, "text/css"]);
    expect(await new Response(new URLSearchParams({ a: "1 2" })).text()).to.equal("a=1+2");
    expect(await new Response(null).text()).to.equal("");
    let error: unknown;
    await new Response("{").json().catch((reason: unknown) => { error = reason; });
    expect(error).to.be.instanceOf(SyntaxError);
  });

  it("say what they carry", () => {
    const response = new Response("x", { status: 201, statusText: "Made", headers: [["X-A", "1"], ["x-a", "2"]] });
    expect([response.status, response.statusText, response.ok, response.headers.get("x-a")]).to.deep.equal([201, "Made", true, "1, 2"]);
    expect(response.headers.get("content-type")).to.equal("text/plain;charset=UTF-8");
    expect(() => new Response("x", { status: 204 })).to.throw(TypeError);
    expect(() => new Response("x", { status: 99 })).to.throw(RangeError);
    expect(Response.error().type).to.equal("error");
  });

  it("resolve URLs and check methods", () => {
    const request = new Request("x?y#z", { method: "post", body: "b" });
    expect([request.url, request.method]).to.deep.equal([new URL("x?y#z", location.href).href, "POST"]);
    expect(() => new Request("/", { body: "x" })).to.throw(TypeError);
    expect(() => new Request("/", { method: "TRACE" })).to.throw(TypeError);
    expect(() => new Request("https://u:p@e/")).to.throw(TypeError);
  });

  it("sort headers, join values and refuse bad ones", () => {
    const headers = new Headers({ b: "2", A: " 1 " });
    headers.append("b", "3");
    expect([...headers]).to.deep.equal([["a", "1"], ["b", "2, 3"]]);
    headers.set("B", "4");
    headers.delete("a");
    expect([...headers.keys()]).to.deep.equal(["b"]);
    expect(() => headers.set("bad name", "x")).to.throw(TypeError);
    expect(() => headers.set("x", "a\nb")).to.throw(TypeError);
    expect(new Request("/", { headers: { Cookie: "no", Accept: "yes" } }).headers.has("cookie")).to.equal(false);
  });
});
