// Makes a window: a realm of its own, the record the DOM library knows it by, and its document.

import utils = require("jsdom/lib/jsdom/living/generated/utils");
import EventTarget = require("jsdom/lib/jsdom/living/generated/EventTarget");
import CustomElementRegistry = require("jsdom/lib/jsdom/living/generated/CustomElementRegistry");
import Selection = require("jsdom/lib/jsdom/living/generated/Selection");
import documents = require("jsdom/lib/jsdom/living/documents");
import namedProperties = require("jsdom/lib/jsdom/living/named-properties-window");
import SessionHistory = require("jsdom/lib/jsdom/living/window/SessionHistory");
import { host } from "../runtime-state";
import { originData, type PageState } from "../page-state";
import { timerFunctions } from "../timers";
import { reportException } from "../errors";
import { startClock } from "../clock";
import { implementation as GlobalEventHandlers } from "jsdom/lib/jsdom/living/nodes/GlobalEventHandlers-impl";
import { makeRecordWithRegistry } from "./interfaces";
import { installGlobals } from "./globals";
import { observeRejections } from "../rejections";
import { documentOf, intrinsicNames, windowTarget, type PageGlobal, type WindowRecord } from "./window-record";

export interface WindowOptions {
  readonly page: PageState;
  readonly frameIdentifier: number;
  readonly url: string;
  readonly contentType: string;
  readonly parsingMode: "html" | "xml";
  readonly encoding: string;
  readonly referrer: string;
  /** The window whose document has the frame; absent for the main frame. */
  readonly parent?: WindowRecord;
}

export function createWindow(options: WindowOptions): WindowRecord {
  const { page } = options;
  const realm = host().createRealm(options.parent === undefined ? "page" : `frame ${options.frameIdentifier}`);
  const globalProxy = realm.global as PageGlobal;
  const record = makeRecordWithRegistry(globalProxy);

  for (const name of intrinsicNames) define(record, name, globalProxy[name]);
  const { setTimeout, clearTimeout } = timerFunctions(record);
  Object.assign(record, {
    realm, page, setTimeout, clearTimeout,
    frameIdentifier: options.frameIdentifier,
    isMainFrame: options.parent === undefined,
    alive: true,
    closers: new Set(),
    slots: new Map(),
    scriptURLs: new Set(),
    eval: globalProxy.eval,
    _globalProxy: globalProxy,
    _globalObject: record,
    _parent: options.parent ?? record,
    _top: options.parent?._top ?? record,
    _frameElement: null,
    _length: 0,
    _currentEvent: undefined,
    _runScripts: "dangerously",
    _visible: page.init.visible,
    _resourceLoader: null,
    _virtualConsole: { emit: (_type: string, error: unknown) => reportLibraryFault(error) },
    close: () => closeWindow(record),
  });

  // The record and the global object are two faces of one event target.
  EventTarget.setup(globalProxy, record);
  define(record, utils.implSymbol, utils.implForWrapper(globalProxy));
  define(record, utils.wrapperSymbol, globalProxy);
  adoptEventHandlers(record);

  record._document = documents.createWrapper(record, {
    parsingMode: options.parsingMode,
    contentType: options.contentType,
    encoding: options.encoding,
    cookieJar: page.cookieJar,
    url: options.url,
    lastModified: new Date(host().timeOrigin + host().now()),
    referrer: options.referrer,
    parseOptions: { sourceCodeLocationInfo: true, scriptingEnabled: true },
    defaultView: record,
    global: record,
    parentOrigin: options.parent?._origin,
  }, { alwaysUseDocumentClass: true });
  const document = documentOf(record);
  define(record, "document", record._document);
  record._origin = document._origin;
  record._currentOriginData = originData(page, record._origin);
  record._sessionHistory = new SessionHistory({ document, url: document._URL, stateObject: null }, record);
  record._selection = Selection.createImpl(record);
  record._customElementRegistry = CustomElementRegistry.create(record);
  namedProperties.initializeWindow(record, globalProxy);

  for (const other of page.windows) {
    if (other._origin === record._origin) other._currentOriginData.windowsInSameOrigin.push(record);
  }
  record._currentOriginData.windowsInSameOrigin.push(record);
  page.windows.add(record);

  startClock(record);
  installGlobals(record);
  observeRejections(record);
  return record;
}

/** Ends a window: what it started is dropped, its realm is forgotten, nothing of it runs again. Frames inside end first. */
export function closeWindow(record: WindowRecord): void {
  if (!record.alive) return;
  for (const other of [...record.page.windows]) {
    if (other !== record && other._parent === record) closeWindow(other);
  }
  record.alive = false;
  documentOf(record)._requestManager.close();
  for (const close of record.closers) close();
  record.page.windows.delete(record);
  for (const other of record.page.windows) {
    const windows = other._currentOriginData.windowsInSameOrigin;
    const index = windows.indexOf(record);
    if (index >= 0) windows.splice(index, 1);
  }
  windowTarget(record)._eventListeners = Object.create(null) as Record<string, unknown>;
  host().releaseRealm(record.realm);
}

/** `onload` and the like are kept on the record, where jsdom's handler code looks for them. */
function adoptEventHandlers(record: WindowRecord): void {
  const handlers = GlobalEventHandlers.prototype;
  for (const name of ["_getEventHandlerTarget", "_getEventHandlerFor", "_setEventHandlerFor"]) {
    define(record, name, handlers[name]);
  }
  record._registeredHandlers = new Set();
  record._eventHandlers = Object.create(null) as WindowRecord["_eventHandlers"];
}

/** Something jsdom could not deal with: a style sheet it cannot read, a fault of its own. */
function reportLibraryFault(error: unknown): void {
  const { message, detail } = error as { message: string; detail?: unknown };
  if (detail instanceof Error) reportException(null, detail);
  else host().report({ kind: "uncaught-error", level: "error", text: message });
}

function define(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}
