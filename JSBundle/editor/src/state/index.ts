/** The editor at one moment, and what leads to the next. In the order to read them: */
export type { Selection } from "./selection";
export { caret, checkSelection, isCollapsed, orderedEnds } from "./selection";
export type { Annotations, Transaction, TransactionSpec } from "./transaction";
export { makeTransaction } from "./transaction";
export { EditorState } from "./editor-state";
export type { Command, CommandContext } from "./command";
export { enter, insertText } from "./insert-commands";
export { backspace, deleteForward, deleteSelection } from "./delete-commands";
export { nextGrapheme, previousGrapheme } from "./graphemes";
