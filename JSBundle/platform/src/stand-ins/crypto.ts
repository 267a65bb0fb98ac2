import { host } from "../runtime-state";

/** Fills a view with random values from the host. */
export function randomFillSync(view: ArrayBufferView): ArrayBufferView {
  host().fillRandom(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return view;
}
