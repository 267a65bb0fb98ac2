// `getComputedStyle`: jsdom's cascade of user agent and author rules plus the initial values pages ask for most.

import Element = require("jsdom/lib/jsdom/living/generated/Element");
import { computeStyle } from "./style/cascade";
import type { ElementImpl } from "./jsdom-types";
import type { WindowRecord } from "./window/window-record";

export function computedStyle(record: WindowRecord, element: unknown, pseudo: unknown): object {
  const target = Element.convert(record, element, {
    context: "Argument 1 ('element') to Window.getComputedStyle",
  }) as ElementImpl;
  return computeStyle(record, target, pseudo === undefined || pseudo === null ? "" : String(pseudo));
}
