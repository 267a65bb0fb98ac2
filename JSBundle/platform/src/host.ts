/**
 * What the page environment asks of the native host that embeds it. The host implements this interface natively
 * (`Sources/WebKit/WebContent/PlatformHost.swift`) and passes it to the bundle's completion value once per virtual machine.
 *
 * All calls happen on the virtual machine's thread and return at once. A callback given to the host runs later, in a task of
 * its own, never before the call that registered it has returned; after the page is closed it never runs at all.
 */
export interface Host {
  /** Wall-clock time at which the virtual machine's monotonic clock read zero, in milliseconds since 1970. */
  readonly timeOrigin: number;
  /** Monotonic milliseconds since `timeOrigin`, with a fraction. Follows the injected clock, so a test can move it by hand. */
  now(): number;
  /** Fills the bytes with random values from the injected source. */
  fillRandom(bytes: Uint8Array): void;

  /** Makes a new global object in the same virtual machine; it becomes a window. Released with `releaseRealm`. */
  createRealm(name: string): Realm;
  /** Lets the native side forget the realm: its timers end, its callbacks never run again. */
  releaseRealm(realm: Realm): void;

  /** HTML timers, with the nesting clamp, owned by a realm. Delays are milliseconds. Returns a positive integer. */
  setTimer(realm: Realm, callback: () => void, delay: number, repeats: boolean): number;
  clearTimer(identifier: number): void;
  /** Runs the callback in a task of its own, after those already posted to the same source. */
  postTask(realm: Realm, source: TaskSource, callback: () => void): void;

  /** Unhandled rejections of the realm, after the microtask checkpoint that left them unhandled; and those handled later. */
  observeRejections(
    realm: Realm,
    rejected: (promise: Promise<unknown>, reason: unknown) => void,
    handled: (promise: Promise<unknown>, reason: unknown) => void,
  ): void;

  /** A console call of a page, or a fault nobody caught. */
  report(entry: ConsoleEntry): void;

  /**
   * Starts loading a resource: a file below the directory the page was granted, or a URL of a registered scheme. Bodies are bytes.
   * Exactly one of the two callbacks runs, once; none after `cancelFetch`.
   */
  fetch(
    request: ResourceRequest,
    completed: (response: ResourceResponse) => void,
    failed: (message: string) => void,
  ): number;
  cancelFetch(identifier: number): void;

  /**
   * A page called `postMessage` on a message handler. The value is copied before the call returns.
   * The promise settles as WebKit's does. Throws when the frame is gone.
   */
  postMessage(frame: FrameDescription, handler: string, body: unknown): Promise<unknown>;

  /** A frame wants to go somewhere else: `location = …`, `location.reload()`, a clicked link, a submitted form. */
  navigate(frame: FrameDescription, url: string, type: NavigationType): void;

  /** What became of a document, in order: `committed`, `domContentLoaded`, `loaded`; `failed` instead of the last two. */
  documentEvent(frame: FrameDescription, event: DocumentEvent, detail?: string): void;
  /** The main frame's title, or its URL without a load (hash, history), changed. */
  pageChanged(change: { title?: string; url?: string }): void;
}

/** A JavaScript global of its own. `global` becomes the window. */
export interface Realm {
  readonly global: typeof globalThis;
  /**
   * Runs classic script text in this realm and returns its completion value; throws what it throws. Line numbers count from
   * `startingLine` (1 unless told).
   */
  evaluate(source: string, sourceURL: string, startingLine?: number): unknown;
}

export type TaskSource = "dom" | "user-interaction" | "networking" | "messaging" | "timer" | "rendering";
export type NavigationType = "link" | "form" | "reload" | "other" | "back-forward";
export type DocumentEvent = "committed" | "domContentLoaded" | "loaded" | "failed";

export interface FrameDescription {
  readonly identifier: number;
  readonly isMainFrame: boolean;
  readonly url: string;
  readonly origin: string;
}

export interface ConsoleEntry {
  readonly kind: "console" | "uncaught-error" | "unhandled-rejection" | "not-implemented";
  readonly level: "log" | "info" | "debug" | "warn" | "error";
  /** The arguments as text, as a console shows them. */
  readonly text: string;
  readonly sourceURL?: string;
  readonly line?: number;
  readonly column?: number;
  readonly stack?: string;
}

export interface ResourceRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
  readonly destination: "document" | "script" | "style" | "image" | "frame" | "fetch" | "other";
  readonly frame: FrameDescription;
}

export interface ResourceResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: Uint8Array;
}
