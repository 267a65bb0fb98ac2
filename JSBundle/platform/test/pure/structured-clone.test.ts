import { expect } from "chai";
import { structuredClone as clone, type CloneTarget } from "../../src/structured-clone/clone";

class Uncloneable extends Error {}

const target: CloneTarget = {
  Array, ArrayBuffer, BigInt, Boolean, Date, Map, Number, Object, RegExp, Set, String,
  constructorNamed: name => (globalThis as unknown as Record<string, new () => object>)[name]!,
  clonePlatformObject: () => undefined,
  uncloneable: () => new Uncloneable(),
};
const copyOf = <T>(value: T): T => clone(value, target) as T;

describe("structured clone", () => {
  const equal: unknown[] = [
    undefined, null, true, 1.5, 10n, "text", "\ud800", [1, [2]], { a: { b: null } }, new Map([[{ k: 1 }, new Set([2])]]), new Date(5),
    Uint8Array.of(1, 2), [undefined], { u: undefined },
  ];
  for (const value of equal) it(`copies ${Object.prototype.toString.call(value)}`, () => expect(copyOf(value)).to.deep.equal(value));

  it("keeps what equality does not see", () => {
    expect(Object.is(copyOf(-0), -0)).to.equal(true);
    expect(Number.isNaN(copyOf(new Date(Number.NaN)).getTime())).to.equal(true);
    const holes = copyOf([1, , 3]);
    expect(1 in holes).to.equal(false);
    expect(holes).to.have.length(3);
    const pattern = copyOf(/a.b/giu);
    expect([pattern.source, pattern.flags, pattern.lastIndex]).to.deep.equal(["a.b", "giu", 0]);
    const boxed = copyOf(Object("s")) as object;
    expect(Object.prototype.toString.call(boxed)).to.equal("[object String]");
  });

  it("keeps identity and cycles", () => {
    const shared = { x: 1 };
    const value: Record<string, unknown> = { first: shared, second: shared };
    value["self"] = value;
    const copy = copyOf(value);
    expect(copy).not.to.equal(value);
    expect(copy["first"]).to.equal(copy["second"]);
    expect(copy["self"]).to.equal(copy);
  });

  it("gives views on one buffer one new buffer", () => {
    const buffer = new ArrayBuffer(8);
    const [a, b] = copyOf([new Uint8Array(buffer, 0, 4), new DataView(buffer, 4)] as const);
    expect(a!.buffer).to.equal(b!.buffer);
    expect(a!.buffer).not.to.equal(buffer);
    expect([a!.length, b!.byteOffset, b!.byteLength]).to.deep.equal([4, 4, 4]);
  });

  it("takes own enumerable string keys only", () => {
    class Point { x = 1; get y() { return 2; } }
    const value = Object.assign(new Point(), { [Symbol("s")]: 1 });
    Object.defineProperty(value, "hidden", { value: 1 });
    const copy = copyOf(value);
    expect(Object.getPrototypeOf(copy)).to.equal(Object.prototype);
    expect(Reflect.ownKeys(copy)).to.deep.equal(["x"]);
  });

  it("copies a key named __proto__ as a key", () => {
    const copy = copyOf(JSON.parse("{\"__proto__\": {\"polluted\": 1}}") as object);
    expect(Object.getPrototypeOf(copy)).to.equal(Object.prototype);
    expect(Object.keys(copy)).to.deep.equal(["__proto__"]);
  });

  it("keeps the kind, message and cause of errors", () => {
    const copy = copyOf(new RangeError("far", { cause: { code: 1 } }));
    expect(copy).to.be.instanceOf(RangeError);
    expect([copy.message, copy.cause]).to.deep.equal(["far", { code: 1 }]);
    class Special extends Error { override name = "Special"; }
    expect(copyOf(new Special("x")).name).to.equal("Error");
  });

  it("reads getters once and throws what they throw", () => {
    let reads = 0;
    expect(copyOf({ get g() { return ++reads; } })).to.deep.equal({ g: 1 });
    expect(() => copyOf({ get g(): number { throw new RangeError("boom"); } })).to.throw(RangeError, "boom");
  });

  const refused: Array<[title: string, value: unknown]> = [
    ["a function", () => 1], ["a symbol", Symbol("s")], ["a promise", Promise.resolve()], ["a weak map", new WeakMap()],
    ["a function inside", { deep: [() => 1] }], ["an iterator", [][Symbol.iterator]()],
  ];
  for (const [title, value] of refused) it(`refuses ${title}`, () => expect(() => copyOf(value)).to.throw(Uncloneable));
});
