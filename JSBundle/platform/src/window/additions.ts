// What jsdom's interfaces lack and pages rely on, added to an interface's prototype once a window makes it.

import utils = require("jsdom/lib/jsdom/living/generated/utils");
import type { ElementImpl } from "../jsdom-types";
import { emptyRect, noRects } from "../geometry";
import { editingStateOf, setContentEditable } from "../editing/editable";
import { innerTextOf, setInnerText } from "../inner-text";
import { scrollPosition, scrollElement } from "../element-scrolling";
import { targetRangesOf } from "../input/target-ranges";
import type { PrototypeAddition } from "./interfaces";
import { installXPathMethods } from "./makers";
import type { WindowRecord } from "./window-record";

type Method = (record: WindowRecord, impl: ElementImpl, values: readonly unknown[]) => unknown;

function method(prototype: object, record: WindowRecord, name: string, body: Method, length = 0): void {
  const value = {
    [name](this: object, ...values: unknown[]) {
      return body(record, implOf(record, this, name), values);
    },
  }[name]!;
  Object.defineProperty(value, "length", { value: length, configurable: true });
  Object.defineProperty(prototype, name, { value, writable: true, enumerable: true, configurable: true });
}

function accessor(
  prototype: object, record: WindowRecord, name: string,
  get: (record: WindowRecord, impl: ElementImpl) => unknown,
  set?: (record: WindowRecord, impl: ElementImpl, value: unknown) => void,
): void {
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: object) {
      return get(record, implOf(record, this, name));
    },
    ...(set === undefined ? {} : {
      set(this: object, value: unknown) {
        set(record, implOf(record, this, name), value);
      },
    }),
  });
}

function implOf(record: WindowRecord, wrapper: unknown, name: string): ElementImpl {
  const impl = utils.isObject(wrapper) ? utils.implForWrapper(wrapper) : undefined;
  if (!impl) throw new record.TypeError(`${name} was used on an object of another kind`);
  return impl as ElementImpl;
}

export const additions: ReadonlyMap<string, PrototypeAddition[]> = new Map<string, PrototypeAddition[]>([
  ["Range", [(record, prototype) => {
    method(prototype, record, "getBoundingClientRect", emptyRect);
    method(prototype, record, "getClientRects", noRects);
  }]],
  ["Element", [(record, prototype) => {
    method(prototype, record, "getBoundingClientRect", emptyRect);
    method(prototype, record, "getClientRects", noRects);
    for (const [name, axis] of [["scrollLeft", "x"], ["scrollTop", "y"]] as const) {
      accessor(prototype, record, name, (_, impl) => scrollPosition(impl)[axis],
        (owner, impl, value) => scrollElement(owner, impl, { [axis]: value }));
    }
    const scrollTo: Method = (owner, impl, [first, second]) => scrollElement(owner, impl, position(first, second));
    method(prototype, record, "scrollTo", scrollTo);
    method(prototype, record, "scroll", scrollTo);
    method(prototype, record, "scrollBy", (owner, impl, [first, second]) => {
      const by = position(first, second);
      const now = scrollPosition(impl);
      scrollElement(owner, impl, { x: now.x + Number(by.x ?? 0), y: now.y + Number(by.y ?? 0) });
    });
    // Nothing is laid out, so everything is where it should scroll to.
    method(prototype, record, "scrollIntoView", () => undefined);
  }]],
  ["HTMLElement", [(record, prototype) => {
    accessor(prototype, record, "contentEditable", (_, impl) => editingStateOf(impl), setContentEditable);
    accessor(prototype, record, "isContentEditable", (_, impl) => editable(impl));
    accessor(prototype, record, "innerText", (_, impl) => innerTextOf(impl), (_, impl, value) => setInnerText(impl, value));
  }]],
  ["InputEvent", [(record, prototype) => {
    method(prototype, record, "getTargetRanges", (owner, impl) => owner.Array.from(targetRangesOf(impl)));
  }]],
  ["Document", [(record, prototype) => {
    for (const name of ["evaluate", "createExpression", "createNSResolver"]) {
      const value = function (this: object, ...values: unknown[]): unknown {
        // The real method takes this one's place.
        installXPathMethods(record);
        return Reflect.apply((prototype as Record<string, (...values: unknown[]) => unknown>)[name]!, this, values);
      };
      Object.defineProperty(prototype, name, { value, writable: true, enumerable: true, configurable: true });
    }
  }]],
]);

import { isEditable as editable } from "../editing/editable";

function position(first: unknown, second: unknown): { x?: unknown; y?: unknown } {
  if (typeof first !== "object" || first === null) return { x: first, y: second };
  const { left, top } = first as { left?: unknown; top?: unknown };
  return { ...(left === undefined ? {} : { x: left }), ...(top === undefined ? {} : { y: top }) };
}
