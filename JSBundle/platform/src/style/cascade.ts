// Computed style, without layout: the cascade, inheritance and initial values. Lengths stay as they were written.

import { CSSStyleDeclaration } from "cssstyle";
import type { ElementImpl } from "../jsdom-types";
import type { WindowRecord } from "../window/window-record";
import { cascade } from "./declared-value";

/** Properties an element takes from its parent, with their initial values. */
const inherited: Readonly<Record<string, string>> = {
  "border-collapse": "separate", "color": "rgb(0, 0, 0)", "cursor": "auto", "direction": "ltr", "font-family": "serif",
  "font-size": "16px", "font-style": "normal", "font-variant": "normal", "font-weight": "400", "letter-spacing": "normal",
  "line-height": "normal", "list-style-position": "outside", "list-style-type": "disc", "overflow-wrap": "normal",
  "pointer-events": "auto", "tab-size": "8", "text-align": "start", "text-indent": "0px", "text-transform": "none",
  "visibility": "visible", "white-space": "normal", "word-break": "normal", "word-spacing": "0px",
};

const initial: Readonly<Record<string, string>> = {
  "background-color": "rgba(0, 0, 0, 0)", "bottom": "auto", "box-sizing": "content-box", "clear": "none", "display": "inline",
  "float": "none", "height": "auto", "left": "auto", "margin-bottom": "0px", "margin-left": "0px", "margin-right": "0px",
  "margin-top": "0px", "max-height": "none", "max-width": "none", "min-height": "auto", "min-width": "auto", "opacity": "1",
  "overflow-x": "visible", "overflow-y": "visible", "padding-bottom": "0px", "padding-left": "0px", "padding-right": "0px",
  "padding-top": "0px", "position": "static", "right": "auto", "text-decoration": "none", "top": "auto", "transform": "none",
  "user-select": "auto", "vertical-align": "baseline", "width": "auto", "z-index": "auto",
};

/** A snapshot of the element's computed style. Pseudo-elements have none of their own here. */
export function computeStyle(_record: WindowRecord, element: ElementImpl, pseudo: string): object {
  const declaration = new CSSStyleDeclaration();
  if (pseudo !== "" || !element.isConnected) return declaration;
  for (const [name, value] of computedValues(element)) declaration.setProperty(name, value);
  return declaration;
}

function computedValues(element: ElementImpl): Map<string, string> {
  const parent = element.parentElement === null ? undefined : computedValues(element.parentElement);
  const values = new Map(Object.entries(initial));
  for (const [name, value] of Object.entries(inherited)) values.set(name, parent?.get(name) ?? value);
  if (parent !== undefined) {
    for (const [name, value] of parent) if (name.startsWith("--")) values.set(name, value);
  }
  for (const { name, value } of cascade(element)) {
    const isInherited = name in inherited || name.startsWith("--");
    switch (value.toLowerCase()) {
      case "inherit": values.set(name, parent?.get(name) ?? initial[name] ?? inherited[name] ?? ""); break;
      case "initial": values.set(name, initial[name] ?? inherited[name] ?? ""); break;
      case "unset": values.set(name, isInherited ? parent?.get(name) ?? inherited[name] ?? "" : initial[name] ?? ""); break;
      default: values.set(name, name === "font-weight" ? numericWeight(value) : value);
    }
  }
  return values;
}

function numericWeight(value: string): string {
  return value === "bold" ? "700" : value === "normal" ? "400" : value;
}
