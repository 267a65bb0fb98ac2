// Everything a script finds on its global object beyond the language itself.

import utils = require("jsdom/lib/jsdom/living/generated/utils");
import { getCurrentEventHandlerValue } from "jsdom/lib/jsdom/living/helpers/create-event-accessor";
import { animationFrameFunctions } from "../animation-frames";
import { makeConsole } from "../console/console";
import { originForPages } from "../origin";
import { microtaskFunction, timerFunctions } from "../timers";
import { installMessageHandlers } from "../webkit-namespace";
import { installViewport } from "../viewport";
import { documentOf, type WindowRecord } from "./window-record";
import { handlerEvents } from "./handler-events";
import { constructorOf, defineLazy, installInterfaces } from "./interfaces";
import { additions } from "./additions";
import * as makers from "./makers";

export function installGlobals(record: WindowRecord): void {
  const target = record._globalProxy;
  const value = (name: string, content: unknown, enumerable = true) =>
    Object.defineProperty(target, name, { value: content, writable: true, configurable: true, enumerable });
  /** Closures instead of `this`: JavaScriptCore calls accessors of the global by bare name without a receiver. */
  const getter = (name: string, get: () => unknown, set?: (content: unknown) => void) =>
    Object.defineProperty(target, name, { get, set, configurable: true, enumerable: true });
  const replaceable = (name: string, get: () => unknown) => getter(name, get, content => value(name, content));
  const lazy = (name: string, make: () => unknown) => defineLazy(target, name, make, true);

  installInterfaces(record, additions);
  installEventTarget(record);
  installEventHandlers(record);

  // Itself, its document and its frames. The first ones cannot be replaced by a page, in browsers either.
  for (const name of ["window", "document", "location", "top"]) {
    const get = {
      window: () => target,
      document: () => record._document,
      location: () => utils.wrapperForImpl(documentOf(record)._location),
      top: () => record._top._globalProxy,
    }[name]!;
    const set = name === "location"
      ? (url: unknown) => { (get() as { href: unknown }).href = url; }
      : undefined;
    Object.defineProperty(target, name, { get, set, enumerable: true, configurable: false });
  }
  replaceable("self", () => target);
  replaceable("frames", () => target);
  replaceable("parent", () => record._parent._globalProxy);
  replaceable("length", () => record._length);
  replaceable("origin", () => originForPages(record._origin));
  getter("frameElement", () => utils.tryWrapperForImpl(record._frameElement));
  getter("closed", () => !record.alive);
  value("opener", null);
  value("name", "");
  value("status", "");
  replaceable("event", () => utils.tryWrapperForImpl(record._currentEvent));
  getter("history", () => utils.wrapperForImpl(documentOf(record)._history));
  getter("customElements", () => record._customElementRegistry);
  getter("localStorage", () => makers.storage(record, "localStorage"));
  getter("sessionStorage", () => makers.storage(record, "sessionStorage"));
  value("isSecureContext", true);
  value("crossOriginIsolated", false);

  value("console", makeConsole(record.Object.prototype), false);
  for (const [name, content] of Object.entries(timerFunctions(record))) value(name, content);
  value("queueMicrotask", microtaskFunction(record));
  for (const [name, content] of Object.entries(animationFrameFunctions(record))) value(name, content);
  installViewport(record, { value, replaceable });
  installMessageHandlers(record);

  lazy("navigator", () => makers.navigator(record));
  lazy("clientInformation", () => target["navigator"]);
  lazy("screen", () => makers.screen(record));
  lazy("performance", () => makers.performance(record));
  for (const name of makers.performanceInterfaces) defineLazy(target, name, () => makers.performanceInterface(record, name));
  lazy("crypto", () => makers.crypto(record));
  for (const name of ["locationbar", "menubar", "personalbar", "scrollbars", "statusbar", "toolbar"]) {
    lazy(name, () => makers.bar(record));
  }
  lazy("atob", () => makers.base64Functions(record).atob);
  lazy("btoa", () => makers.base64Functions(record).btoa);
  lazy("structuredClone", () => makers.structuredCloneFunction(record));
  lazy("fetch", () => makers.fetchInterfaces(record).fetch);
  for (const name of ["Headers", "Request", "Response"] as const) {
    defineLazy(target, name, () => makers.fetchInterfaces(record)[name]);
  }
  for (const name of ["TextEncoder", "TextDecoder"] as const) {
    defineLazy(target, name, () => makers.encodingInterfaces(record)[name]);
  }
  for (const name of ["MessageChannel", "MessagePort"] as const) {
    defineLazy(target, name, () => makers.messagingInterfaces(record)[name]);
  }
  for (const name of ["DOMRect", "DOMRectReadOnly", "DOMRectList"] as const) {
    defineLazy(target, name, () => makers.geometryInterfaces(record)[name]);
  }
  for (const name of makers.eventInterfaceNames) defineLazy(target, name, () => makers.eventInterface(record, name));
  defineLazy(target, "CSS", () => makers.cssNamespace(record));
  for (const name of makers.styleInterfaces) defineLazy(target, name, () => makers.styleInterface(name));
  for (const name of makers.xpathInterfaces) defineLazy(target, name, () => makers.xpathInterface(record, name));
  for (const name of ["Image", "Option", "Audio"] as const) {
    defineLazy(target, name, () => makers.elementConstructor(record, name));
  }
  lazy("postMessage", () => makers.postMessageFunction(record));
  value("reportError", makers.reportErrorFunction(record));
  value("getSelection", () => utils.tryWrapperForImpl(record._selection));
  lazy("getComputedStyle", () => makers.computedStyleFunction(record));
  value("stop", () => documentOf(record)._requestManager.close());
  // The window of a view is always the one in front.
  value("focus", () => undefined);
  value("blur", () => undefined);
  value("captureEvents", () => undefined);
  value("releaseEvents", () => undefined);
}

