import { expect } from "chai";
import { describeThrown, format, formatArguments } from "../../src/console/format";

describe("values as text", () => {
  const cyclic: Record<string, unknown> = { name: "loop" };
  cyclic["self"] = cyclic;
  const table: Array<[value: unknown, text: string]> = [
    ["a\nb", "\"a\\nb\""], [-0, "-0"], [10n, "10n"], [undefined, "undefined"], [null, "null"], [Symbol("s"), "Symbol(s)"],
    [[1, , "x"], "[1, , \"x\"]"],
    [{ a: 1, "b-c": [true] }, "{a: 1, \"b-c\": [true]}"],
    [new Map([["k", { v: 1 }]]), "Map {\"k\" => {v: 1}}"],
    [new Set([1]), "Set {1}"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [/x/g, "/x/g"],
    [Uint8Array.of(1, 2), "Uint8Array [1, 2]"],
    [cyclic, "{name: \"loop\", self: [circular]}"],
    [{ a: { b: { c: { d: 1 } } } }, "{a: {b: {c: Object}}}"],
    [new (class Point { x = 1; })(), "Point {x: 1}"],
  ];
  for (const [value, text] of table) it(`shows ${text}`, () => expect(format(value)).to.equal(text));

  it("does not run getters", () => {
    const value = { get secret(): number { throw new Error("was run"); } };
    expect(format(value)).to.equal("{secret: [getter]}");
  });

  it("survives values that resist", () => {
    const hostile = new Proxy({}, { ownKeys: () => { throw new Error("no"); } });
    expect(format(hostile)).to.be.a("string");
  });

  it("applies the directives of a format string", () => {
    expect(formatArguments(["%s is %d and %i, %f%% %o", "x", "4.5", 4.9, 1.5, { a: 1 }, "rest"]))
      .to.equal("x is 4 and 4, 1.5% {a: 1} rest");
    expect(formatArguments(["%c styled", "color: red"])).to.equal(" styled");
    expect(formatArguments(["100%", 1])).to.equal("100% 1");
    expect(formatArguments([1, "two", [3]])).to.equal("1 two [3]");
  });

  it("says in one line what was thrown", () => {
    expect(describeThrown(new TypeError("bad"))).to.equal("TypeError: bad");
    expect(describeThrown("text")).to.equal("text");
    expect(describeThrown({ code: 1 })).to.equal("{code: 1}");
    expect(describeThrown(undefined)).to.equal("undefined");
  });
});
