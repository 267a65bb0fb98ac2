import type { WindowRecord } from "./window/window-record";

let current: WindowRecord | undefined;

/**
 * Runs steps on behalf of a window, so that what they call can tell who is calling. The last window stays noted afterwards:
 * the promise reactions that follow its task are its own.
 */
export function runFor<T>(record: WindowRecord, steps: () => T): T {
  const before = current;
  current = record;
  try {
    return steps();
  } finally {
    if (before?.alive) current = before;
  }
}

/** The window whose script runs now, as far as the platform started it. */
export function runningWindow(): WindowRecord | undefined {
  return current?.alive ? current : undefined;
}
