import { expect } from "chai";

describe("TextEncoder and TextDecoder", () => {
  it("round-trip and belong to this realm", () => {
    const bytes = new TextEncoder().encode("h\u00e9\u{1f600}\ud800");
    expect(bytes).to.be.instanceOf(Uint8Array);
    expect(new TextDecoder().decode(bytes)).to.equal("h\u00e9\u{1f600}\ufffd");
    expect(new TextEncoder().encode()).to.have.length(0);
    expect(Object.prototype.toString.call(new TextDecoder())).to.equal("[object TextDecoder]");
  });

  it("encode into a given array", () => {
    const room = new Uint8Array(3);
    expect(new TextEncoder().encodeInto("a\u20ac", room)).to.deep.equal({ read: 1, written: 1 });
    expect(() => new TextEncoder().encodeInto("a", {} as Uint8Array)).to.throw(TypeError);
  });

  it("take buffers and every kind of view", () => {
    const buffer = Uint8Array.of(0x61, 0x62, 0x63, 0x64).buffer;
    const decoder = new TextDecoder();
    expect(decoder.decode(buffer)).to.equal("abcd");
    expect(decoder.decode(new DataView(buffer, 1, 2))).to.equal("bc");
    expect(decoder.decode(new Uint16Array(buffer))).to.equal("abcd");
    expect(decoder.decode()).to.equal("");
    expect(() => decoder.decode("x" as unknown as ArrayBuffer)).to.throw(TypeError);
  });

  it("keep or drop the byte order mark", () => {
    const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
    expect(new TextDecoder().decode(marked)).to.equal("a");
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(marked)).to.equal("\ufeffa");
    const decoder = new TextDecoder();
    expect(["ef", "bb", "bf", "61"].map(byte => decoder.decode(Uint8Array.of(Number.parseInt(byte, 16)), { stream: true })).join(""))
      .to.equal("a");
  });

  it("refuse malformed bytes when fatal, and start anew afterwards", () => {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    expect(() => decoder.decode(Uint8Array.of(0xff))).to.throw(TypeError);
    expect(decoder.decode(Uint8Array.of(0x61))).to.equal("a");
    expect(() => decoder.decode(Uint8Array.of(0xc3))).to.throw(TypeError);
  });

  it("name their encoding and refuse unknown ones", () => {
    expect([new TextDecoder("latin1").encoding, new TextDecoder("UTF-16").encoding, new TextEncoder().encoding])
      .to.deep.equal(["windows-1252", "utf-16le", "utf-8"]);
    expect(() => new TextDecoder("no-such-thing")).to.throw(RangeError);
  });
});

describe("atob and btoa", () => {
  it("throw InvalidCharacterError", () => {
    expect(atob(btoa("\x00\xff"))).to.equal("\x00\xff");
    expect(() => btoa("\u0100")).to.throw(DOMException).with.property("name", "InvalidCharacterError");
    expect(() => atob("a")).to.throw(DOMException).with.property("code", 5);
  });
});

describe("URL", () => {
  const table: Array<[input: string, base: string | undefined, href: string]> = [
    ["https://EXAMPLE.org:443/a/../b?x#y", undefined, "https://example.org/b?x#y"],
    ["../c", "https://example.org/a/b", "https://example.org/c"],
    ["//other/p", "https://example.org", "https://other/p"],
    ["bridge-blob://session/abc", undefined, "bridge-blob://session/abc"],
    ["https://b\u00fccher.example/", undefined, "https://xn--bcher-kva.example/"],
    ["https://xn--bcher-kva.example/", undefined, "https://xn--bcher-kva.example/"],
    ["http://0x7f.1/", undefined, "http://127.0.0.1/"],
    ["https://e/\u00e9 \ud800", undefined, "https://e/%C3%A9%20%EF%BF%BD"],
  ];
  for (const [input, base, href] of table) {
    it(`resolves ${JSON.stringify(input)}`, () => expect(new URL(input, base).href).to.equal(href));
  }
  for (const input of ["", "a", "https://", "https://a b/", "https://xn--a\u00e9.example/"]) {
    it(`refuses ${JSON.stringify(input)}`, () => expect(() => new URL(input)).to.throw(TypeError));
  }

  it("has live search parameters", () => {
    const url = new URL("https://e/?a=1&b=2&a=3");
    expect(url.searchParams.getAll("a")).to.deep.equal(["1", "3"]);
    url.searchParams.append("c", "\u00e9 &");
    expect(url.search).to.equal("?a=1&b=2&a=3&c=%C3%A9+%26");
    expect([...new URLSearchParams({ x: "1" })]).to.deep.equal([["x", "1"]]);
    expect(new URL("bridge://h/p").origin).to.equal("null");
  });
});

describe("crypto", () => {
  it("fills arrays and makes identifiers", () => {
    const array = crypto.getRandomValues(new Uint32Array(64));
    expect(new Set(array).size).to.be.greaterThan(60);
    expect(crypto.randomUUID()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(crypto.randomUUID()).not.to.equal(crypto.randomUUID());
    expect(() => crypto.getRandomValues(new Float32Array(1))).to.throw().with.property("name", "TypeMismatchError");
    expect(() => crypto.getRandomValues(new Uint8Array(65537))).to.throw().with.property("name", "QuotaExceededError");
  });
});
