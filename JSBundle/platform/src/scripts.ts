import { reportException } from "./errors";
import { runFor } from "./running-window";
import type { WindowRecord } from "./window/window-record";

/** Runs a classic script of a window's document. What it throws is reported to the window. */
export function runScript(record: WindowRecord, source: string, sourceURL: string, lineOffset = 0): void {
  if (!record.alive) return;
  record.scriptURLs.add(sourceURL);
  try {
    runFor(record, () => record.realm.evaluate(source, sourceURL, lineOffset + 1));
  } catch (error) {
    reportException(record, error, sourceURL);
  }
}
