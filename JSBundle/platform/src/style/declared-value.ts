import type { StyleDeclaration } from "cssstyle";
import type { ElementImpl } from "../jsdom-types";
import { declarationsFor, readDeclarations, type Declaration } from "./rule-index";

/** Everything declared for an element, the weakest first: rules, inline style, then what is important. */
export function cascade(element: ElementImpl): Declaration[] {
  const all = declarationsFor(element);
  if (element.hasAttributeNS(null, "style")) {
    all.push(...readDeclarations((element as ElementImpl & { readonly style: StyleDeclaration }).style));
  }
  return [...all.filter(({ important }) => !important), ...all.filter(({ important }) => important)];
}

/** The value that wins for one property, or the empty string. */
export function declaredValue(element: ElementImpl, name: string): string {
  let value = "";
  for (const declaration of cascade(element)) if (declaration.name === name) ({ value } = declaration);
  return value;
}
