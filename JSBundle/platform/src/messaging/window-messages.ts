// `window.postMessage`: from the window whose script calls to the window it is called on.

import MessageEvent = require("jsdom/lib/jsdom/living/generated/MessageEvent");
import DOMException = require("domexception/webidl2js-wrapper");
import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { parseURL } from "whatwg-url";
import { originForPages, originOf } from "../origin";
import { runningWindow } from "../running-window";
import { placeInStack } from "../stack";
import { cloneMessage } from "../structured-clone/window-clone";
import { documentOf, windowTarget, type WindowRecord } from "../window/window-record";
import { postTask } from "../window-task";
import { transferOf } from "./message-channel";

interface Options {
  readonly targetOrigin?: unknown;
  readonly transfer?: Iterable<unknown>;
}

export function makePostMessage(target: WindowRecord) {
  return function postMessage(message: unknown, originOrOptions?: unknown, transfer?: Iterable<unknown>): void {
    const source = callingWindow(target);
    let wanted: unknown = "/";
    let moved = transfer;
    if (typeof originOrOptions === "object" && originOrOptions !== null) {
      const options = originOrOptions as Options;
      wanted = options.targetOrigin ?? "/";
      moved = options.transfer;
    } else if (originOrOptions !== undefined) {
      wanted = originOrOptions;
    }
    const origin = resolveOrigin(source, String(wanted));
    const { data, ports } = cloneMessage(source, target, message, transferOf(moved));
    postTask(target, "messaging", () => {
      if (origin !== "*" && origin !== target._origin) return;
      fireAnEvent("message", windowTarget(target), MessageEvent, {
        data, origin: originForPages(source._origin), source: source._globalProxy, lastEventId: "",
        ports: target.Object.freeze(target.Array.from(ports)),
      });
    });
  };
}

function resolveOrigin(source: WindowRecord, wanted: string): string {
  if (wanted === "*") return "*";
  if (wanted === "/") return source._origin;
  const url = parseURL(wanted);
  if (url === null) {
    throw DOMException.create(source, [`Invalid target origin '${wanted}' in a call to 'postMessage'`, "SyntaxError"]);
  }
  return originOf(url);
}

/**
 * The window whose script is calling. The engine does not say, so the topmost page frame of the stack does, by the URL of its
 * script; where several windows run the same script, the one the platform last entered.
 */
function callingWindow(target: WindowRecord): WindowRecord {
  const running = runningWindow();
  const place = placeInStack(new Error().stack ?? "");
  if (place !== undefined) {
    const candidates = [...target.page.windows].filter(window =>
      documentOf(window).URL === place.sourceURL || window.scriptURLs.has(place.sourceURL));
    if (candidates.length === 1) return candidates[0]!;
    if (running !== undefined && candidates.includes(running)) return running;
    if (candidates.length > 0) return candidates.includes(target) ? target : candidates[0]!;
  }
  return running ?? target;
}
