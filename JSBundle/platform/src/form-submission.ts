// Where a submitted form goes. Only `GET` carries its data, in the URL; the native side hears of the rest by its address.

import FormData = require("jsdom/lib/jsdom/living/generated/FormData");
import { parseURLToResultingURLRecord } from "jsdom/lib/jsdom/living/helpers/document-base-url";
import { serializeURL, parseURL } from "whatwg-url";
import type { ElementImpl } from "./jsdom-types";
import { navigate } from "./navigation";
import { postTask } from "./window-task";

interface FormImpl extends ElementImpl {
  readonly method: string;
  readonly action: string;
}

interface FormDataImpl {
  readonly _entries: ReadonlyArray<{ readonly name: string; readonly value: string | { readonly name: string } }>;
}

/** Called by jsdom when a form is to be sent. */
export function submitForm(form: FormImpl, submitter: ElementImpl | null | undefined): void {
  const document = form._ownerDocument;
  const record = document._defaultView;
  if (record === null || form.method === "dialog") return;
  const action = submitter?.getAttributeNS(null, "formaction") ?? form.action;
  const url = parseURLToResultingURLRecord(action, document);
  if (url === null) return;
  let target = serializeURL(url);
  if (form.method === "get") {
    const data = FormData.createImpl(record, [form]) as FormDataImpl;
    const pairs = data._entries.map(({ name, value }) => [name, typeof value === "string" ? value : value.name] as const);
    const name = submitter?.getAttributeNS(null, "name");
    if (submitter && name) pairs.push([name, submitter.getAttributeNS(null, "value") ?? ""]);
    target = `${target.replace(/[?#].*$/s, "")}?${pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join("&")}`;
  }
  const destination = parseURL(target);
  if (destination !== null) postTask(record, "dom", () => navigate(record, destination, { type: "form" }));
}

/** `application/x-www-form-urlencoded`. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\r\n|\r|\n/g, "\r\n"))
    .replace(/[!'()~]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}
