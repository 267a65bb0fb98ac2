/** The editor in the DOM. */
export { EditorView } from "./editor-view";
export type { EditorViewOptions, ViewPorts } from "./editor-view";
export type { BlockRange } from "./ranges";
