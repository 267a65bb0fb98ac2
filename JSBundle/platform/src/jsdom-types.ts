// The parts of jsdom's objects that the platform touches. "Impl" objects hold the behaviour; wrappers are what pages see.

import type { WindowRecord } from "./window/window-record";

/** A parsed URL of whatwg-url. */
export interface URLRecord {
  scheme: string;
  fragment: string | null;
}

export interface EventImpl {
  readonly type: string;
  readonly defaultPrevented: boolean;
  isTrusted: boolean;
  _canceledFlag: boolean;
}

export interface EventTargetImpl {
  readonly _globalObject: WindowRecord;
  _eventListeners: Record<string, unknown>;
  _dispatch(event: EventImpl, legacyTargetOverride?: boolean): boolean;
  addEventListener(type: string, callback: ((event: EventImpl) => void) | null, options?: unknown): void;
}

/** An event handler as jsdom keeps it: a converted callback, or the text of an attribute not compiled yet. */
export type EventHandler = ((...values: unknown[]) => unknown) & { readonly objectReference?: unknown } | { readonly body: string };

export interface NodeImpl extends EventTargetImpl {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly _ownerDocument: DocumentImpl;
  readonly parentNode: NodeImpl | null;
  readonly parentElement: ElementImpl | null;
  readonly firstChild: NodeImpl | null;
  readonly lastChild: NodeImpl | null;
  readonly nextSibling: NodeImpl | null;
  readonly previousSibling: NodeImpl | null;
  readonly isConnected: boolean;
  _attached: boolean;
  textContent: string | null;
  appendChild(node: NodeImpl): NodeImpl;
  insertBefore(node: NodeImpl, reference: NodeImpl | null): NodeImpl;
  removeChild(node: NodeImpl): NodeImpl;
  contains(node: NodeImpl | null): boolean;
}

export interface CharacterDataImpl extends NodeImpl {
  data: string;
  readonly length: number;
  insertData(offset: number, data: string): void;
  deleteData(offset: number, count: number): void;
  replaceData(offset: number, count: number, data: string): void;
  splitText(offset: number): CharacterDataImpl;
}

export interface ElementImpl extends NodeImpl {
  readonly _localName: string;
  readonly localName: string;
  readonly _namespaceURI: string | null;
  readonly tagName: string;
  getAttributeNS(namespace: string | null, name: string): string | null;
  setAttributeNS(namespace: string | null, name: string, value: string): void;
  removeAttributeNS(namespace: string | null, name: string): void;
  hasAttributeNS(namespace: string | null, name: string): boolean;
  cloneNode(deep: boolean): ElementImpl;
  after(...nodes: NodeImpl[]): void;
  remove(): void;
  focus(): void;
  blur(): void;
}

export interface FrameElementImpl extends ElementImpl {
  _contentDocument: DocumentImpl | null;
}

/** A queue that runs what loads in the order of the document. */
export interface ResourceQueue {
  readonly tail: unknown;
  paused: boolean;
  push(
    request: Promise<unknown> | null, onLoad: ((data: Uint8Array) => unknown) | null,
    onError: ((error: unknown) => unknown) | null, keepLast?: boolean, element?: ElementImpl,
  ): unknown;
  resume(): void;
  setListener(listener: () => void): void;
  getLastScript(): unknown;
}

export interface AsyncResourceQueue {
  count(): number;
  setListener(listener: () => void): void;
  push(
    request: Promise<unknown>, onLoad: ((data: Uint8Array) => unknown) | null,
    onError: ((error: unknown) => unknown) | null, dependent: unknown,
  ): unknown;
}

export interface DocumentImpl extends NodeImpl {
  readonly _defaultView: WindowRecord | null;
  readonly _global: WindowRecord;
  _URL: URLRecord;
  readonly URL: string;
  _origin: string;
  _encoding: string;
  _parsingMode: "html" | "xml";
  contentType: string;
  title: string;
  readyState: string;
  _pageShowingFlag: boolean;
  _openedByScript?: boolean;
  _lastFocusedElement: ElementImpl | null;
  readonly _queue: ResourceQueue;
  readonly _deferQueue: ResourceQueue;
  readonly _asyncQueue: AsyncResourceQueue;
  readonly _requestManager: { add(request: object): void; remove(request: object): void; close(): void };
  readonly _cookieJar: unknown;
  _history: { _state: unknown };
  _location: object;
  /** Called for each element the parser opens, while set. */
  _onRootElement?: ((document: DocumentImpl) => void) | undefined;
  /** What a window does at the stages of its document; absent for documents without a window. */
  _lifecycle?: DocumentLifecycle;
  readonly documentElement: ElementImpl | null;
  readonly body: ElementImpl | null;
  readonly activeElement: ElementImpl | null;
  createElement(name: string): ElementImpl;
  createTextNode(data: string): CharacterDataImpl;
  createRange(): RangeImpl;
}

export interface DocumentLifecycle {
  contentLoaded(): void;
  loaded(): void;
}

export type DocumentWrapper = object;

export interface BoundaryPoint {
  readonly node: NodeImpl;
  readonly offset: number;
}

export interface RangeImpl {
  readonly _start: BoundaryPoint;
  readonly _end: BoundaryPoint;
  readonly collapsed: boolean;
  setStart(node: NodeImpl, offset: number): void;
  setEnd(node: NodeImpl, offset: number): void;
  setEndAfter(node: NodeImpl): void;
  setStartBefore(node: NodeImpl): void;
  selectNodeContents(node: NodeImpl): void;
  collapse(toStart: boolean): void;
  cloneRange(): RangeImpl;
  deleteContents(): void;
  extractContents(): NodeImpl;
  insertNode(node: NodeImpl): void;
  toString(): string;
}

export interface SelectionImpl {
  readonly rangeCount: number;
  readonly isCollapsed: boolean;
  readonly anchorNode: NodeImpl | null;
  readonly anchorOffset: number;
  readonly focusNode: NodeImpl | null;
  readonly focusOffset: number;
  readonly _range: RangeImpl | null;
  getRangeAt(index: number): RangeImpl;
  collapse(node: NodeImpl | null, offset: number): void;
  setBaseAndExtent(anchor: NodeImpl, anchorOffset: number, focus: NodeImpl, focusOffset: number): void;
}

export interface HistoryEntry {
  readonly document: DocumentImpl;
  readonly url: URLRecord;
  readonly stateObject?: unknown;
}

export interface SessionHistory {
  readonly length: number;
  readonly currentEntry: HistoryEntry;
  clearHistoryTraversalTasks(): void;
  removeAllEntriesAfterCurrentEntry(): void;
  addEntryAfterCurrentEntry(entry: HistoryEntry): void;
  traverseHistory(entry: HistoryEntry, flags?: { nonBlockingEvents?: boolean; replacement?: boolean }): void;
}

/** The generated side of an interface: makes wrappers and their impls in the realm of a window. */
export interface GeneratedInterface {
  create(record: WindowRecord, values?: unknown[], privateData?: object): object;
  createImpl(record: WindowRecord, values?: unknown[], privateData?: object): unknown;
  setup(wrapper: object, record: WindowRecord, values?: unknown[], privateData?: object): object;
  convert(record: WindowRecord, value: unknown, options?: { context?: string }): unknown;
  is(value: unknown): boolean;
  isImpl(value: unknown): boolean;
  install(record: WindowRecord, globalNames: readonly string[]): void;
}
