import type { Host } from "./host";

let current: Host | undefined;

/** Called once, when the native side hands its host over. */
export function setHost(host: Host): void {
  current = host;
}

/** The native host this copy of the platform was made for. */
export function host(): Host {
  if (current === undefined) throw new Error("the platform has no host yet");
  return current;
}
