// Structured cloning as HTML defines it, done in one pass from one realm into another. Knows only the language's own types;
// what a window adds to them comes in through `CloneTarget`.

/** Where the copy is made. */
export interface CloneTarget {
  readonly Array: ArrayConstructor;
  readonly ArrayBuffer: ArrayBufferConstructor;
  readonly BigInt: BigIntConstructor;
  readonly Boolean: BooleanConstructor;
  readonly Date: DateConstructor;
  readonly Map: MapConstructor;
  readonly Number: NumberConstructor;
  readonly Object: ObjectConstructor;
  readonly RegExp: RegExpConstructor;
  readonly Set: SetConstructor;
  readonly String: StringConstructor;
  /** A constructor of the target realm by name: typed arrays and errors. */
  constructorNamed(name: string): new (...values: never[]) => object;
  /** Copies an object that is not the language's own; undefined if the object is an ordinary one. Throws if it cannot be copied. */
  clonePlatformObject(value: object): object | undefined;
  /** The error for what cannot be copied. */
  uncloneable(): Error;
}

/** Objects that move instead of being copied: each old one with what becomes of it. */
export type Transferred = ReadonlyMap<object, object>;

const tagOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1);

const errorNames = new Set(["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"]);

const typedArrays = new Set([
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
  "Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
]);

/** Objects of the language that hold what cannot be copied. */
const uncloneableTags = new Set([
  "Promise", "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry", "Generator", "AsyncGenerator", "GeneratorFunction",
  "Array Iterator", "Map Iterator", "Set Iterator", "String Iterator", "RegExp String Iterator", "Symbol", "Arguments",
  "Math", "JSON", "Reflect", "Intl", "WebAssembly", "Atomics", "Iterator Helper",
]);

export function structuredClone(value: unknown, target: CloneTarget, transferred: Transferred = new Map()): unknown {
  const memory = new Map<object, object>(transferred);

  const copy = (source: unknown): unknown => {
    switch (typeof source) {
      case "symbol":
      case "function": throw target.uncloneable();
      case "object": return source === null ? null : copyObject(source);
      default: return source;
    }
  };

  const remember = <T extends object>(source: object, made: T): T => {
    memory.set(source, made);
    return made;
  };

  const copyObject = (source: object): object => {
    const known = memory.get(source);
    if (known !== undefined) return known;
    const platformObject = target.clonePlatformObject(source);
    if (platformObject !== undefined) return remember(source, platformObject);
    if (Array.isArray(source)) {
      const array = remember(source, new target.Array<unknown>(source.length));
      copyProperties(source, array);
      return array;
    }
    if (ArrayBuffer.isView(source)) return copyView(source);
    const tag = tagOf(source);
    // A tag can be a page's own doing, so each is checked by asking for what only the real thing has.
    switch (tag) {
      case "Boolean": if (brand(() => Boolean.prototype.valueOf.call(source))) return remember(source, new target.Object(Boolean.prototype.valueOf.call(source))); break;
      case "Number": if (brand(() => Number.prototype.valueOf.call(source))) return remember(source, new target.Object(Number.prototype.valueOf.call(source))); break;
      case "String": if (brand(() => String.prototype.valueOf.call(source))) return remember(source, new target.Object(String.prototype.valueOf.call(source))); break;
      case "BigInt": if (brand(() => BigInt.prototype.valueOf.call(source))) return remember(source, new target.Object(BigInt.prototype.valueOf.call(source))); break;
      case "Date": if (brand(() => Date.prototype.getTime.call(source))) return remember(source, new target.Date(Date.prototype.getTime.call(source))); break;
      case "RegExp": if (source instanceof RegExp || brand(() => RegExp.prototype.exec.call(source as RegExp, ""))) {
        const { source: pattern, flags } = source as RegExp;
        return remember(source, new target.RegExp(pattern, flags));
      }
        break;
      case "ArrayBuffer": if (brand(() => byteLength(source))) return copyBuffer(source as ArrayBuffer); break;
      case "Map": if (brand(() => Map.prototype.has.call(source, 0))) return copyMap(source as Map<unknown, unknown>); break;
      case "Set": if (brand(() => Set.prototype.has.call(source, 0))) return copySet(source as Set<unknown>); break;
      case "Error": return copyError(source);
      default: if (uncloneableTags.has(tag)) throw target.uncloneable();
    }
    const object = remember(source, new target.Object());
    copyProperties(source, object);
    return object;
  };

  const copyProperties = (source: object, made: object): void => {
    for (const key of Object.keys(source)) {
      // An earlier property's getter may have removed this one.
      if (!Object.prototype.hasOwnProperty.call(source, key)) continue;
      const value = copy((source as Record<string, unknown>)[key]);
      Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
    }
  };

  const copyMap = (source: Map<unknown, unknown>): object => {
    const map = remember(source, new target.Map<unknown, unknown>());
    const entries: Array<[unknown, unknown]> = [];
    Map.prototype.forEach.call(source, (value, key) => entries.push([key, value]));
    for (const [key, value] of entries) Map.prototype.set.call(map, copy(key), copy(value));
    return map;
  };

  const copySet = (source: Set<unknown>): object => {
    const set = remember(source, new target.Set<unknown>());
    const values: unknown[] = [];
    Set.prototype.forEach.call(source, value => values.push(value));
    for (const value of values) Set.prototype.add.call(set, copy(value));
    return set;
  };

  const copyBuffer = (source: ArrayBuffer): ArrayBuffer => {
    const buffer = new target.ArrayBuffer(byteLength(source));
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(source);
    } catch {
      throw target.uncloneable();
    }
    new Uint8Array(buffer).set(bytes);
    return remember(source, buffer);
  };

  const copyView = (source: ArrayBufferView): object => {
    const name = tagOf(source);
    const buffer = copyObject(source.buffer);
    if (!typedArrays.has(name)) {
      const DataView_ = target.constructorNamed("DataView") as unknown as DataViewConstructor;
      return remember(source, new DataView_(buffer as ArrayBuffer, source.byteOffset, source.byteLength));
    }
    const Typed = target.constructorNamed(name) as unknown as Uint8ArrayConstructor;
    return remember(source, new Typed(buffer as ArrayBuffer, source.byteOffset, (source as Uint8Array).length));
  };

  const copyError = (source: object): object => {
    const { name } = source as Error;
    const constructor = target.constructorNamed(errorNames.has(name) ? name : "Error") as unknown as ErrorConstructor;
    const message = Object.getOwnPropertyDescriptor(source, "message");
    const error = message !== undefined && "value" in message ? new constructor(String(message.value)) : new constructor();
    remember(source, error);
    const stack = (source as Error).stack;
    if (typeof stack === "string") {
      Object.defineProperty(error, "stack", { value: stack, writable: true, configurable: true });
    }
    const cause = Object.getOwnPropertyDescriptor(source, "cause");
    if (cause !== undefined && "value" in cause) {
      Object.defineProperty(error, "cause", { value: copy(cause.value), writable: true, configurable: true });
    }
    return error;
  };

  return copy(value);
}

const byteLengthGetter = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")!.get!;

function byteLength(buffer: object): number {
  return byteLengthGetter.call(buffer) as number;
}

function brand(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}
