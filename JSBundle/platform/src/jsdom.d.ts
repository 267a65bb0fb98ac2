// What the platform imports from the Node packages, each with the narrowest type that serves.

declare module "jsdom/lib/jsdom/living/generated/utils" {
  export const implSymbol: unique symbol;
  export const wrapperSymbol: unique symbol;
  export const ctorRegistrySymbol: unique symbol;
  export function implForWrapper(wrapper: object | null | undefined): unknown;
  export function wrapperForImpl(impl: object | null | undefined): object | null;
  export function tryWrapperForImpl(impl: unknown): unknown;
  export function tryImplForWrapper(wrapper: unknown): unknown;
  export function isObject(value: unknown): value is object;
}
declare module "jsdom/lib/jsdom/living/helpers/events" {
  type GeneratedInterface = import("./jsdom-types").GeneratedInterface;
  type EventImpl = import("./jsdom-types").EventImpl;
  type Record_ = import("./window/window-record").WindowRecord;
  export function createAnEvent(
    type: string, record: Record_, eventInterface?: GeneratedInterface, attributes?: object,
  ): EventImpl;
  export function fireAnEvent(
    type: string, target: object, eventInterface?: GeneratedInterface, attributes?: object, legacyOverride?: boolean,
  ): boolean;
}
declare module "jsdom/lib/jsdom/living/helpers/page-transition-event" {
  export function fireAPageTransitionEvent(type: string, window: object, persisted: boolean): void;
}
declare module "jsdom/lib/jsdom/living/helpers/create-event-accessor" {
  export function getCurrentEventHandlerValue(target: object, type: string): object | null;
  export function appendHandler(target: object, type: string): void;
}
declare module "jsdom/lib/jsdom/living/helpers/document-base-url" {
  type URLRecord = import("./jsdom-types").URLRecord;
  type DocumentImpl = import("./jsdom-types").DocumentImpl;
  export function documentBaseURL(document: DocumentImpl): URLRecord;
  export function parseURLToResultingURLRecord(url: string, document: DocumentImpl): URLRecord | null;
}
declare module "jsdom/lib/jsdom/living/helpers/focusing" {
  export function isFocusableAreaElement(element: object): boolean;
}
declare module "jsdom/lib/jsdom/living/documents" {
  type Record_ = import("./window/window-record").WindowRecord;
  export function createWrapper(record: Record_, options: object, flags?: object): object;
}
declare module "jsdom/lib/jsdom/living/named-properties-window" {
  export function initializeWindow(record: object, globalProxy: object): void;
}
declare module "jsdom/lib/jsdom/living/window/SessionHistory" {
  type Record_ = import("./window/window-record").WindowRecord;
  const SessionHistory: new (entry: object, record: Record_) => import("./jsdom-types").SessionHistory;
  export = SessionHistory;
}
declare module "jsdom/lib/jsdom/browser/parser" {
  export function parseIntoDocument(markup: string, document: object): void;
}
declare module "jsdom/lib/jsdom/browser/default-stylesheet" {
  const text: string;
  export = text;
}
declare module "jsdom/lib/jsdom/living/nodes/HTMLElement-impl" {
  export const implementation: new (record: unknown, values: unknown[], data: unknown) => import("./jsdom-types").ElementImpl & {
    _attrModified(name: string, value: string | null, old: string | null): void;
    _attach(): void;
    _detach(): void;
  };
}
declare module "jsdom/lib/jsdom/living/nodes/GlobalEventHandlers-impl" {
  export const implementation: { prototype: Record<string, (...values: never[]) => unknown> };
}
declare module "jsdom/lib/jsdom/level3/xpath" {
  function install(core: object): void;
  export = install;
}
declare module "jsdom/lib/jsdom/level2/style" {
  export function addToCore(core: object): void;
}
declare module "whatwg-url" {
  type URLRecord = import("./jsdom-types").URLRecord;
  export function parseURL(url: string, options?: { baseURL?: URLRecord }): URLRecord | null;
  export function serializeURL(url: URLRecord, excludeFragment?: boolean): string;
  export function serializeURLOrigin(url: URLRecord): string;
  export function percentDecodeString(text: string): Uint8Array;
}
declare module "html-encoding-sniffer" {
  function sniff(bytes: Uint8Array, options: { defaultEncoding?: string; transportLayerEncodingLabel?: string | undefined }): string;
  export = sniff;
}
declare module "whatwg-mimetype" {
  class MIMEType {
    static parse(text: string): MIMEType | null;
    readonly essence: string;
    readonly parameters: Map<string, string>;
    isHTML(): boolean;
    isXML(): boolean;
    isJavaScript(): boolean;
  }
  export = MIMEType;
}
declare module "domexception/webidl2js-wrapper" {
  type Record_ = import("./window/window-record").WindowRecord;
  export function create(record: Record_, values: [message: string, name: string]): Error;
  export function install(record: Record_, globalNames: readonly string[]): void;
}
declare module "data-urls" {
  function parse(url: string): { mimeType: { toString(): string }; body: Uint8Array } | null;
  export = parse;
}
declare module "cssstyle" {
  export interface StyleDeclaration extends ArrayLike<string> {
    getPropertyValue(name: string): string;
    getPropertyPriority(name: string): string;
    setProperty(name: string, value: string, priority?: string): void;
  }
  export const CSSStyleDeclaration: new () => StyleDeclaration;
}
declare module "jsdom/lib/jsdom/living/helpers/selectors" {
  export function matchesDontThrow(element: object, selector: string): boolean;
}
declare module "cssom" {
  export function parse(text: string): { cssRules: unknown[] };
}
declare module "tr46" {
  export function toASCII(domain: string, options: object): string | null;
  export function toUnicode(domain: string, options: object): { domain: string; error: boolean };
}
declare module "jsdom/lib/jsdom/living/generated/*" {
  const generated: import("./jsdom-types").GeneratedInterface;
  export = generated;
}
