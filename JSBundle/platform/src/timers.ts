import { reportException } from "./errors";
import { host } from "./runtime-state";
import { runFor } from "./running-window";
import { runScript } from "./scripts";
import { documentOf, type WindowRecord } from "./window/window-record";

type Handler = ((...values: unknown[]) => unknown) | string;

/** `setTimeout` and its kin; time, nesting and the clamp are the host's. */
export function timerFunctions(record: WindowRecord) {
  const start = (repeats: boolean) => (handler: unknown, delay: unknown = 0, ...values: unknown[]): number => {
    const callable: Handler = typeof handler === "function" ? handler as Handler : String(handler);
    const milliseconds = Math.max(0, Number(delay) | 0);
    return host().setTimer(record.realm, () => run(record, callable, values), milliseconds, repeats);
  };
  const clear = (identifier: unknown = 0): void => {
    const number = Number(identifier);
    if (Number.isInteger(number) && number > 0) host().clearTimer(number);
  };
  return {
    setTimeout: start(false),
    setInterval: start(true),
    clearTimeout: (identifier?: unknown) => clear(identifier),
    clearInterval: (identifier?: unknown) => clear(identifier),
  };
}

function run(record: WindowRecord, handler: Handler, values: unknown[]): void {
  if (!record.alive) return;
  if (typeof handler === "string") {
    runScript(record, handler, documentOf(record).URL);
    return;
  }
  try {
    runFor(record, () => Reflect.apply(handler as () => unknown, record._globalProxy, values));
  } catch (error) {
    reportException(record, error);
  }
}

/** `queueMicrotask`: what the callback throws is an uncaught error, not a rejection. */
export function microtaskFunction(record: WindowRecord) {
  const settled = Promise.resolve();
  return (callback: unknown): void => {
    if (typeof callback !== "function") {
      throw new record.TypeError("Argument 1 ('callback') to queueMicrotask must be a function");
    }
    void settled.then(() => {
      try {
        (callback as () => void)();
      } catch (error) {
        reportException(record, error);
      }
    });
  };
}
