// In place of jsdom's frame element: each frame is a window with a realm of its own, loaded through the host.

import utils = require("jsdom/lib/jsdom/living/generated/utils");
import MIMEType = require("whatwg-mimetype");
import { implementation as HTMLElementImpl } from "jsdom/lib/jsdom/living/nodes/HTMLElement-impl";
import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { parseURLToResultingURLRecord } from "jsdom/lib/jsdom/living/helpers/document-base-url";
import { serializeURL } from "whatwg-url";
import { elementsInside } from "../elements-inside";
import type { DocumentImpl, FrameElementImpl, URLRecord } from "../jsdom-types";
import { host } from "../runtime-state";
import { evaluateJavaScriptURL } from "../navigation";
import { decodeMarkup, kindOfMarkup } from "../loading/markup";
import { header, loadResource, type Load } from "../loading/load-resource";
import { loadDocument } from "../loading/load-document";
import { documentOf, describeFrame, type WindowRecord } from "./window-record";
import { closeWindow, createWindow, type WindowOptions } from "./create-window";

const emptyMarkup = "<html><head></head><body></body></html>";

class FrameElement extends HTMLElementImpl implements FrameElementImpl {
  _contentDocument: DocumentImpl | null = null;
  #identifier: number | undefined;
  #load: Load | undefined;

  override _attrModified(name: string, value: string | null, old: string | null): void {
    super._attrModified(name, value, old);
    const concerns = name === "srcdoc" || (name === "src" && !this.hasAttributeNS(null, "srcdoc"));
    if (concerns && this._attached && this._ownerDocument._defaultView !== null) this.#navigate(false);
  }

  override _attach(): void {
    super._attach();
    if (this._ownerDocument._defaultView !== null) this.#navigate(true);
    refreshFrameNumbers(this._ownerDocument);
  }

  override _detach(): void {
    super._detach();
    this.#close();
    refreshFrameNumbers(this._ownerDocument);
  }

  get contentDocument(): DocumentImpl | null {
    const record = this.contentWindow;
    const owner = this._ownerDocument._defaultView;
    // A document of another origin is not handed out.
    return record !== null && record._origin === owner?._origin ? this._contentDocument : null;
  }

  get contentWindow(): WindowRecord | null {
    return this._contentDocument?._defaultView ?? null;
  }

  #close(): void {
    this.#load?.abort();
    this.#load = undefined;
    const record = this.contentWindow;
    if (record !== null) closeWindow(record);
    this._contentDocument = null;
  }

  #navigate(attaching: boolean): void {
    const parentDocument = this._ownerDocument;
    const parent = parentDocument._defaultView!;
    this.#close();
    const markup = this.getAttributeNS(null, "srcdoc");
    if (markup !== null) {
      this.#showMarkup(parent, "about:srcdoc", markup);
      return;
    }
    const source = this.getAttributeNS(null, "src") ?? "";
    const url = source === "" ? null : parseURLToResultingURLRecord(source, parentDocument);
    if (url === null || serializeURL(url) === "about:blank") this.#showBlank(parent, null, attaching);
    else if (url.scheme === "javascript") this.#showBlank(parent, url, attaching);
    else this.#fetch(parent, serializeURL(url));
  }

  /** An empty document is complete at once: scripts rely on finding its body in the statement after they attach the frame. */
  #showBlank(parent: WindowRecord, script: URLRecord | null, attaching: boolean): void {
    const record = this.#open(parent, script === null ? "about:blank" : documentOf(parent).URL);
    loadDocument(record, emptyMarkup, { empty: true });
    if (script !== null) {
      const result = evaluateJavaScriptURL(record, script);
      if (typeof result === "string" && record.alive) documentOf(record).body!.textContent = result;
    }
    if (attaching) {
      fireAnEvent("load", this);
    } else {
      parent.setTimeout(() => fireAnEvent("load", this), 0);
    }
  }

  #showMarkup(parent: WindowRecord, url: string, markup: string): void {
    const record = this.#open(parent, url);
    this.#parse(record, markup);
  }

  #fetch(parent: WindowRecord, url: string): void {
    // Until the answer is there the frame shows an empty document of its own.
    const blank = this.#open(parent, "about:blank");
    loadDocument(blank, emptyMarkup, { empty: true, silent: true });
    const load = loadResource(parent, url, { destination: "frame" });
    this.#load = load;
    const shown = load.response.then(
      response => {
        if (this.#load !== load || !parent.alive) return undefined;
        const contentType = header(response, "content-type") ?? "text/html";
        const { encoding, text } = decodeMarkup(response.body, contentType);
        closeWindow(blank);
        const record = this.#open(parent, response.url, {
          contentType: MIMEType.parse(contentType)?.essence ?? "text/html",
          parsingMode: kindOfMarkup(contentType) ?? "html",
          encoding,
        });
        return this.#parse(record, text);
      },
      (error: Error) => {
        if (this.#load !== load || !parent.alive) return;
        host().documentEvent(describeFrame(blank), "failed", error.message);
        host().report({
          kind: "uncaught-error", level: "error", text: `Failed to load ${this._localName} ${url}: ${error.message}`,
          sourceURL: describeFrame(parent).url,
        });
        fireAnEvent("load", this);
      },
    );
    this._ownerDocument._queue.push(shown, null, null, false);
  }

  /** Parses a frame's document; the promise resolves when it has loaded. */
  #parse(record: WindowRecord, markup: string): Promise<void> {
    return new Promise(resolve => {
      record.closers.add(resolve);
      loadDocument(record, markup, {
        loaded: () => {
          fireAnEvent("load", this);
          resolve();
        },
      });
    });
  }

  #open(parent: WindowRecord, url: string, details: Partial<WindowOptions> = {}): WindowRecord {
    this.#identifier ??= parent.page.nextFrameIdentifier++;
    const record = createWindow({
      page: parent.page,
      frameIdentifier: this.#identifier,
      url,
      contentType: "text/html",
      parsingMode: "html",
      encoding: "UTF-8",
      referrer: documentOf(parent).URL,
      parent,
      ...details,
    });
    record._frameElement = this;
    this._contentDocument = documentOf(record);
    return record;
  }
}

/** `window[0]`, `window[1]`, … and `window.length`. */
function refreshFrameNumbers(document: DocumentImpl): void {
  const record = document._defaultView;
  if (record === null) return;
  const frames = [...elementsInside(document)].filter(element => element._localName === "iframe" || element._localName === "frame");
  for (let index = 0; index < record._length; index++) delete (record._globalProxy as Record<PropertyKey, unknown>)[index];
  record._length = frames.length;
  frames.forEach((frame, index) => {
    Object.defineProperty(record._globalProxy, index, {
      configurable: true,
      enumerable: true,
      get: () => utils.tryWrapperForImpl((frame as FrameElement).contentWindow),
    });
  });
}

export { FrameElement as implementation };
