// What happens when a document was parsed: readiness, deferred scripts, `DOMContentLoaded`, `load`, in HTML's order.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import type { DocumentImpl } from "./jsdom-types";

/** Called by the loader once all markup of a document is in its tree. */
export function documentParsed(document: DocumentImpl): void {
  const settled = Promise.resolve();
  document._queue.push(settled, () => contentLoaded(document), null);
  // Stays last in the queue however much is added before it, so it runs when everything has loaded.
  document._queue.push(settled, () => everythingLoaded(document), null, true);
}

/** The same for a document that needs nothing from outside, at once: an empty frame must be complete when it is attached. */
export function emptyDocumentParsed(document: DocumentImpl): void {
  document.readyState = "interactive";
  announceContent(document);
  document.readyState = "complete";
  document._lifecycle?.loaded();
}

/** `document.close()`: the end of what `document.open()` began. */
export function closedByScript(document: DocumentImpl): void {
  if (document._openedByScript !== true) return;
  document._openedByScript = false;
  emptyDocumentParsed(document);
}

function contentLoaded(document: DocumentImpl): Promise<void> {
  document.readyState = "interactive";
  return new Promise(resolve => {
    const announce = () => {
      announceContent(document);
      resolve();
    };
    if (!document._deferQueue.tail) {
      announce();
    } else {
      document._deferQueue.setListener(announce);
      document._deferQueue.resume();
    }
  });
}

function announceContent(document: DocumentImpl): void {
  fireAnEvent("DOMContentLoaded", document, undefined, { bubbles: true });
  document._lifecycle?.contentLoaded();
}

function everythingLoaded(document: DocumentImpl): Promise<void> {
  return new Promise(resolve => {
    const complete = () => {
      document.readyState = "complete";
      document._lifecycle?.loaded();
      resolve();
    };
    if (document._asyncQueue.count() === 0) complete();
    else document._asyncQueue.setListener(complete);
  });
}
