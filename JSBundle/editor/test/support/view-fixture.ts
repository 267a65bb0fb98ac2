import { Block, BlockDocument, BlockType, seededIdentifiers } from "../../src/model";
import { EditorState } from "../../src/state";
import { EditorView } from "../../src/view";
import { DocumentOperation } from "../../src/transform";

/** A view in a document of its test, with frames and tasks that the test moves. */
export interface ViewFixture {
  readonly view: EditorView;
  readonly scroller: HTMLElement;
  readonly operations: DocumentOperation[];
  readonly ignored: string[];
  /** Runs what the view left for a later task or the next frame. */
  runTasks(): void;
}

let shown: ViewFixture | undefined;

/** Shows blocks. What the last test showed is taken away. */
export function show(blocks: readonly Block[], editable = true): ViewFixture {
  hide();
  const scroller = document.createElement("div");
  document.body.append(scroller);
  const tasks: (() => void)[] = [];
  const operations: DocumentOperation[] = [];
  const ignored: string[] = [];
  const view = new EditorView({
    scroller,
    state: EditorState.create(BlockDocument.of(blocks)),
    editable,
    ports: {
      viewportHeight: () => 800,
      pageSelection: () => document.getSelection(),
      requestFrame: (callback) => tasks.push(callback),
      later: (callback) => tasks.push(callback),
    },
    makeIdentifier: seededIdentifiers(7),
    changed: (_state, made) => operations.push(...made),
    ignored: (inputType) => ignored.push(inputType),
  });
  const runTasks = (): void => {
    for (let round = 0; round < 20 && tasks.length > 0; round += 1) for (const task of tasks.splice(0)) task();
  };
  shown = { view, scroller, operations, ignored, runTasks };
  runTasks();
  return shown;
}

export function hide(): void {
  shown?.view.remove();
  shown?.scroller.remove();
  shown = undefined;
}

export function block(id: string, text = "", type: BlockType = "paragraph", attributes = {}, depth = 0): Block {
  return new Block(id, type, depth, attributes, text);
}

export function paragraphs(count: number): Block[] {
  return Array.from({ length: count }, (_, index) => block(`p${index}`, `Paragraph ${index}`));
}

export function element(id: string): HTMLElement {
  const found = document.querySelector(`[data-block="${id}"]`);
  if (found === null) throw new Error(`block ${id} is not in the DOM`);
  return found as HTMLElement;
}

/** The DOM without what only the view cares about. */
export function html(id: string): string {
  return element(id)
    .outerHTML.replace(/ (data-block|data-type|role|aria-level|aria-label|spellcheck|tabindex|contenteditable|title)="[^"]*"/g, "")
    .replace(/ (data-filler|data-content)=""/g, "");
}

/** Puts the page's caret, or a selection, into blocks, as a person's click does. */
export function select(view: EditorView, id: string, offset: number, headID = id, headOffset = offset): void {
  view.dom.focus();
  const anchor = textPlace(id, offset);
  const head = textPlace(headID, headOffset);
  document.getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, head.node, head.offset);
  document.dispatchEvent(new Event("selectionchange"));
}

/** Where a unit of a block's text is in the DOM, found without the view's help. */
export function textPlace(id: string, offset: number): { node: Node; offset: number } {
  const root = element(id);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let rest = offset;
  let last: Text | undefined;
  while (walker.nextNode()) {
    last = walker.currentNode as Text;
    if (rest <= last.data.length) return { node: last, offset: rest };
    rest -= last.data.length;
  }
  return last === undefined ? { node: root, offset: 0 } : { node: last, offset: last.data.length };
}

/** The events of one key, as a browser sends them; the default action is the browser's and does not happen here. */
export function key(view: EditorView, name: string, inputType: string, data: string | null = null): boolean {
  const down = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
  if (!view.dom.dispatchEvent(down)) return false;
  const before = new InputEvent("beforeinput", { inputType, data, bubbles: true, cancelable: true });
  const goesOn = view.dom.dispatchEvent(before);
  view.dom.dispatchEvent(new KeyboardEvent("keyup", { key: name, bubbles: true }));
  return goesOn;
}

export function type(view: EditorView, text: string): void {
  for (const character of text) key(view, character, "insertText", character);
}

export function enterKey(view: EditorView): void {
  key(view, "Enter", "insertParagraph");
}

export function backspaceKey(view: EditorView): void {
  key(view, "Backspace", "deleteContentBackward");
}

export function deleteKey(view: EditorView): void {
  key(view, "Delete", "deleteContentForward");
}

export function texts(view: EditorView): string[] {
  return [...view.state.document.blocks()].map((each) => each.text);
}

/** The page's selection as "block offset" or "block offset - block offset", read from the DOM. */
export function pageCaret(view: EditorView): string {
  const selection = document.getSelection();
  if (selection === null || selection.anchorNode === null || selection.focusNode === null) return "none";
  const place = (node: Node, offset: number): string => {
    let holder: Node | null = node;
    while (holder !== null && !(holder instanceof Element && holder.hasAttribute("data-block"))) holder = holder.parentNode;
    if (holder === null || !view.dom.contains(holder)) return "outside";
    const range = document.createRange();
    range.setStart(holder, 0);
    range.setEnd(node, offset);
    return `${(holder as Element).getAttribute("data-block") ?? ""} ${range.toString().length}`;
  };
  const anchor = place(selection.anchorNode, selection.anchorOffset);
  const head = place(selection.focusNode, selection.focusOffset);
  return anchor === head ? head : `${anchor} - ${head}`;
}
