// A page: one main frame whose window is replaced with each document it loads.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { fireAPageTransitionEvent } from "jsdom/lib/jsdom/living/helpers/page-transition-event";
import { InputDriver } from "./input/input-driver";
import type { DocumentInit, Page, PageInit, UserScript } from "./platform";
import type { FrameDescription, Realm } from "./host";
import type { PageState } from "./page-state";
import { CookieJar } from "./stand-ins/tough-cookie";
import { decodeMarkup, kindOfMarkup } from "./loading/markup";
import { loadDocument } from "./loading/load-document";
import { installMessageHandlers } from "./webkit-namespace";
import { closeWindow, createWindow } from "./window/create-window";
import { describeFrame, documentOf, windowTarget, type WindowRecord } from "./window/window-record";
import { host } from "./runtime-state";

const emptyMarkup = "<html><head></head><body></body></html>";

export function openPage(init: PageInit): Page {
  return new MainFrame(init);
}

class MainFrame implements Page {
  readonly input = new InputDriver(() => this.#current());
  readonly #state: PageState;
  readonly #identifier: number;
  #closed = false;
  /** Undefined until something needs it: a page that loads at once never shows its empty document. */
  #window: WindowRecord | undefined;

  constructor(init: PageInit) {
    this.#state = {
      init,
      cookieJar: new CookieJar(() => host().timeOrigin + host().now()),
      storage: new Map(),
      handlerNames: [],
      userScripts: [],
      windows: new Set(),
      nextFrameIdentifier: 1,
      main: undefined,
    };
    this.#identifier = this.#state.nextFrameIdentifier++;
  }

  get realm(): Realm {
    return this.#current().realm;
  }

  get frame(): FrameDescription {
    if (this.#window !== undefined) return describeFrame(this.#window);
    return { identifier: this.#identifier, isMainFrame: true, url: "about:blank", origin: "null" };
  }

  load(document: DocumentInit): void {
    const kind = kindOfMarkup(document.contentType);
    const isText = typeof document.body === "string";
    const { encoding, text } = isText
      ? { encoding: "UTF-8", text: document.body as string }
      : decodeMarkup(document.body as Uint8Array, document.contentType);
    if (this.#window !== undefined) unload(this.#window);
    this.#window = this.#open(
      document.url, document.contentType.split(";", 1)[0]!.trim() || "text/html", kind ?? "html", encoding,
      document.referrer ?? "",
    );
    loadDocument(this.#window, kind === undefined ? markupAround(text) : text);
  }

  setMessageHandlers(names: readonly string[]): void {
    this.#state.handlerNames = [...names];
    for (const window of this.#state.windows) installMessageHandlers(window);
  }

  setUserScripts(scripts: readonly UserScript[]): void {
    this.#state.userScripts = scripts.map(script => ({ ...script }));
  }

  close(): void {
    if (this.#window !== undefined) unload(this.#window);
    this.#closed = true;
    this.#state.main = undefined;
  }

  #current(): WindowRecord {
    if (this.#window === undefined) {
      if (this.#closed) throw new Error("the page was closed");
      this.#window = this.#open("about:blank", "text/html", "html", "UTF-8", "");
      loadDocument(this.#window, emptyMarkup, { empty: true, silent: true });
    }
    return this.#window;
  }

  #open(url: string, contentType: string, parsingMode: "html" | "xml", encoding: string, referrer: string): WindowRecord {
    const window = createWindow({
      page: this.#state, frameIdentifier: this.#identifier, url, contentType, parsingMode, encoding, referrer,
    });
    this.#state.main = window;
    return window;
  }
}

/** What a document hears before it goes, frames after their parents, and then its end. */
function unload(record: WindowRecord): void {
  if (!record.alive) return;
  const tree = windowsInside(record);
  for (const window of tree) fireAnEvent("beforeunload", windowTarget(window), undefined, { cancelable: true });
  for (const window of tree) {
    if (!window.alive) continue;
    fireAPageTransitionEvent("pagehide", windowTarget(window), false);
    window._visible = false;
    fireAnEvent("visibilitychange", documentOf(window), undefined, { bubbles: true });
    fireAnEvent("unload", windowTarget(window), undefined, {}, true);
  }
  closeWindow(record);
}

function windowsInside(record: WindowRecord): WindowRecord[] {
  const inside = [...record.page.windows].filter(window => window !== record && window._parent === record);
  return [record, ...inside.flatMap(windowsInside)];
}

/** A document that is plain text shows as browsers show it. */
function markupAround(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<html><head></head><body><pre>${escaped}</pre></body></html>`;
}
