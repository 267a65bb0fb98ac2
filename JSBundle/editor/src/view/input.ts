import { Block } from "../model";
import { backspace, Command, deleteForward, deleteSelection, enter, insertText, Selection as ModelSelection } from "../state";
import { CompositionAction, CompositionMachine } from "./composition";

/** What the events of the page are turned into. The view is one. */
export interface InputTarget {
  readonly isEditable: boolean;
  /** The block the caret is in. */
  readonly caretBlock: Block;
  readonly isCaret: boolean;
  /** Takes over what the page has selected, which may be newer than the last `selectionchange` said. */
  adoptPageSelection(): void;
  /** Selects what a range of the page covers; false when that is not in the editor. */
  select(range: AbstractRange): boolean;
  selectAll(): void;
  /** Runs commands one after the other and shows the outcome once. */
  run(...commands: readonly Command[]): void;
  /** Takes over what the browser wrote into a block by itself. */
  readBack(blockID: string): void;
  /** Looks at what is shown and takes over, or undoes, what the browser changed by itself. */
  reconcile(): void;
  setChecked(checkbox: EventTarget, checked: boolean): void;
  /** Runs the callback once the page has finished what it does, in a task of its own. */
  later(callback: () => void): void;
  /** An input that the editor has no use for was stopped. */
  ignored(inputType: string): void;
}

/** Composition events of a browser that writes the text itself; they cannot be stopped. */
const compositionInputs: ReadonlySet<string> = new Set(["insertCompositionText", "deleteCompositionText"]);

/**
 * Listens to the editable element. What the editor understands is stopped before the browser changes the DOM and becomes a command;
 * composition is left to the browser and read back; whatever else changed the DOM is noticed afterwards.
 */
