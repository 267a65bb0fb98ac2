// `performance`: the host's monotonic clock, with marks and measures.

import { registerPlatformClasses } from "./platform-objects";
import DOMException = require("domexception/webidl2js-wrapper");
import { host } from "./runtime-state";
import { constructorOf } from "./window/interfaces";
import type { WindowRecord } from "./window/window-record";
import { clockStart, windowNow } from "./clock";
import { cloneInWindow } from "./structured-clone/window-clone";

interface MeasureOptions {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly duration?: unknown;
  readonly detail?: unknown;
}

export function makePerformance(record: WindowRecord) {
  const guard = Symbol("made by the platform");
  const entries: PerformanceEntry[] = [];

  class PerformanceEntry {
    readonly #name: string;
    readonly #type: string;
    readonly #start: number;
    readonly #duration: number;
    constructor(key: unknown, name: string, type: string, start: number, duration: number) {
      if (key !== guard) throw new record.TypeError("Illegal constructor");
      [this.#name, this.#type, this.#start, this.#duration] = [name, type, start, duration];
    }
    get name() { return this.#name; }
    get entryType() { return this.#type; }
    get startTime() { return this.#start; }
    get duration() { return this.#duration; }
    toJSON(): object {
      return Object.assign(new record.Object(), {
        name: this.#name, entryType: this.#type, startTime: this.#start, duration: this.#duration,
      });
    }
  }

  class PerformanceMark extends PerformanceEntry {
    readonly #detail: unknown;
    constructor(name: unknown, options: { startTime?: unknown; detail?: unknown } = {}) {
      const start = options.startTime === undefined ? windowNow(record) : Number(options.startTime);
      if (!(start >= 0)) throw new record.TypeError("startTime cannot be negative");
      super(guard, String(name), "mark", start, 0);
      this.#detail = options.detail == null ? null : cloneInWindow(record, options.detail);
    }
    get detail() { return this.#detail; }
  }

  class PerformanceMeasure extends PerformanceEntry {
    readonly #detail: unknown;
    constructor(key: unknown, name: string, start: number, end: number, detail: unknown) {
      super(key, name, "measure", start, end - start);
      this.#detail = detail;
    }
    get detail() { return this.#detail; }
  }

  const add = <T extends PerformanceEntry>(entry: T): T => {
    let index = entries.length;
    while (index > 0 && entries[index - 1]!.startTime > entry.startTime) index--;
    entries.splice(index, 0, entry);
    return entry;
  };
  const list = (matches: (entry: PerformanceEntry) => boolean) => record.Array.from(entries.filter(matches));
  const remove = (type: string, name: unknown) => {
    for (let index = entries.length - 1; index >= 0; index--) {
      const entry = entries[index]!;
      if (entry.entryType === type && (name === undefined || entry.name === String(name))) entries.splice(index, 1);
    }
  };
  const timeOf = (mark: unknown): number => {
    if (typeof mark === "number") return mark;
    const name = String(mark);
    for (let index = entries.length - 1; index >= 0; index--) {
      const entry = entries[index]!;
      if (entry.entryType === "mark" && entry.name === name) return entry.startTime;
    }
    throw DOMException.create(record, [`No mark named '${name}' exists`, "SyntaxError"]);
  };

  const Base = constructorOf(record, "EventTarget") as unknown as new () => object;
  class Performance extends Base {
    constructor(key?: unknown) {
      if (key !== guard) throw new record.TypeError("Illegal constructor");
      super();
    }
    get timeOrigin() { return host().timeOrigin + clockStart(record); }
    now() { return windowNow(record); }
    mark(name: unknown, options?: object) {
      return add(new PerformanceMark(name, options));
    }
    measure(name: unknown, startOrOptions?: unknown, endMark?: unknown) {
      let [start, end, detail]: [number, number, unknown] = [0, 0, null];
      if (typeof startOrOptions === "object" && startOrOptions !== null) {
        const options = startOrOptions as MeasureOptions;
        const duration = options.duration === undefined ? undefined : Number(options.duration);
        end = options.end !== undefined ? timeOf(options.end)
          : options.start !== undefined && duration !== undefined ? timeOf(options.start) + duration : windowNow(record);
        start = options.start !== undefined ? timeOf(options.start) : duration !== undefined ? end - duration : 0;
        detail = options.detail == null ? null : cloneInWindow(record, options.detail);
      } else {
        end = endMark === undefined ? windowNow(record) : timeOf(endMark);
        start = startOrOptions === undefined ? 0 : timeOf(startOrOptions);
      }
      return add(new PerformanceMeasure(guard, String(name), start, end, detail));
    }
    clearMarks(name?: unknown) { remove("mark", name); }
    clearMeasures(name?: unknown) { remove("measure", name); }
    getEntries() { return list(() => true); }
    getEntriesByType(type: unknown) { return list(entry => entry.entryType === String(type)); }
    getEntriesByName(name: unknown, type?: unknown) {
      return list(entry => entry.name === String(name) && (type === undefined || entry.entryType === String(type)));
    }
    toJSON(): object {
      return Object.assign(new record.Object(), { timeOrigin: this.timeOrigin });
    }
  }

  const interfaces = { Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure };
  registerPlatformClasses(interfaces);
  return { performance: new Performance(guard), interfaces };
}

