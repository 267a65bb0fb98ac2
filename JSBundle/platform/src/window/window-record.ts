import utils = require("jsdom/lib/jsdom/living/generated/utils");
import type { DocumentImpl, DocumentWrapper, EventHandler, EventTargetImpl, SessionHistory } from "../jsdom-types";
import { originForHost } from "../origin";
import type { FrameDescription, Realm } from "../host";
import type { PageState } from "../page-state";

/** The global object of a page's realm, as scripts see it. */
export type PageGlobal = typeof globalThis & Record<PropertyKey, unknown>;

/** Constructors of the page's realm as they were when the realm was made, whatever the page does to their names later. */
export interface Intrinsics {
  readonly Array: ArrayConstructor;
  readonly ArrayBuffer: ArrayBufferConstructor;
  readonly BigInt: BigIntConstructor;
  readonly Boolean: BooleanConstructor;
  readonly Date: DateConstructor;
  readonly Error: ErrorConstructor;
  readonly Function: FunctionConstructor;
  readonly Map: MapConstructor;
  readonly Number: NumberConstructor;
  readonly Object: ObjectConstructor;
  readonly Promise: PromiseConstructor;
  readonly RangeError: RangeErrorConstructor;
  readonly RegExp: RegExpConstructor;
  readonly Set: SetConstructor;
  readonly String: StringConstructor;
  readonly SyntaxError: SyntaxErrorConstructor;
  readonly TypeError: TypeErrorConstructor;
  readonly Uint8Array: Uint8ArrayConstructor;
}

export const intrinsicNames: ReadonlyArray<keyof Intrinsics> = [
  "Array", "ArrayBuffer", "BigInt", "Boolean", "Date", "Error", "Function", "Map", "Number", "Object", "Promise",
  "RangeError", "RegExp", "Set", "String", "SyntaxError", "TypeError", "Uint8Array",
];

/**
 * What the DOM library knows a window by: an object of the library's realm, out of reach of the page, that holds the state of one
 * window. jsdom calls it the global object. Names with an underscore are read by jsdom's modules and are therefore fixed.
 * Interface constructors (`record.Event`) are inherited from the window's registry and made when first asked for.
 */
export interface WindowRecord extends Intrinsics {
  readonly realm: Realm;
  readonly page: PageState;
  readonly frameIdentifier: number;
  readonly isMainFrame: boolean;
  /** False once the window was closed: nothing of it runs any more. */
  alive: boolean;
  /** Work of modules that keep state per window, to be done when it closes. */
  readonly closers: Set<() => void>;
  /** URLs of the scripts that ran in the window. */
  readonly scriptURLs: Set<string>;
  /** State of modules that keep some per window, made at first use. */
  readonly slots: Map<unknown, unknown>;

  readonly _globalProxy: PageGlobal;
  _document: DocumentWrapper;
  /** As `origin.ts` keeps origins. */
  _origin: string;
  _parent: WindowRecord;
  _top: WindowRecord;
  _frameElement: unknown;
  _length: number;
  _currentEvent: unknown;
  _runScripts: "dangerously";
  _visible: boolean;
  _sessionHistory: SessionHistory;
  _selection: unknown;
  _customElementRegistry: unknown;
  _resourceLoader: null;
  _virtualConsole: { emit(type: string, error: unknown): void };
  _currentOriginData: OriginData;
  _localStorage: unknown;
  _sessionStorage: unknown;
  _registeredHandlers: Set<string>;
  _eventHandlers: Record<string, EventHandler | null>;
  _getEventHandlerFor(type: string): EventHandler | null;
  _setEventHandlerFor(type: string, handler: EventHandler | null): void;
  close(): void;
  setTimeout(callback: () => void, delay: number): number;
  clearTimeout(identifier: number): void;
  eval(source: string): unknown;
  readonly [interfaceName: `_${string}`]: unknown;
}

/** What windows of one origin share. */
export interface OriginData {
  readonly localStorageArea: Map<string, string>;
  readonly sessionStorageArea: Map<string, string>;
  readonly windowsInSameOrigin: WindowRecord[];
}

export function documentOf(record: WindowRecord): DocumentImpl {
  return implOf(record._document);
}

export function windowTarget(record: WindowRecord): EventTargetImpl {
  return implOf(record);
}

function implOf<T>(wrapper: object): T {
  return utils.implForWrapper(wrapper) as T;
}

/** The frame as the native side knows it, at this moment. */
export function describeFrame(record: WindowRecord): FrameDescription {
  const document = documentOf(record);
  return {
    identifier: record.frameIdentifier, isMainFrame: record.isMainFrame, url: document.URL, origin: originForHost(record._origin),
  };
}

/** A piece of state that belongs to one window: made at first use, gone with the window. */
export function slot<T>(make: (record: WindowRecord) => T): (record: WindowRecord) => T {
  return record => {
    let value = record.slots.get(make) as T | undefined;
    if (value === undefined) {
      value = make(record);
      record.slots.set(make, value);
    }
    return value;
  };
}
