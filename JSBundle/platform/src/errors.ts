// Faults of page scripts: the window hears of them first, the host hears of those nobody dealt with.

import ErrorEvent = require("jsdom/lib/jsdom/living/generated/ErrorEvent");
import { createAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { describeThrown } from "./console/format";
import type { ConsoleEntry } from "./host";
import { host } from "./runtime-state";
import { firstPlace, stackOf } from "./stack";
import { documentOf, windowTarget, type WindowRecord } from "./window/window-record";

const reporting = new WeakSet<WindowRecord>();

/**
 * Tells a window that one of its scripts threw: `window.onerror` and `error` listeners, then the host if no listener prevented it.
 * An error thrown while an error is being told goes straight to the host, as HTML asks.
 */
export function reportException(record: WindowRecord | null | undefined, error: unknown, scriptURL?: string): void {
  const place = firstPlace(error);
  const message = describeThrown(error);
  const sourceURL = place?.sourceURL ?? scriptURL ?? (record?.alive ? documentOf(record).URL : undefined);
  if (record?.alive && !reporting.has(record)) {
    const event = createAnEvent("error", record, ErrorEvent, {
      cancelable: true,
      message: messageOf(error, message),
      filename: sourceURL ?? "",
      lineno: place?.line ?? 0,
      colno: place?.column ?? 0,
      error,
    });
    reporting.add(record);
    try {
      windowTarget(record)._dispatch(event);
    } finally {
      reporting.delete(record);
    }
    if (event.defaultPrevented) return;
  }
  const entry: Mutable<ConsoleEntry> = { kind: "uncaught-error", level: "error", text: message };
  if (sourceURL !== undefined) entry.sourceURL = sourceURL;
  if (place?.line !== undefined) entry.line = place.line;
  if (place?.column !== undefined) entry.column = place.column;
  const stack = stackOf(error);
  if (stack !== undefined) entry.stack = stack;
  host().report(entry);
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The message of an error event: WebKit says `Name: message`, and the text of anything else that was thrown. */
function messageOf(_error: unknown, described: string): string {
  return described;
}

export default reportException;
