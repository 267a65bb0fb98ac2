/**
 * What an input method is doing in the document. While it composes, the browser owns the text around the caret: nothing is prevented,
 * nothing is rendered there, and no change leaves the view. When it has ended, the text is read back once and becomes one change.
 */
export type CompositionState =
  | { readonly type: "idle" }
  /** The browser writes preedit text into this block. */
  | { readonly type: "composing"; readonly blockID: string }
  /** The composition is over; the text has not been read back. More input events of the same commit may follow. */
  | { readonly type: "committing"; readonly blockID: string };

export type CompositionAction =
  /** Read the block's text from the DOM and turn the difference into a change. */
  | { readonly type: "readBack"; readonly blockID: string }
  /** Read back in a task of its own, when the browser has finished. */
  | { readonly type: "scheduleReadBack" };

/** Inputs are the events of the page, outputs what the view has to do. Holds no DOM. */
export class CompositionMachine {
  private current: CompositionState = { type: "idle" };

  get state(): CompositionState {
    return this.current;
  }

  /** The block that must not be rendered, because the browser is writing in it. */
  get protectedBlock(): string | undefined {
    return this.current.type === "idle" ? undefined : this.current.blockID;
  }

  /** `compositionstart` with the caret in a block. */
  start(blockID: string): CompositionAction[] {
    const { current } = this;
    this.current = { type: "composing", blockID };
    // A composition that never said its end, or one that starts before the last was read back.
    if (current.type !== "idle" && current.blockID !== blockID) return [{ type: "readBack", blockID: current.blockID }];
    return [];
  }

  /** `compositionend`. A second one for the same commit is nothing new. */
  end(): CompositionAction[] {
    if (this.current.type !== "composing") return [];
    this.current = { type: "committing", blockID: this.current.blockID };
    return [{ type: "scheduleReadBack" }];
  }

  /** The scheduled time for reading back has come, or something else needs the document to be up to date now. */
  settle(): CompositionAction[] {
    if (this.current.type !== "committing") return [];
    const { blockID } = this.current;
    this.current = { type: "idle" };
    return [{ type: "readBack", blockID }];
  }

  /** The view loses the focus or goes away: what stands in the text is the text. */
  interrupt(): CompositionAction[] {
    if (this.current.type === "idle") return [];
    const { blockID } = this.current;
    this.current = { type: "idle" };
    return [{ type: "readBack", blockID }];
  }
}
