import KeyboardEvent = require("jsdom/lib/jsdom/living/generated/KeyboardEvent");
import { createAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import type { WindowRecord } from "../window/window-record";
import { documentOf } from "../window/window-record";

export function pressKey(record: WindowRecord, key: string, _modifiers: object = {}): void {
  const target = documentOf(record).activeElement ?? documentOf(record);
  target._dispatch(createAnEvent("keydown", record, KeyboardEvent, { key, bubbles: true, cancelable: true }));
}
