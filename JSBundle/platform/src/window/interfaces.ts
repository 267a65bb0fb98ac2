// Which interfaces a window has, and when they are made: each at its first use, per window.

import utils = require("jsdom/lib/jsdom/living/generated/utils");
import type { GeneratedInterface } from "../jsdom-types";
import type { PageGlobal, WindowRecord } from "./window-record";
import { generatedInterfaces } from "./interface-table";

/** The windows' registries find their record under this key. */
const owner = Symbol("window record");

type Registry = Record<string, unknown> & { [owner]: WindowRecord };

/** All registries inherit from this: an accessor per interface that makes it in the registry's window and then steps aside. */
let lazyRegistry: object | undefined;

function registryPrototype(): object {
  if (lazyRegistry !== undefined) return lazyRegistry;
  const prototype = Object.create(null) as object;
  const descriptors: PropertyDescriptorMap = {};
  for (const name of Object.keys(generatedInterfaces)) {
    descriptors[name] = {
      configurable: true,
      get(this: Registry) {
        const record = this[owner];
        generatedInterfaces[name]!.install(record, ["Window"]);
        // Callback interfaces do not enter the registry, only the object they are installed on.
        const made = Object.getOwnPropertyDescriptor(registryOf(record), name) ?? Object.getOwnPropertyDescriptor(record, name);
        return made?.value as unknown;
      },
      set(this: Registry, value: unknown) {
        Object.defineProperty(this, name, { value, configurable: true, writable: true });
      },
    };
  }
  return (lazyRegistry = Object.defineProperties(prototype, descriptors));
}

/** Makes the record's registry; the record itself inherits from it, so `record.Event` is the window's own class. */
export function makeRecordWithRegistry(realmGlobal: PageGlobal): WindowRecord {
  const registry = Object.create(registryPrototype()) as Registry;
  const record = Object.create(registry) as WindowRecord;
  const arrayIterator = Object.getPrototypeOf(new realmGlobal.Array()[Symbol.iterator]()) as object;
  const asyncGenerator = (realmGlobal.eval("(async function* () {})") as { prototype: object }).prototype;
  Object.assign(registry, {
    [owner]: record,
    "%Object.prototype%": realmGlobal.Object.prototype,
    "%IteratorPrototype%": Object.getPrototypeOf(arrayIterator) as object,
    "%AsyncIteratorPrototype%": Object.getPrototypeOf(Object.getPrototypeOf(asyncGenerator) as object) as object,
  });
  Object.defineProperty(record, utils.ctorRegistrySymbol, { value: registry });
  return record;
}

function registryOf(record: WindowRecord): Registry {
  return (record as unknown as Record<symbol, Registry>)[utils.ctorRegistrySymbol as unknown as symbol]!;
}

/** The constructor of an interface in the realm of a window. */
export function constructorOf(record: WindowRecord, name: string): { prototype: object } {
  return registryOf(record)[name] as { prototype: object };
}

/** Puts the interfaces on the global object, each made when its name is first read. */
export function installInterfaces(record: WindowRecord, additions: ReadonlyMap<string, PrototypeAddition[]>): void {
  const registry = registryOf(record);
  for (const name of Object.keys(generatedInterfaces)) defineLazy(record._globalProxy, name, () => registry[name]);
  for (const [alias, name] of aliases) defineLazy(record._globalProxy, alias, () => registry[name]);
  for (const [name, extend] of additions) {
    const inherited = Object.getOwnPropertyDescriptor(registryPrototype(), name)!;
    Object.defineProperty(registry, name, {
      configurable: true,
      get: () => inherited.get!.call(registry) as unknown,
      set(value: { prototype: object }) {
        Object.defineProperty(registry, name, { value, configurable: true, writable: true });
        for (const addition of extend) addition(record, value.prototype);
      },
    });
  }
}

/** Adds to an interface's prototype what jsdom lacks, once the interface is made. */
export type PrototypeAddition = (record: WindowRecord, prototype: object) => void;

const aliases: ReadonlyArray<readonly [string, string]> = [
  ["HTMLDocument", "Document"], ["SVGDocument", "XMLDocument"], ["webkitURL", "URL"],
];

/** A property that is computed when first read, and an ordinary writable one from then on. */
export function defineLazy(target: object, name: string, make: () => unknown, enumerable = false): void {
  const settle = (value: unknown) => {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable });
    return value;
  };
  Object.defineProperty(target, name, { configurable: true, enumerable, get: () => settle(make()), set: settle });
}

/** Asked for by jsdom when it creates elements. */
export function getInterfaceWrapper(name: string): GeneratedInterface | undefined {
  return generatedInterfaces[name];
}
