// Where a window goes: fragments stay in the page, everything else is asked of the native side.

import { parseURLToResultingURLRecord } from "jsdom/lib/jsdom/living/helpers/document-base-url";
import { percentDecodeString, serializeURL } from "whatwg-url";
import { decode } from "./encoding/text-decoding";
import type { NavigationType } from "./host";
import type { URLRecord } from "./jsdom-types";
import { host } from "./runtime-state";
import { reportException } from "./errors";
import { postTask } from "./window-task";
import { describeFrame, documentOf, type WindowRecord } from "./window/window-record";

export interface NavigationFlags {
  readonly replacement?: boolean;
  readonly reloadTriggered?: boolean;
  readonly type?: NavigationType;
}

/** Called by jsdom for `location`, links and history. */
export function navigate(record: WindowRecord, url: URLRecord, flags: NavigationFlags = {}): void {
  if (!record.alive) return;
  const document = documentOf(record);
  const samePage = serializeURL(document._URL, true) === serializeURL(url, true);
  if (!flags.reloadTriggered && samePage && url.fragment !== null) {
    if (url.fragment !== document._URL.fragment) navigateToFragment(record, url, flags.replacement === true);
    return;
  }
  if (url.scheme === "javascript") {
    postTask(record, "dom", () => evaluateJavaScriptURL(record, url));
    return;
  }
  const type = flags.type ?? (flags.reloadTriggered ? "reload" : "other");
  host().navigate(describeFrame(record), serializeURL(url), type);
}

/** Runs the script of a `javascript:` URL. */
export function evaluateJavaScriptURL(record: WindowRecord, url: URLRecord): unknown {
  const text = serializeURL(url);
  try {
    const source = decode(percentDecodeString(text.slice("javascript:".length)), "utf-8");
    return record.realm.evaluate(source, text);
  } catch (error) {
    reportException(record, error, text);
    return undefined;
  }
}

/** Sends a window to a URL given as text, relative to its document. */
export function navigateToText(record: WindowRecord, url: string, flags: NavigationFlags = {}): void {
  const parsed = parseURLToResultingURLRecord(url, documentOf(record));
  if (parsed !== null) navigate(record, parsed, flags);
}

function navigateToFragment(record: WindowRecord, url: URLRecord, replacement: boolean): void {
  const history = record._sessionHistory;
  history.clearHistoryTraversalTasks();
  if (!replacement) history.removeAllEntriesAfterCurrentEntry();
  const entry = { document: documentOf(record), url };
  history.addEntryAfterCurrentEntry(entry);
  history.traverseHistory(entry, { nonBlockingEvents: true, replacement });
}

/** The document's URL changed without a load. The native side hears of the main frame's. */
export function urlChanged(record: WindowRecord): void {
  if (record.isMainFrame) host().pageChanged({ url: documentOf(record).URL });
}
