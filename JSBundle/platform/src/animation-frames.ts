import { windowNow } from "./clock";
import { reportException } from "./errors";
import { host } from "./runtime-state";
import { slot, type WindowRecord } from "./window/window-record";

const frameLength = 1000 / 60;

interface FrameState {
  callbacks: Map<number, (now: number) => void>;
  next: number;
  timer: number | undefined;
}

const stateOf = slot<FrameState>(() => ({ callbacks: new Map(), next: 1, timer: undefined }));

/**
 * `requestAnimationFrame`: 60 times a second of the host's clock, on a grid that starts at the clock's zero so that all windows
 * paint together. A hidden page has no frames; its callbacks wait until it is shown.
 */
export function animationFrameFunctions(record: WindowRecord) {
  return {
    requestAnimationFrame: (callback: unknown): number => {
      if (typeof callback !== "function") {
        throw new record.TypeError("Argument 1 ('callback') to Window.requestAnimationFrame must be a function");
      }
      const state = stateOf(record);
      const identifier = state.next++;
      state.callbacks.set(identifier, callback as (now: number) => void);
      schedule(record, state);
      return identifier;
    },
    cancelAnimationFrame: (identifier: unknown): void => {
      stateOf(record).callbacks.delete(Number(identifier));
    },
  };
}

/** To be called when a page becomes visible. */
export function resumeAnimationFrames(record: WindowRecord): void {
  schedule(record, stateOf(record));
}

function schedule(record: WindowRecord, state: FrameState): void {
  if (state.timer !== undefined || state.callbacks.size === 0 || !record._visible) return;
  const now = host().now();
  const next = (Math.floor(now / frameLength) + 1) * frameLength;
  state.timer = host().setTimer(record.realm, () => runFrame(record, state), next - now, false);
}

function runFrame(record: WindowRecord, state: FrameState): void {
  state.timer = undefined;
  if (!record.alive || !record._visible) return;
  const now = windowNow(record);
  const callbacks = state.callbacks;
  for (const identifier of [...callbacks.keys()]) {
    const callback = callbacks.get(identifier);
    if (callback === undefined) continue;
    callbacks.delete(identifier);
    try {
      callback(now);
    } catch (error) {
      reportException(record, error);
    }
  }
  schedule(record, state);
}