export class InputController {
  private readonly composition = new CompositionMachine();
  private readonly listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ["keydown", (event) => this.keydown(event as KeyboardEvent)],
    ["beforeinput", (event) => this.beforeInput(event as InputEvent)],
    ["input", (event) => this.input(event as InputEvent)],
    ["compositionstart", () => this.compositionStart()],
    ["compositionend", () => this.perform(this.composition.end())],
    ["blur", () => this.perform(this.composition.interrupt())],
    ["change", (event) => this.change(event)],
    ["dragstart", (event) => event.preventDefault()],
  ];

  constructor(
    private readonly element: HTMLElement,
    private readonly target: InputTarget,
  ) {
    for (const [name, listener] of this.listeners) element.addEventListener(name, listener);
  }

  /** The block that the browser is writing in. */
  get protectedBlock(): string | undefined {
    return this.composition.protectedBlock;
  }

  get isComposing(): boolean {
    return this.composition.state.type === "composing";
  }

  /** Takes over what a finished composition left, so that the document is up to date. */
  settle(): void {
    this.perform(this.composition.settle());
  }

  /** Ends whatever composition is going on and takes over its text. */
  interrupt(): void {
    this.perform(this.composition.interrupt());
  }

  remove(): void {
    for (const [name, listener] of this.listeners) this.element.removeEventListener(name, listener);
  }

  private keydown(event: KeyboardEvent): void {
    if (this.isComposing || event.isComposing || event.keyCode === imeKeyCode) return;
    this.settle();
    if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === "a") {
      // The browser could only select what is in the DOM.
      event.preventDefault();
      this.target.selectAll();
      return;
    }
    if (!this.target.isEditable || event.key !== "Backspace" || event.metaKey || event.ctrlKey || event.altKey) return;
    this.target.adoptPageSelection();
    // WebKit deletes an empty block without asking: there is an input event and no beforeinput.
    if (!this.target.isCaret || this.target.caretBlock.length > 0) return;
    event.preventDefault();
    this.target.run(backspace);
  }

  private beforeInput(event: InputEvent): void {
    if (isFormControl(event.target)) return;
    const { inputType } = event;
    if (!this.target.isEditable) {
      event.preventDefault();
      return;
    }
    if (compositionInputs.has(inputType)) {
      if (!this.isComposing && inputType === "insertCompositionText") this.compositionStart();
      return;
    }
    if (this.isComposing && (event.isComposing || inputType === "insertFromComposition")) return;
    this.settle();
    this.target.adoptPageSelection();
    event.preventDefault();
    this.execute(event);
  }

  private execute(event: InputEvent): void {
    const { target } = this;
    switch (event.inputType) {
      case "insertText":
      case "insertFromComposition":
      case "insertFromYank":
      case "insertTranspose":
        this.insert(textOf(event));
        break;
      case "insertReplacementText":
        this.selectTargetRange(event);
        this.insert(textOf(event));
        break;
      case "insertFromPaste":
      case "insertFromPasteAsQuotation":
      case "insertFromDrop":
        this.insert(textOf(event));
        break;
      case "insertParagraph":
        target.run(enter);
        break;
      case "insertLineBreak":
        target.run(insertText("\n"));
        break;
      case "deleteContentBackward":
        target.run(backspace);
        break;
      case "deleteContentForward":
        target.run(deleteForward);
        break;
      case "deleteContent":
      case "deleteByCut":
      case "deleteByDrag":
      case "deleteByComposition":
        target.run(deleteSelection);
        break;
      case "deleteWordBackward":
      case "deleteSoftLineBackward":
      case "deleteHardLineBackward":
      case "deleteWordForward":
      case "deleteSoftLineForward":
      case "deleteHardLineForward":
      case "deleteEntireSoftLine":
        this.deleteStretch(event);
        break;
      default:
        // Formatting, history and lists come as commands of their own; the browser must not do them behind the editor's back.
        target.ignored(event.inputType);
    }
  }

  /** Words and lines are the browser's to know; it says what it would delete. */
  private deleteStretch(event: InputEvent): void {
    if (this.target.isCaret) this.selectTargetRange(event);
    if (!this.target.isCaret) this.target.run(deleteSelection);
    else this.target.run(event.inputType.endsWith("Forward") ? deleteForward : backspace);
  }

  private selectTargetRange(event: InputEvent): void {
    const [range] = typeof event.getTargetRanges === "function" ? event.getTargetRanges() : [];
    if (range !== undefined) this.target.select(range);
  }

  /** Puts text in; outside code each line of it becomes a block. */
  private insert(text: string): void {
    if (text === "") return;
    const { type } = this.target.caretBlock;
    if (type === "codeBlock" || type === "tableCell" || !/[\r\n]/.test(text)) {
      this.target.run(insertText(text));
      return;
    }
    const commands: Command[] = [];
    text.split(/\r\n|\r|\n/).forEach((line, index) => {
      if (index > 0) commands.push(enter);
      if (line !== "") commands.push(insertText(line));
    });
    this.target.run(...commands);
  }

  private input(event: InputEvent): void {
    if (isFormControl(event.target) || this.composition.state.type !== "idle") return;
    this.target.reconcile();
  }

  private compositionStart(): void {
    if (!this.target.isEditable) return;
    this.settle();
    this.target.adoptPageSelection();
    this.perform(this.composition.start(this.target.caretBlock.id));
  }

  private change(event: Event): void {
    const { target } = event;
    if (!isFormControl(target) || target === null) return;
    const { checked } = target as HTMLInputElement;
    this.target.setChecked(target, checked);
  }

  private perform(actions: readonly CompositionAction[]): void {
    for (const action of actions) {
      if (action.type === "readBack") this.target.readBack(action.blockID);
      else this.target.later(() => this.settle());
    }
  }
}

/** The key code of a key that an input method has taken. */
const imeKeyCode = 229;

function textOf(event: InputEvent): string {
  return event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
}

function isFormControl(target: EventTarget | null): boolean {
  return target !== null && (target as Element).nodeName === "INPUT";
}

/** Selecting as a command, so that it can stand in a row of commands. */
export function selecting(selection: ModelSelection): Command {
  return (state) => {
    const made = state.transaction({ selection });
    return "ok" in made ? null : made;
  };
}
