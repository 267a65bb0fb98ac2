import type { TaskSource } from "./host";
import { host } from "./runtime-state";
import type { WindowRecord } from "./window/window-record";
import { reportException } from "./errors";
import { runFor } from "./running-window";

/** Runs steps as a task of a window; what they throw is reported there. Nothing runs once the window closed. */
export function postTask(record: WindowRecord, source: TaskSource, steps: () => void): void {
  host().postTask(record.realm, source, () => {
    if (!record.alive) return;
    try {
      runFor(record, steps);
    } catch (error) {
      reportException(record, error);
    }
  });
}

/** What jsdom's modules call instead of a zero timeout; `owner` is one of their objects. Returns a truthy token. */
export function later(owner: { readonly _globalObject: WindowRecord }, steps: () => void): number {
  postTask(owner._globalObject, "dom", steps);
  return 1;
}
