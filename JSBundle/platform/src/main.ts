import type { Host } from "./host";
import type { Platform } from "./platform";
import { openPage } from "./page";
import { setHost } from "./runtime-state";

/** Makes the platform of one virtual machine. */
export default function create(host: Host): Platform {
  setHost(host);
  return { openPage };
}
