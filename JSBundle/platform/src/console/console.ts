// A page's console: every call becomes one entry of the host, with its level, its text and the place of the call.

import type { ConsoleEntry } from "../host";
import { host } from "../runtime-state";
import { placeInStack, visibleFrames } from "../stack";
import { format, formatArguments } from "./format";

type Level = ConsoleEntry["level"];

/** The console object of one window, made of functions only. */
export function makeConsole(prototype: object): object {
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  let indentation = "";

  const say = (level: Level, text: string, stack = new Error().stack ?? "") => {
    const place = placeInStack(stack);
    host().report({
      kind: "console",
      level,
      text: indentation === "" ? text : indentation + text.replaceAll("\n", `\n${indentation}`),
      ...(place === undefined ? {} : place),
    });
  };
  const speaker = (level: Level) => (...values: unknown[]) => say(level, formatArguments(values));
  const labelled = (label: unknown) => label === undefined ? "default" : String(label);

  return Object.assign(Object.create(prototype) as object, {
    log: speaker("log"),
    info: speaker("info"),
    debug: speaker("debug"),
    warn: speaker("warn"),
    error: speaker("error"),
    dirxml: speaker("log"),
    dir: (value: unknown) => say("log", format(value)),
    table: (value: unknown) => say("log", format(value)),
    trace: (...values: unknown[]) => {
      const stack = new Error().stack ?? "";
      const frames = visibleFrames(stack);
      say("log", [values.length === 0 ? "Trace" : formatArguments(values), frames].join("\n"), stack);
    },
    assert: (condition: unknown, ...values: unknown[]) => {
      if (condition) return;
      say("error", values.length === 0 ? "Assertion failed" : `Assertion failed: ${formatArguments(values)}`);
    },
    clear: () => {
      indentation = "";
    },
    count: (label?: unknown) => {
      const name = labelled(label);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      say("log", `${name}: ${count}`);
    },
    countReset: (label?: unknown) => {
      counts.delete(labelled(label));
    },
    group: (...values: unknown[]) => {
      if (values.length > 0) say("log", formatArguments(values));
      indentation += "  ";
    },
    groupCollapsed: (...values: unknown[]) => {
      if (values.length > 0) say("log", formatArguments(values));
      indentation += "  ";
    },
    groupEnd: () => {
      indentation = indentation.slice(2);
    },
    time: (label?: unknown) => {
      const name = labelled(label);
      if (timers.has(name)) say("warn", `Timer "${name}" already exists`);
      else timers.set(name, host().now());
    },
    timeLog: (label?: unknown, ...values: unknown[]) => {
      const name = labelled(label);
      const started = timers.get(name);
      if (started === undefined) say("warn", `Timer "${name}" does not exist`);
      else say("log", [`${name}: ${(host().now() - started).toFixed(3)}ms`, formatArguments(values)].join(" ").trimEnd());
    },
    timeEnd: (label?: unknown) => {
      const name = labelled(label);
      const started = timers.get(name);
      if (started === undefined) say("warn", `Timer "${name}" does not exist`);
      else say("log", `${name}: ${(host().now() - started).toFixed(3)}ms`);
      timers.delete(name);
    },
  });
}
