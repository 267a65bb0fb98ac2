// Typing into `<textarea>` and the text kinds of `<input>`.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import type { ElementImpl } from "../jsdom-types";
import { selectionChanged } from "../selection-change";
import type { Command, Editor, Plan } from "./keyboard";
import { characterAfter, characterBefore, wordAfter, wordBefore } from "./text-boundaries";

interface FieldImpl extends ElementImpl {
  value: string;
  readonly type: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
  readonly form: (ElementImpl & { _doRequestSubmit(submitter?: object): void }) | null;
  setSelectionRange(start: number, end: number, direction?: string): void;
}

const textInputs = new Set(["text", "search", "url", "tel", "email", "password", "number"]);

export function isTextField(element: ElementImpl): element is FieldImpl {
  const isField = element._localName === "textarea" ||
    (element._localName === "input" && textInputs.has((element as FieldImpl).type));
  return isField && !element.hasAttributeNS(null, "readonly") && !element.hasAttributeNS(null, "disabled");
}

/** Values as they were when the field was last committed: a difference is announced by `change`. */
const committed = new WeakMap<FieldImpl, string>();

export class FieldEditor implements Editor {
  readonly target: FieldImpl;

  constructor(target: FieldImpl) {
    this.target = target;
  }

  plan(command: Command): Plan | null {
    const field = this.target;
    const text = field.value;
    // Kinds without a selection of their own, such as numbers, are typed into at the end.
    const start = field.selectionStart ?? text.length;
    const end = field.selectionEnd ?? text.length;
    const replace = (inputType: string, from: number, to: number, data: string | null, insertion = data ?? ""): Plan | null => {
      if (from === to && insertion === "") return null;
      const limit = limitOf(field);
      const room = limit === null ? insertion : insertion.slice(0, Math.max(0, limit - (text.length - (to - from))));
      if (room === "" && insertion !== "") return null;
      return { inputType, data, perform: () => change(field, text.slice(0, from) + room + text.slice(to), from + room.length) };
    };
    switch (command.kind) {
      case "insert": return replace("insertText", start, end, command.text);
      case "paragraph":
      case "line-break":
        if (field._localName === "textarea") return replace("insertLineBreak", start, end, null, "\n");
        return { perform: () => submit(field) };
      case "delete": {
        const selected = start !== end;
        if (command.direction === "backward") {
          const from = selected ? start : command.unit === "word" ? wordBefore(text, start) : characterBefore(text, start);
          return replace(command.unit === "word" ? "deleteWordBackward" : "deleteContentBackward", from, end, null);
        }
        const to = selected ? end : command.unit === "word" ? wordAfter(text, end) : characterAfter(text, end);
        return replace(command.unit === "word" ? "deleteWordForward" : "deleteContentForward", start, to, null);
      }
      case "select-all": return { perform: () => select(field, 0, text.length) };
      case "move": return { perform: () => move(field, command, text, start, end) };
    }
  }
}

function limitOf(field: FieldImpl): number | null {
  const limit = field.getAttributeNS(null, "maxlength");
  return limit !== null && /^\d+$/.test(limit) ? Number(limit) : null;
}

function change(field: FieldImpl, value: string, caret: number): void {
  if (!committed.has(field)) {
    committed.set(field, field.value);
    field.addEventListener("blur", Object.assign(() => commitField(field), { objectReference: commitField }));
  }
  field.value = value;
  if (field.selectionStart !== null) field.setSelectionRange(caret, caret);
  selectionChanged(field._globalObject);
}

function select(field: FieldImpl, start: number, end: number): void {
  if (field.selectionStart === null) return;
  field.setSelectionRange(start, end);
  selectionChanged(field._globalObject);
}

function move(
  field: FieldImpl, command: Command & { readonly kind: "move" }, text: string, start: number, end: number,
): void {
  const backward = command.direction === "backward";
  if (start !== end && !command.extend && command.to === "character") {
    select(field, backward ? start : end, backward ? start : end);
    return;
  }
  const from = backward ? start : end;
  const to = command.to === "edge" ? (backward ? text.lastIndexOf("\n", from - 1) + 1 : lineEnd(text, from))
    : command.to === "word" ? (backward ? wordBefore(text, from) : wordAfter(text, from))
    : backward ? characterBefore(text, from) : characterAfter(text, from);
  if (command.extend) select(field, backward ? to : start, backward ? end : to);
  else select(field, to, to);
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

/** Enter in a one-line field: the value counts as given, and a form is sent. */
function submit(field: FieldImpl): void {
  commitField(field);
  field.form?._doRequestSubmit();
}

/** Fires `change` if a person changed the value since it was last committed. */
export function commitField(field: FieldImpl): void {
  const before = committed.get(field);
  if (before === undefined || before === field.value) return;
  committed.set(field, field.value);
  fireAnEvent("change", field, undefined, { bubbles: true });
}
