// One key of a person's keyboard: the events in the order browsers send them, and what happens when no page prevents it.

import InputEvent = require("jsdom/lib/jsdom/living/generated/InputEvent");
import KeyboardEvent = require("jsdom/lib/jsdom/living/generated/KeyboardEvent");
import { createAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { implForWrapper } from "jsdom/lib/jsdom/living/generated/utils";
import { editingHostOf } from "../editing/editable";
import type { DocumentImpl, ElementImpl, EventImpl, FrameElementImpl, NodeImpl, SelectionImpl } from "../jsdom-types";
import { runFor } from "../running-window";
import { documentOf, type WindowRecord } from "../window/window-record";
import { eventInterface } from "../window/makers";
import { ContentEditor } from "./content-editor";
import { describeKey, type KeyDescription, type Modifiers } from "./keys";
import { moveFocus } from "./focus-order";
import { setTargetRanges } from "./target-ranges";
import { FieldEditor, isTextField } from "./field-editor";

/** What is being edited: the rich content of an editing host, or the text of a field. */
export interface Editor {
  /** Where its input events go. */
  readonly target: ElementImpl;
  /** The command's input type, or null if the key does nothing here. */
  plan(command: Command): Plan | null;
}

/** One editing command a key stands for. */
export type Command =
  | { readonly kind: "insert"; readonly text: string }
  | { readonly kind: "paragraph" | "line-break" | "select-all" }
  | { readonly kind: "delete"; readonly direction: "backward" | "forward"; readonly unit: "character" | "word" }
  | { readonly kind: "move"; readonly direction: "backward" | "forward"; readonly to: "character" | "word" | "edge"; readonly extend: boolean };

/** A command that can be carried out. */
export interface Plan {
  /** Absent where nothing is changed: caret movements have no input events. */
  readonly inputType?: string;
  readonly data?: string | null;
  /** What the change will replace, as static ranges. */
  readonly ranges?: readonly object[];
  /** Browsers announce some changes only when they are done. */
  readonly unannounced?: boolean;
  perform(): void;
}

/** Presses and releases a key in the frame that has the focus. */
export function pressKey(main: WindowRecord, key: string, modifiers: Modifiers = {}): void {
  const record = focusedWindow(main);
  if (!record.alive) return;
  runFor(record, () => press(record, describeKey(key), modifiers));
}

function press(record: WindowRecord, key: KeyDescription, modifiers: Modifiers): void {
  const init = {
    key: key.key, code: key.code, bubbles: true, cancelable: true, composed: true, view: record,
    shiftKey: modifiers.shift ?? key.needsShift, ctrlKey: modifiers.control ?? false, altKey: modifiers.alt ?? false,
    metaKey: modifiers.meta ?? false,
  };
  const dispatchKey = (type: string, code: number, character: number): boolean => {
    const event = createAnEvent(type, record, KeyboardEvent, {
      ...init, keyCode: code, which: code, charCode: character,
    });
    return keyTarget(record)._dispatch(event);
  };
  const goesOn = dispatchKey("keydown", key.keyCode, 0);
  if (goesOn && record.alive) act(record, key, modifiers, dispatchKey);
  if (record.alive) dispatchKey("keyup", key.keyCode, 0);
}

function act(
  record: WindowRecord, key: KeyDescription, modifiers: Modifiers,
  dispatchKey: (type: string, code: number, character: number) => boolean,
): void {
  const withCommand = Boolean(modifiers.control || modifiers.meta);
  if (key.text !== null && !withCommand) {
    const character = key.text === "\n" ? 13 : key.text.codePointAt(0)!;
    if (!dispatchKey("keypress", character, character) || !record.alive) return;
  }
  if (key.key === "Tab" && !withCommand) {
    moveFocus(documentOf(record), modifiers.shift === true);
    return;
  }
  const editor = editorFor(record);
  if (editor === null) return;
  const command = commandFor(key, modifiers);
  if (command === null) return;
  if (key.text !== null && !withCommand && !dispatchTextInput(record, editor.target, key.text)) return;
  const plan = editor.plan(command);
  if (plan === null) return;
  if (plan.inputType === undefined) {
    plan.perform();
    return;
  }
  const { inputType, data = null, ranges = [] } = plan;
  if (!plan.unannounced) {
    const before = createAnEvent("beforeinput", record, InputEvent, {
      inputType, data, bubbles: true, cancelable: true, composed: true, view: record,
    });
    setTargetRanges(before, ranges);
    if (!editor.target._dispatch(before) || !record.alive) return;
    // A listener may have moved the caret or changed the content without preventing the command.
    editor.plan(command)?.perform();
  } else {
    plan.perform();
  }
  editor.target._dispatch(createAnEvent("input", record, InputEvent, {
    inputType, data, bubbles: true, cancelable: false, composed: true, view: record,
  }));
}

function dispatchTextInput(record: WindowRecord, target: ElementImpl, data: string): boolean {
  const TextEvent = eventInterface(record, "TextEvent") as new (type: string, init: object) => object;
  const event = implForWrapper(new TextEvent("textInput", {
    data, bubbles: true, cancelable: true, composed: true, view: record._globalProxy,
  })) as EventImpl;
  event.isTrusted = true;
  return target._dispatch(event) && record.alive;
}

function commandFor(key: KeyDescription, modifiers: Modifiers): Command | null {
  const word = Boolean(modifiers.control || modifiers.alt);
  const extend = modifiers.shift === true;
  switch (key.key) {
    case "Enter": return { kind: extend ? "line-break" : "paragraph" };
    case "Backspace": return { kind: "delete", direction: "backward", unit: word ? "word" : "character" };
    case "Delete": return { kind: "delete", direction: "forward", unit: word ? "word" : "character" };
    case "ArrowLeft": return { kind: "move", direction: "backward", to: word ? "word" : "character", extend };
    case "ArrowRight": return { kind: "move", direction: "forward", to: word ? "word" : "character", extend };
    case "Home": return { kind: "move", direction: "backward", to: "edge", extend };
    case "End": return { kind: "move", direction: "forward", to: "edge", extend };
    default: break;
  }
  if (modifiers.control || modifiers.meta) return key.key.toLowerCase() === "a" ? { kind: "select-all" } : null;
  return key.text === null ? null : { kind: "insert", text: key.text };
}

function editorFor(record: WindowRecord): Editor | null {
  const document = documentOf(record);
  const active = document.activeElement;
  if (active !== null && isTextField(active)) return new FieldEditor(active);
  const host = editingHostOf(selectionOf(record).focusNode) ?? editingHostOf(active);
  return host === null ? null : new ContentEditor(record, host);
}

/** Keys go to the focused element; a caret in an editing host counts as its focus. */
function keyTarget(record: WindowRecord): NodeImpl {
  const document: DocumentImpl = documentOf(record);
  const active = document.activeElement;
  if (active !== null && active !== document.body) return active;
  return editingHostOf(selectionOf(record).focusNode) ?? active ?? document;
}

function selectionOf(record: WindowRecord): SelectionImpl {
  return record._selection as SelectionImpl;
}

function focusedWindow(record: WindowRecord): WindowRecord {
  const active = documentOf(record).activeElement;
  if (active !== null && (active._localName === "iframe" || active._localName === "frame")) {
    const inner = (active as FrameElementImpl)._contentDocument?._defaultView;
    if (inner?.alive) return focusedWindow(inner);
  }
  return record;
}

