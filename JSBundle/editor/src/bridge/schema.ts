import { isObject, JSONObject, JSONValue } from "./wire";

/**
 * Shapes of payloads: each checks a value that came from outside and gives it its type, or tells the JSON path of the first fault.
 * Unknown members are ignored, as everywhere in the protocol.
 */
export interface Schema<T> {
  /** Returns the value, typed; throws `SchemaFault`. Only `check` calls it, which catches. */
  read(value: unknown, path: string): T;
}

export type Shape<S> = S extends Schema<infer T> ? T : never;

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly message: string };

export class SchemaFault extends Error {
  override readonly name = "SchemaFault";

  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** Checks a payload against a schema; never throws. */
export function check<T>(schema: Schema<T>, value: unknown, path = "$"): Checked<T> {
  try {
    return { ok: true, value: schema.read(value, path) };
  } catch (fault) {
    if (fault instanceof SchemaFault) return { ok: false, path: fault.path, message: fault.message };
    return { ok: false, path, message: "the payload could not be read" };
  }
}

function schema<T>(read: (value: unknown, path: string) => T): Schema<T> {
  return { read };
}

export const text: Schema<string> = schema((value, path) => {
  if (typeof value !== "string") throw new SchemaFault(path, "is not a string");
  return value;
});

/** A string that is not empty: an identity. */
export const identity: Schema<string> = schema((value, path) => {
  if (typeof value !== "string" || value === "") throw new SchemaFault(path, "is not a name");
  return value;
});

export const flag: Schema<boolean> = schema((value, path) => {
  if (typeof value !== "boolean") throw new SchemaFault(path, "is not a boolean");
  return value;
});

export const finite: Schema<number> = schema((value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new SchemaFault(path, "is not a number");
  return value;
});

/** An integer of at least zero that a double holds exactly: an offset, a length, a revision. */
export const count: Schema<number> = schema((value, path) => {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new SchemaFault(path, "is not a count");
  }
  return value;
});

export function hex(length: number): Schema<string> {
  const pattern = new RegExp(`^[0-9a-f]{${length}}$`);
  return schema((value, path) => {
    if (typeof value !== "string" || !pattern.test(value)) {
      throw new SchemaFault(path, `is not ${length} lower-case hexadecimal digits`);
    }
    return value;
  });
}

export function oneOf<Value extends string | number>(...values: readonly Value[]): Schema<Value> {
  return schema((value, path) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new SchemaFault(path, `is not one of ${values.join(", ")}`);
    return found;
  });
}

/** A schema with one more rule; the place is a member of the value when `member` is given. */
export function refined<T>(inner: Schema<T>, holds: (value: T) => boolean, message: string, member = ""): Schema<T> {
  return schema((value, path) => {
    const read = inner.read(value, path);
    if (!holds(read)) throw new SchemaFault(path + member, message);
    return read;
  });
}

export function list<T>(element: Schema<T>): Schema<readonly T[]> {
  return schema((value, path) => {
    if (!Array.isArray(value)) throw new SchemaFault(path, "is not an array");
    return value.map((member: unknown, index) => element.read(member, `${path}[${index}]`));
  });
}

export function nullable<T>(inner: Schema<T>): Schema<T | null> {
  return schema((value, path) => (value === null ? null : inner.read(value, path)));
}

/** A member that may be absent. Only inside `record`. */
export function optional<T>(inner: Schema<T>): Schema<T | undefined> {
  return schema((value, path) => (value === undefined ? undefined : inner.read(value, path)));
}

type Fields<T> = { readonly [Key in keyof T]: Schema<T[Key]> };

export function record<T extends object>(fields: Fields<T>): Schema<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  return schema((value, path) => {
    if (!isObject(value)) throw new SchemaFault(path, "is not an object");
    const result: Partial<T> = {};
    for (const name of names) {
      const member = Object.prototype.hasOwnProperty.call(value, name) ? value[name] : undefined;
      const read = fields[name].read(member, `${path}.${name}`);
      if (read !== undefined) result[name] = read;
    }
    return result as T;
  });
}

/** An object whose members are any JSON. */
export const json: Schema<JSONObject> = schema((value, path) => {
  if (!isObject(value)) throw new SchemaFault(path, "is not an object");
  return value as JSONObject;
});

export const anything: Schema<JSONValue> = schema((value, path) => {
  if (value === undefined) throw new SchemaFault(path, "is missing");
  return value as JSONValue;
});

/** One of several shapes, told apart by the text in the member `tag`. */
export function tagged<Cases extends { readonly [tag: string]: Schema<unknown> }>(
  tag: string,
  cases: Cases,
): Schema<Shape<Cases[keyof Cases]>> {
  return schema((value, path) => {
    if (!isObject(value)) throw new SchemaFault(path, "is not an object");
    const name = value[tag];
    const found = typeof name === "string" && Object.prototype.hasOwnProperty.call(cases, name) ? cases[name] : undefined;
    if (found === undefined) throw new SchemaFault(`${path}.${tag}`, `is not one of ${Object.keys(cases).join(", ")}`);
    return found.read(value, path) as Shape<Cases[keyof Cases]>;
  });
}
