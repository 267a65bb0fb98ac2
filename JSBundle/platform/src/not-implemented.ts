import { host } from "./runtime-state";

/** A page used something that is named but does nothing here: said aloud, never swallowed. */
function notImplemented(feature: string): void {
  host().report({ kind: "not-implemented", level: "warn", text: `${feature} does nothing here` });
}

export = notImplemented;
