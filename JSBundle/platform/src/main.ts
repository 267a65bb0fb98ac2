import type { Host } from "./host";
import type { Platform } from "./platform";
import { openPage } from "./page";
import { installBuffer } from "./library-globals";
import { setHost } from "./runtime-state";

/** Makes the platform of one virtual machine. */
export default function create(host: Host): Platform {
  setHost(host);
  installBuffer(globalThis as unknown as Record<string, unknown>);
  return { openPage };
}
