// `Headers`: names compare without case and come out sorted; values of one name are joined.

import type { WindowRecord } from "../window/window-record";

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const forbiddenInRequests = new Set((
  "accept-charset accept-encoding access-control-request-headers access-control-request-method connection content-length " +
  "cookie cookie2 date dnt expect host keep-alive origin referer set-cookie te trailer transfer-encoding upgrade via"
).split(" "));

export type HeaderGuard = "none" | "request" | "response" | "immutable";

/** The list behind a `Headers` object, in the order of adding. */
export class HeaderList {
  readonly pairs: Array<[name: string, value: string]> = [];
  guard: HeaderGuard = "none";

  get(name: string): string | null {
    const values = this.pairs.filter(([known]) => known === name).map(([, value]) => value);
    return values.length === 0 ? null : values.join(", ");
  }

  set(name: string, value: string): void {
    const first = this.pairs.findIndex(([known]) => known === name);
    if (first < 0) {
      this.pairs.push([name, value]);
      return;
    }
    this.delete(name);
    this.pairs.splice(Math.min(first, this.pairs.length), 0, [name, value]);
  }

  delete(name: string): void {
    for (let index = this.pairs.length - 1; index >= 0; index--) {
      if (this.pairs[index]![0] === name) this.pairs.splice(index, 1);
    }
  }

  /** Name and joined value, sorted by name; each `set-cookie` stays alone. */
  sorted(): Array<[name: string, value: string]> {
    const names = [...new Set(this.pairs.map(([name]) => name))].sort();
    return names.flatMap(name => name === "set-cookie"
      ? this.pairs.filter(([known]) => known === name).map(([, value]): [string, string] => [name, value])
      : [[name, this.get(name)!] as [string, string]]);
  }
}

const lists = new WeakMap<object, HeaderList>();

/** The list behind a `Headers` object of any window; undefined for other objects. */
export function headerListOf(value: unknown): HeaderList | undefined {
  return typeof value === "object" && value !== null ? lists.get(value) : undefined;
}

export function makeHeaders(record: WindowRecord) {
  const normalName = (name: unknown) => {
    const text = String(name);
    if (!token.test(text)) throw new record.TypeError(`Invalid header name: '${text}'`);
    return text.toLowerCase();
  };
  const normalValue = (value: unknown) => {
    const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
    if (/[\0\n\r]|[^\x00-\xff]/.test(text)) throw new record.TypeError("Header value contains characters that are not allowed");
    return text;
  };
  const listOf = (headers: object) => {
    const list = lists.get(headers);
    if (list === undefined) throw new record.TypeError("Can only be used on instances of Headers");
    return list;
  };
  /** Whether the guard lets the change through; throws where it forbids it aloud. */
  const mayChange = (list: HeaderList, name: string) => {
    if (list.guard === "immutable") throw new record.TypeError("Headers object's guard is 'immutable'");
    if (list.guard === "request") return !forbiddenInRequests.has(name) && !/^(proxy|sec)-/.test(name);
    return list.guard !== "response" || (name !== "set-cookie" && name !== "set-cookie2");
  };

  class Headers {
    constructor(init?: unknown) {
      lists.set(this, new HeaderList());
      if (init !== undefined) fill(this, init);
    }
    append(name: unknown, value: unknown): void {
      const list = listOf(this);
      const [key, content] = [normalName(name), normalValue(value)];
      if (mayChange(list, key)) list.pairs.push([key, content]);
    }
    set(name: unknown, value: unknown): void {
      const list = listOf(this);
      const [key, content] = [normalName(name), normalValue(value)];
      if (mayChange(list, key)) list.set(key, content);
    }
    delete(name: unknown): void {
      const list = listOf(this);
      const key = normalName(name);
      if (mayChange(list, key)) list.delete(key);
    }
    get(name: unknown): string | null {
      return listOf(this).get(normalName(name));
    }
    has(name: unknown): boolean {
      return listOf(this).get(normalName(name)) !== null;
    }
    getSetCookie(): string[] {
      return record.Array.from(listOf(this).pairs.filter(([name]) => name === "set-cookie").map(([, value]) => value));
    }
    forEach(callback: (value: string, name: string, headers: object) => void, receiver?: unknown): void {
      for (const [name, value] of listOf(this).sorted()) Reflect.apply(callback, receiver, [value, name, this]);
    }
    *entries(): Generator<[string, string]> {
      for (const [name, value] of listOf(this).sorted()) yield record.Array.of(name, value) as [string, string];
    }
    *keys(): Generator<string> {
      for (const [name] of listOf(this).sorted()) yield name;
    }
    *values(): Generator<string> {
      for (const [, value] of listOf(this).sorted()) yield value;
    }
    [Symbol.iterator](): Generator<[string, string]> {
      return this.entries();
    }
  }

  const fill = (headers: Headers, init: unknown) => {
    const source = headerListOf(init);
    if (source !== undefined) {
      for (const [name, value] of source.pairs) headers.append(name, value);
      return;
    }
    if (typeof init !== "object" || init === null) throw new record.TypeError("Headers cannot be made from this value");
    if (Symbol.iterator in init) {
      for (const pair of init as Iterable<Iterable<unknown>>) {
        const parts = [...pair];
        if (parts.length !== 2) throw new record.TypeError("A header must have a name and a value");
        headers.append(parts[0], parts[1]);
      }
      return;
    }
    for (const name of Object.keys(init)) headers.append(name, (init as Record<string, unknown>)[name]);
  };

  return { Headers, fill };
}
