import type { InputDriver as Contract } from "../platform";
import type { WindowRecord } from "../window/window-record";
import { pressKey } from "./keyboard";

/** A person at the keyboard of a page: acts in the frame that has the focus. */
export class InputDriver implements Contract {
  readonly #window: () => WindowRecord;

  constructor(window: () => WindowRecord) {
    this.#window = window;
  }

  type(text: string): void {
    for (const character of text.replaceAll("\r\n", "\n")) {
      pressKey(this.#window(), character === "\n" || character === "\r" ? "Enter" : character === "\t" ? "Tab" : character);
    }
  }

  press(key: string, modifiers: { shift?: boolean; control?: boolean; alt?: boolean; meta?: boolean } = {}): void {
    pressKey(this.#window(), key, modifiers);
  }
}
