/**
 * What the page environment offers to the native host: the completion value of `platform.js` is `(host: Host) => Platform`.
 */
export interface Platform {
  /** Prepares a main frame: a new realm whose global is the window, with an empty `about:blank` document in it. */
  openPage(init: PageInit): Page;
}

export interface PageInit {
  readonly userAgent: string;
  /** CSS pixels of the viewport. */
  readonly width: number;
  readonly height: number;
  /** Whether the page is shown: `document.visibilityState`, animation frames, timer throttling. */
  readonly visible: boolean;
}

/** One main frame. Loading replaces its window: each document lives in a realm of its own. */
export interface Page {
  /** The realm of the current document. */
  readonly realm: import("./host").Realm;
  readonly frame: import("./host").FrameDescription;

  /**
   * Replaces the document. The old one gets `beforeunload`, `pagehide`, `visibilitychange`, `unload`; then the new window is made,
   * user scripts for document start run, the HTML is parsed and its scripts run, and so on. Progress is told through `Host.documentEvent`.
   */
  load(document: DocumentInit): void;
  /** Names of the message handlers visible in the page world, now and for later documents. */
  setMessageHandlers(names: readonly string[]): void;
  /** What runs in later documents. */
  setUserScripts(scripts: readonly UserScript[]): void;

  /** A person's hands: keys, text. Resolves when the page has dealt with it. */
  readonly input: InputDriver;

  /** Unloads the document and forgets every realm. Nothing runs afterwards. */
  close(): void;
}

export interface DocumentInit {
  readonly url: string;
  readonly contentType: string;
  readonly body: Uint8Array | string;
  readonly referrer?: string;
}

export interface UserScript {
  readonly source: string;
  readonly time: "start" | "end";
  readonly mainFrameOnly: boolean;
}

export interface InputDriver {
  /** Types text where the caret is, character by character, with the events a keyboard causes. `\n` presses Enter. */
  type(text: string): void;
  /** Presses and releases one key: `"Enter"`, `"Backspace"`, `"a"`, with modifiers. */
  press(key: string, modifiers?: { shift?: boolean; control?: boolean; alt?: boolean; meta?: boolean }): void;
}
