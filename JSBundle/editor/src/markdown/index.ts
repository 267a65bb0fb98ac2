/** Markdown in and out. In the order to read them: */
export { TextEncodingError, decodeUTF8, encodeUTF8 } from "./utf8";
export type { ParsedMarkdown } from "./parse";
export { parseMarkdown } from "./parse";
export type { ItemStyle, Segment, SourceFields } from "./source";
export { MarkdownSource } from "./source";
export { serializeMarkdown } from "./write";
