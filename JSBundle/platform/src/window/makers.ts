// What `globals.ts` puts behind names that are computed at first use. Each maker requires its module only then.

import utils = require("jsdom/lib/jsdom/living/generated/utils");
import EventHandlerNonNull = require("jsdom/lib/jsdom/living/generated/EventHandlerNonNull");
import OnBeforeUnloadEventHandlerNonNull = require("jsdom/lib/jsdom/living/generated/OnBeforeUnloadEventHandlerNonNull");
import OnErrorEventHandlerNonNull = require("jsdom/lib/jsdom/living/generated/OnErrorEventHandlerNonNull");
import Navigator = require("jsdom/lib/jsdom/living/generated/Navigator");
import Screen = require("jsdom/lib/jsdom/living/generated/Screen");
import BarProp = require("jsdom/lib/jsdom/living/generated/BarProp");
import Storage = require("jsdom/lib/jsdom/living/generated/Storage");
import DOMException = require("domexception/webidl2js-wrapper");
import installXPath = require("jsdom/lib/jsdom/level3/xpath");
import { addToCore } from "jsdom/lib/jsdom/level2/style";
import { atob, btoa } from "../base64";
import { makeCrypto } from "../crypto";
import { makeCSS } from "../css-namespace";
import { computedStyle } from "../computed-style";
import { makeEncodingInterfaces } from "../encoding/interfaces";
import { reportException } from "../errors";
import { makeEventInterface } from "../events/interfaces";
import { geometryInterfacesOf } from "../geometry";
import { makeFetchInterfaces } from "../loading/fetch";
import { makeMessagingInterfaces } from "../messaging/message-channel";
import { makePostMessage } from "../messaging/window-messages";
import { isOpaque } from "../origin";
import { makePerformance } from "../performance";
import { cloneInWindow } from "../structured-clone/window-clone";
import { constructorOf } from "./interfaces";
import { slot, documentOf, type WindowRecord } from "./window-record";

export function storage(record: WindowRecord, type: "localStorage" | "sessionStorage"): unknown {
  if (isOpaque(record._origin)) {
    throw DOMException.create(record, ["The operation is insecure.", "SecurityError"]);
  }
  const key = `_${type}` as const;
  return record[key] ??= Storage.create(record, [], {
    associatedWindow: record,
    storageArea: record._currentOriginData[`${type}Area`],
    type,
    url: documentOf(record).URL,
    storageQuota: 5_000_000,
  });
}

export function eventHandler(record: WindowRecord, type: string, handler: unknown): never | null {
  if (!utils.isObject(handler)) return null;
  const convert = type === "error" ? OnErrorEventHandlerNonNull
    : type === "beforeunload" ? OnBeforeUnloadEventHandlerNonNull : EventHandlerNonNull;
  return convert.convert(record, handler, { context: `Failed to set the 'on${type}' property on 'Window'` }) as never;
}

export const navigator = (record: WindowRecord) =>
  Navigator.create(record, [], { userAgent: record.page.init.userAgent });
export const screen = (record: WindowRecord) => Screen.create(record, [], { });
export const bar = (record: WindowRecord) => BarProp.create(record);
export const crypto = (record: WindowRecord) => makeCrypto(record);

const performanceOf = slot(record => makePerformance(record));
export const performance = (record: WindowRecord) => performanceOf(record).performance;
export const performanceInterfaces = ["Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure"] as const;
export const performanceInterface = (record: WindowRecord, name: typeof performanceInterfaces[number]) =>
  performanceOf(record).interfaces[name];

export function base64Functions(record: WindowRecord) {
  const invalid = () => DOMException.create(record, [
    "The string contains invalid characters.", "InvalidCharacterError",
  ]);
  return {
    atob: (text: unknown) => {
      const decoded = atob(String(text));
      if (decoded === null) throw invalid();
      return decoded;
    },
    btoa: (text: unknown) => {
      const encoded = btoa(String(text), true);
      if (encoded === null) throw invalid();
      return encoded;
    },
  };
}

export const structuredCloneFunction = (record: WindowRecord) =>
  (value: unknown, options?: { transfer?: Iterable<unknown> }) => cloneInWindow(record, value, options?.transfer);

