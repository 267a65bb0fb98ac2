// `window.webkit.messageHandlers`: there while at least one handler is registered, one lasting object per registration.

import DOMException = require("domexception/webidl2js-wrapper");
import { host } from "./runtime-state";
import { describeFrame, slot, type WindowRecord } from "./window/window-record";

interface Namespace {
  readonly webkit: object;
  /** By name; a handler registered anew under a name is another object. */
  readonly handlers: Map<string, object>;
  readonly removed: WeakSet<object>;
}

const namespaceOf = slot<Namespace>(makeNamespace);

/** Brings a window's namespace in line with the names registered for its page. */
export function installMessageHandlers(record: WindowRecord): void {
  const names = record.page.handlerNames;
  const shown = "webkit" in record._globalProxy && record.slots.has(makeNamespace);
  if (names.length === 0 && !record.slots.has(makeNamespace)) return;
  const namespace = namespaceOf(record);
  for (const [name, handler] of namespace.handlers) {
    if (names.includes(name)) continue;
    namespace.handlers.delete(name);
    namespace.removed.add(handler);
  }
  if (names.length === 0) {
    if (record._globalProxy["webkit"] === namespace.webkit) delete record._globalProxy["webkit"];
  } else if (!shown) {
    Object.defineProperty(record._globalProxy, "webkit", {
      value: namespace.webkit, writable: true, configurable: true, enumerable: false,
    });
  }
}

function makeNamespace(record: WindowRecord): Namespace {
  const handlers = new Map<string, object>();
  const removed = new WeakSet<object>();
  const names = new WeakMap<object, string>();
  const [WebKitNamespace, UserMessageHandlersNamespace, UserMessageHandler] =
    ["WebKitNamespace", "UserMessageHandlersNamespace", "UserMessageHandler"].map(name => defineClass(record, name));
  const failed = (error: unknown) => record.Promise.reject(error);

  const methods = {
    postMessage(this: unknown, ...values: unknown[]): Promise<unknown> {
      const handler = this as object;
      const name = typeof handler === "object" && handler !== null ? names.get(handler) : undefined;
      if (name === undefined) {
        return failed(new record.TypeError("Can only call UserMessageHandler.postMessage on instances of UserMessageHandler"));
      }
      if (values.length === 0) return failed(new record.TypeError("Not enough arguments"));
      if (removed.has(handler)) {
        return failed(DOMException.create(record, [
          "The object does not support the operation or argument.", "InvalidAccessError",
        ]));
      }
      try {
        return host().postMessage(describeFrame(record), name, values[0]);
      } catch (error) {
        return failed(error);
      }
    },
  };
  Object.defineProperty(methods.postMessage, "length", { value: 1, configurable: true });
  Object.defineProperty(UserMessageHandler!.prototype, "postMessage", {
    value: methods.postMessage, writable: true, enumerable: true, configurable: true,
  });

  const handlerFor = (key: PropertyKey): object | undefined => {
    if (typeof key !== "string" || !record.page.handlerNames.includes(key)) return undefined;
    let handler = handlers.get(key);
    if (handler === undefined) {
      handler = Object.create(UserMessageHandler!.prototype) as object;
      names.set(handler, key);
      handlers.set(key, handler);
    }
    return handler;
  };
  // Names are found but not listed, and cannot be assigned over; anything else is an ordinary property.
  const messageHandlers = new Proxy(Object.create(UserMessageHandlersNamespace!.prototype) as object, {
    get: (target, key, receiver) => handlerFor(key) ?? Reflect.get(target, key, receiver) as unknown,
    has: (target, key) => handlerFor(key) !== undefined || Reflect.has(target, key),
    set: (target, key, value) => handlerFor(key) === undefined && Reflect.set(target, key, value),
    defineProperty: (target, key, descriptor) =>
      handlerFor(key) === undefined && Reflect.defineProperty(target, key, descriptor),
  });
  const webkit = Object.create(WebKitNamespace!.prototype, {
    messageHandlers: { get: () => messageHandlers, enumerable: true, configurable: true },
  }) as object;
  return { webkit, handlers, removed };
}

function defineClass(record: WindowRecord, name: string): { prototype: object } {
  const constructor = new record.Function(
    `return function ${name}() { throw new TypeError("Illegal constructor"); }`,
  )() as { prototype: object };
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
  Object.defineProperty(record._globalProxy, name, { value: constructor, writable: true, configurable: true });
  return constructor;
}
