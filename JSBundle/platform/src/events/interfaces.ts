// Events jsdom lacks, as classes of the page's realm over the window's own Event. Their members are plain values.

import { constructorOf } from "../window/interfaces";
import type { WindowRecord } from "../window/window-record";

type Member = readonly [name: string, initial: unknown, required?: true];

const members: Readonly<Record<string, readonly Member[]>> = {
  PromiseRejectionEvent: [["promise", undefined, true], ["reason", undefined]],
  ClipboardEvent: [["clipboardData", null]],
  SubmitEvent: [["submitter", null]],
  BeforeUnloadEvent: [],
  TextEvent: [["data", ""]],
};

/** Base classes other than `Event`. */
const bases: Readonly<Record<string, string>> = { TextEvent: "UIEvent" };

/** Makes one event class in a window. */
export function makeEventInterface(record: WindowRecord, name: string): object {
  const Base = constructorOf(record, bases[name] ?? "Event") as unknown as new (type: string, init?: object) => object;
  const values = new WeakMap<object, ReadonlyMap<string, unknown>>();
  const list = members[name]!;
  const constructor = ({
    [name]: class extends Base {
      constructor(type: string, init: Record<string, unknown> = {}) {
        for (const [member, , required] of list) {
          if (required && !(member in init)) {
            throw new record.TypeError(`Member ${name}Init.${member} is required`);
          }
        }
        super(type, init);
        values.set(this, new Map(list.map(([member, initial]) => [member, init[member] ?? initial])));
      }
    },
  })[name]!;
  for (const [member] of list) {
    Object.defineProperty(constructor.prototype, member, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        const own = values.get(this);
        if (own === undefined) throw new record.TypeError(`The ${name}.${member} getter can only be used on instances of ${name}`);
        return own.get(member);
      },
    });
  }
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
  return constructor;
}