export const fetchInterfaces = slot(record => makeFetchInterfaces(record));
export const encodingInterfaces = slot(record => makeEncodingInterfaces(record));
export const messagingInterfaces = slot(record => makeMessagingInterfaces(record));
export const geometryInterfaces = (record: WindowRecord) => geometryInterfacesOf(record);
export const cssNamespace = (record: WindowRecord) => makeCSS(record);
export const postMessageFunction = (record: WindowRecord) => makePostMessage(record);
export const reportErrorFunction = (record: WindowRecord) => (error: unknown) => reportException(record, error);
export const computedStyleFunction = (record: WindowRecord) => (element: unknown, pseudo?: unknown) =>
  computedStyle(record, element, pseudo);

export const eventInterfaceNames = [
  "PromiseRejectionEvent", "ClipboardEvent", "SubmitEvent", "BeforeUnloadEvent", "TextEvent",
] as const;
const eventInterfaces = slot<Map<string, object>>(() => new Map());
export function eventInterface(record: WindowRecord, name: typeof eventInterfaceNames[number]): object {
  const made = eventInterfaces(record);
  let constructor = made.get(name);
  if (constructor === undefined) made.set(name, constructor = makeEventInterface(record, name));
  return constructor;
}

export const styleInterfaces = [
  "StyleSheet", "MediaList", "CSSStyleSheet", "CSSRule", "CSSStyleRule", "CSSMediaRule", "CSSImportRule", "CSSStyleDeclaration",
] as const;
let styleConstructors: Record<string, unknown> | undefined;
export function styleInterface(name: typeof styleInterfaces[number]): unknown {
  if (styleConstructors === undefined) addToCore(styleConstructors = {});
  return styleConstructors[name];
}

export const xpathInterfaces = ["XPathException", "XPathExpression", "XPathResult", "XPathEvaluator"] as const;
const xpath = slot(record => {
  const core: Record<string, unknown> = { Document: constructorOf(record, "Document") };
  installXPath(core);
  return core;
});
export const xpathInterface = (record: WindowRecord, name: typeof xpathInterfaces[number]) => xpath(record)[name];
/** Makes `document.evaluate` and its kin real; returns the prototype that now has them. */
export const installXPathMethods = (record: WindowRecord) => xpath(record);

/** `new Image()` and its like: constructors that make elements. */
export function elementConstructor(record: WindowRecord, name: "Image" | "Option" | "Audio"): object {
  const [tag, interfaceName] = ({
    Image: ["img", "HTMLImageElement"], Option: ["option", "HTMLOptionElement"], Audio: ["audio", "HTMLAudioElement"],
  } as const)[name];
  const document = documentOf(record);
  const make = {
    Image(width?: unknown, height?: unknown) {
      const element = document.createElement(tag);
      if (width !== undefined) element.setAttributeNS(null, "width", String(Number(width) >>> 0));
      if (height !== undefined) element.setAttributeNS(null, "height", String(Number(height) >>> 0));
      return utils.wrapperForImpl(element);
    },
    Option(text?: unknown, value?: unknown, defaultSelected?: unknown, selected?: unknown) {
      const element = document.createElement(tag) as ReturnType<typeof document.createElement> & {
        text: string; _selectedness: boolean;
      };
      if (text !== undefined && String(text) !== "") element.text = String(text);
      if (value !== undefined) element.setAttributeNS(null, "value", String(value));
      if (defaultSelected) element.setAttributeNS(null, "selected", "");
      element._selectedness = Boolean(selected);
      return utils.wrapperForImpl(element);
    },
    Audio(source?: unknown) {
      const element = document.createElement(tag);
      element.setAttributeNS(null, "preload", "auto");
      if (source !== undefined) element.setAttributeNS(null, "src", String(source));
      return utils.wrapperForImpl(element);
    },
  }[name];
  const constructor = function (this: unknown, ...values: unknown[]) {
    return Reflect.apply(make, undefined, values) as object;
  };
  Object.defineProperty(constructor, "name", { value: name, configurable: true });
  Object.defineProperty(constructor, "prototype", { value: constructorOf(record, interfaceName).prototype, writable: false });
  return constructor;
}
