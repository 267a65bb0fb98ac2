import { host } from "./runtime-state";
import { slot, type WindowRecord } from "./window/window-record";

/** When the window was made, by the host's clock: the window's own zero of time. */
export const clockStart = slot(() => host().now());

/** To be called when a window is made. */
export function startClock(record: WindowRecord): void {
  clockStart(record);
}

/** Milliseconds since the window was made. */
export function windowNow(record: WindowRecord): number {
  return host().now() - clockStart(record);
}
