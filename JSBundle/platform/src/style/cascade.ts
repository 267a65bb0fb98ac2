import { CSSStyleDeclaration } from "cssstyle";
import { forEachMatchingSheetRuleOfElement } from "jsdom/lib/jsdom/living/helpers/style-rules";
import type { ElementImpl } from "../jsdom-types";
import type { WindowRecord } from "../window/window-record";

export function computeStyle(_record: WindowRecord, element: ElementImpl, _pseudo: string): object {
  const declaration = new CSSStyleDeclaration();
  forEachMatchingSheetRuleOfElement(element, rule => {
    for (const property of Array.from(rule.style)) {
      declaration.setProperty(property, rule.style.getPropertyValue(property), rule.style.getPropertyPriority(property));
    }
  });
  return declaration;
}