/** The prototype of a global object cannot be changed in this engine, so `EventTarget`'s methods are the window's own. */
function installEventTarget(record: WindowRecord): void {
  const target = record._globalProxy;
  const eventTarget = constructorOf(record, "EventTarget");
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
    const property = Object.getOwnPropertyDescriptor(eventTarget.prototype, name)!;
    Object.defineProperty(target, name, { ...property, enumerable: false });
  }
  const Window = new record.Function("return function Window() { throw new TypeError('Illegal constructor'); }")() as {
    prototype: object;
  };
  Object.setPrototypeOf(Window, eventTarget);
  Object.defineProperty(Window, "prototype", {
    value: Object.create(eventTarget.prototype, {
      constructor: { value: Window, writable: true, configurable: true },
      [Symbol.toStringTag]: { value: "Window", configurable: true },
    }) as object,
    writable: false,
  });
  for (const constructor of [Window, eventTarget]) {
    Object.defineProperty(constructor, Symbol.hasInstance, {
      configurable: true,
      value(this: unknown, candidate: unknown) {
        return (this === constructor && candidate === target) ||
          Function.prototype[Symbol.hasInstance].call(this as () => void, candidate);
      },
    });
  }
  Object.defineProperty(target, "Window", { value: Window, writable: true, configurable: true });
  Object.defineProperty(target, "constructor", { value: Window, writable: true, configurable: true });
  Object.defineProperty(target, Symbol.toStringTag, { value: "Window", configurable: true });
}

function installEventHandlers(record: WindowRecord): void {
  const target = record._globalProxy;
  for (const type of handlerEvents) {
    Object.defineProperty(target, `on${type}`, {
      configurable: true,
      enumerable: true,
      get: () => utils.tryWrapperForImpl(getCurrentEventHandlerValue(record, type)),
      set: (handler: unknown) => record._setEventHandlerFor(type, makers.eventHandler(record, type, handler)),
    });
  }
}
