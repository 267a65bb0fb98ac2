/** Where in a script something happened. Lines and columns count from 1. */
export interface Place {
  readonly sourceURL: string;
  readonly line?: number;
  readonly column?: number;
}

interface EngineError {
  readonly stack?: unknown;
  readonly line?: unknown;
  readonly column?: unknown;
  readonly sourceURL?: unknown;
}

/** The text of an error's stack, if it has one. */
export function stackOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  try {
    const { stack } = error as EngineError;
    return typeof stack === "string" && stack !== "" ? visibleFrames(stack) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The first frame of an error that lies in a page's script. JavaScriptCore writes one frame per line, `name@url:line:column`;
 * syntax errors have no frames of their own, only the properties `sourceURL` and `line`.
 */
export function firstPlace(error: unknown): Place | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  try {
    const { stack, line, column, sourceURL } = error as EngineError;
    if (typeof sourceURL === "string" && typeof line === "number") {
      return typeof column === "number" ? { sourceURL, line, column } : { sourceURL, line };
    }
    return typeof stack === "string" ? placeInStack(stack) : undefined;
  } catch {
    return undefined;
  }
}

/** The first frame of a stack text that has an address: the platform's own frames have none. */
export function placeInStack(stack: string): Place | undefined {
  for (const frame of stack.split("\n")) {
    const place = parseFrame(frame);
    if (place !== undefined) return place;
  }
  return undefined;
}

function parseFrame(frame: string): Place | undefined {
  const match = /^(?:.*?@)?(.+?):(\d+)(?::(\d+))?$/.exec(frame);
  if (match === null) return undefined;
  const [, sourceURL, line, column] = match;
  return column === undefined
    ? { sourceURL: sourceURL!, line: Number(line) }
    : { sourceURL: sourceURL!, line: Number(line), column: Number(column) };
}

/** Frames of the platform itself have no address; they say nothing to a page's author. */
export function visibleFrames(stack: string): string {
  return stack.split("\n").filter(frame => /@.+:\d+(:\d+)?$/.test(frame) || /^.+:\d+:\d+$/.test(frame)).join("\n");
}
