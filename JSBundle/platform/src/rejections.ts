// Promises nobody handled: `unhandledrejection` and `rejectionhandled`, then the host.

import { implForWrapper } from "jsdom/lib/jsdom/living/generated/utils";
import { describeThrown } from "./console/format";
import { eventInterface } from "./window/makers";
import { host } from "./runtime-state";
import { firstPlace, stackOf } from "./stack";
import type { EventImpl } from "./jsdom-types";
import { windowTarget, type WindowRecord } from "./window/window-record";

export function observeRejections(record: WindowRecord): void {
  host().observeRejections(
    record.realm,
    (promise, reason) => {
      if (!record.alive) return;
      if (!fire(record, "unhandledrejection", promise, reason, true)) return;
      const place = firstPlace(reason);
      const stack = stackOf(reason);
      host().report({
        kind: "unhandled-rejection",
        level: "error",
        text: describeThrown(reason),
        ...(place === undefined ? {} : place),
        ...(stack === undefined ? {} : { stack }),
      });
    },
    (promise, reason) => {
      if (record.alive) fire(record, "rejectionhandled", promise, reason, false);
    },
  );
}

/** Returns whether the default, telling the host, should follow. */
function fire(
  record: WindowRecord, type: string, promise: Promise<unknown>, reason: unknown, cancelable: boolean,
): boolean {
  const target = windowTarget(record);
  // Nearly no page listens; making the event's class for nothing would be the larger cost.
  if (target._eventListeners[type] === undefined) return true;
  const PromiseRejectionEvent = eventInterface(record, "PromiseRejectionEvent") as new (type: string, init: object) => object;
  const event = implForWrapper(new PromiseRejectionEvent(type, { cancelable, promise, reason })) as EventImpl;
  event.isTrusted = true;
  return target._dispatch(event);
}

