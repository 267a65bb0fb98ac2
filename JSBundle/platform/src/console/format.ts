// Values as a console shows them. Nothing here runs a page's getters or proxies' traps beyond what reading a name needs.

import { stackOf } from "../stack";

const longest = 10_000;
const deepest = 3;
const most = 100;

/** A thrown value in one line: `TypeError: message` for errors, a plain rendering for the rest. */
export function describeThrown(value: unknown): string {
  if (isErrorLike(value)) return errorLine(value);
  return typeof value === "string" ? value : format(value);
}

/** The arguments of a console call as one text, with the `%` directives of a leading format string applied. */
export function formatArguments(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  if (typeof first !== "string" || !first.includes("%")) return values.map(formatTop).join(" ");
  let used = 0;
  const text = first.replace(/%([%sdifoOc])/g, (directive, kind: string) => {
    if (kind === "%") return "%";
    if (used >= rest.length) return directive;
    const value = rest[used++];
    switch (kind) {
      case "s": return typeof value === "object" || typeof value === "function" ? format(value) : String(value);
      case "d":
      case "i": return typeof value === "symbol" ? "NaN" : String(Math.trunc(Number(value)));
      case "f": return typeof value === "symbol" ? "NaN" : String(Number(value));
      case "c": return "";
      default: return format(value);
    }
  });
  return [text, ...rest.slice(used).map(formatTop)].join(" ");
}

function formatTop(value: unknown): string {
  return typeof value === "string" ? value : format(value);
}

/** One value, nested values to a fixed depth. Never throws. */
export function format(value: unknown): string {
  try {
    const text = render(value, 0, new Set());
    return text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
  } catch {
    return "[a value that cannot be shown]";
  }
}

function render(value: unknown, depth: number, ancestors: Set<object>): string {
  switch (typeof value) {
    case "string": return JSON.stringify(value);
    case "bigint": return `${value}n`;
    case "number": return Object.is(value, -0) ? "-0" : String(value);
    case "symbol": return value.toString();
    case "function": return `function ${nameOf(value)}`.trimEnd();
    case "object": return value === null ? "null" : renderObject(value, depth, ancestors);
    default: return String(value);
  }
}

function renderObject(value: object, depth: number, ancestors: Set<object>): string {
  if (ancestors.has(value)) return "[circular]";
  if (isErrorLike(value)) return depth === 0 ? withStack(value) : errorLine(value);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag === "Date") return dateText(value);
  if (tag === "RegExp") return String(value);
  const node = describeNode(value);
  if (node !== undefined) return node;
  if (depth >= deepest) return Array.isArray(value) ? `Array(${value.length})` : className(value, tag);
  ancestors.add(value);
  try {
    const inner = (nested: unknown) => render(nested, depth + 1, ancestors);
    if (Array.isArray(value)) return renderList(value, inner);
    if (tag === "Map") {
      const pairs = [...(value as Map<unknown, unknown>)].slice(0, most).map(([key, item]) => `${inner(key)} => ${inner(item)}`);
      return `Map {${pairs.join(", ")}}`;
    }
    if (tag === "Set") return `Set {${[...(value as Set<unknown>)].slice(0, most).map(inner).join(", ")}}`;
    if (ArrayBuffer.isView(value) && tag !== "DataView") {
      return `${tag} ${renderList(Array.prototype.slice.call(value, 0, most) as unknown[], inner)}`;
    }
    return renderProperties(value, tag, inner);
  } finally {
    ancestors.delete(value);
  }
}

function renderList(list: readonly unknown[], inner: (value: unknown) => string): string {
  const shown: string[] = [];
  for (let index = 0; index < list.length && index < most; index++) {
    shown.push(index in list ? inner(list[index]) : "");
  }
  if (list.length > most) shown.push(`\u2026 ${list.length - most} more`);
  return `[${shown.join(", ")}]`;
}

function renderProperties(value: object, tag: string, inner: (value: unknown) => string): string {
  const parts: string[] = [];
  const keys = Object.keys(value);
  for (const key of keys.slice(0, most)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    const shown = property === undefined || "value" in property ? inner(property?.value) : "[getter]";
    parts.push(`${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${shown}`);
  }
  if (keys.length > most) parts.push(`\u2026 ${keys.length - most} more`);
  const name = className(value, tag);
  const body = `{${parts.join(", ")}}`;
  return name === "Object" ? body : `${name} ${body}`;
}

function className(value: object, tag: string): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: unknown } | null;
  if (prototype === null) return "Object";
  const own = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value as unknown;
  return (typeof own === "function" ? nameOf(own) : "") || tag;
}

function nameOf(value: unknown): string {
  const name = Object.getOwnPropertyDescriptor(value as object, "name")?.value as unknown;
  return typeof name === "string" ? name : "";
}

function describeNode(value: object): string | undefined {
  const node = value as { nodeType?: unknown; localName?: unknown; id?: unknown; className?: unknown; data?: unknown };
  if (!(Symbol.toStringTag in value) || typeof node.nodeType !== "number") return undefined;
  if (node.nodeType === 1) {
    const id = typeof node.id === "string" && node.id !== "" ? ` id="${node.id}"` : "";
    const classes = typeof node.className === "string" && node.className !== "" ? ` class="${node.className}"` : "";
    return `<${String(node.localName)}${id}${classes}>`;
  }
  if (node.nodeType === 3) return `#text ${JSON.stringify(node.data)}`;
  return undefined;
}

interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
}

function isErrorLike(value: unknown): value is ErrorLike & object {
  if (typeof value !== "object" || value === null) return false;
  const tag = Object.prototype.toString.call(value);
  return tag === "[object Error]" || tag === "[object DOMException]";
}

function errorLine(error: ErrorLike): string {
  const name = typeof error.name === "string" ? error.name : "Error";
  const message = error.message === undefined ? "" : String(error.message);
  if (name === "") return message;
  return message === "" ? name : `${name}: ${message}`;
}

function withStack(error: ErrorLike): string {
  const stack = stackOf(error);
  return stack === undefined || stack === "" ? errorLine(error) : `${errorLine(error)}\n${stack}`;
}

function dateText(date: object): string {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? "Invalid Date" : new Date(time).toISOString();
}
