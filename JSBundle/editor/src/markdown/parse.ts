import MarkdownIt from "markdown-it";
import {
  Attributes,
  Block,
  BlockDocument,
  BlockType,
  IdentifierGenerator,
  noAttributes,
  noEmbeds,
  noMarks,
} from "../model";
import { InlineContent, parseInline } from "./inline";
import { frontMatterLines, SourceLines } from "./lines";
import { ItemMeta, markdownParser, maximumLevel } from "./parser";
import { ItemStyle, MarkdownSource, Segment } from "./source";
import { RowMeta, TableMeta } from "./table-rule";
import { emptyParagraph } from "./write-block";

/** A document read from Markdown, and the source it goes on to be written with. */
export interface ParsedMarkdown {
  readonly document: BlockDocument;
  readonly source: MarkdownSource;
}


const embedComment = /^<!-- embed (\{.*\}) -->$/;

/**
 * Reads a document from Markdown.
 *
 * CommonMark with tables, strikethrough, task lists and mentions; what the model has no form for becomes a raw block or
 * a raw embed with its source. Every text is a document: there is nothing to fail on. Time is linear in the text.
 */
export function parseMarkdown(text: string, makeIdentifier: IdentifierGenerator): ParsedMarkdown {
  return new DocumentReader(text, makeIdentifier).read();
}

/** The blocks at the top of the text, as the parser's tokens. */
interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly tokens: MarkdownIt.Token[];
}

class DocumentReader {
  private readonly lines: SourceLines;
  private readonly environment: MarkdownIt.Environment = {};
  private readonly blocks: Block[] = [];
  private readonly styles = new Map<number, ItemStyle>();
  /** The line each segment begins on, the line after it, and its blocks. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly firsts: number[] = [];
  private readonly openSegments = new Set<number>();

  constructor(
    private readonly text: string,
    private readonly makeIdentifier: IdentifierGenerator,
  ) {
    this.lines = new SourceLines(text);
  }

  read(): ParsedMarkdown {
    const parser = markdownParser();
    const tokens: MarkdownIt.Token[] = [];
    const state = new parser.block.State(this.lines.normalized, parser, this.environment, tokens);
    const rules = parser.block.ruler.getRules("");
    let line = this.readFrontMatter();
    // Definitions apply to the whole text, also before them: with any in sight, content is read in a second pass.
    const later: Chunk[] | undefined = this.lines.normalized.includes("]:") ? [] : undefined;
    for (line = state.skipEmptyLines(line); line < state.lineMax; line = state.skipEmptyLines(state.line)) {
      state.line = line;
      rules.some((rule) => rule(state, line, state.lineMax, false));
      const chunk: Chunk = { from: line, to: state.line, tokens: tokens.splice(0, tokens.length) };
      if (later === undefined) this.readChunk(chunk);
      else later.push(chunk);
    }
    later?.forEach((chunk) => this.readChunk(chunk));
    return this.finish();
  }

  /** Keeps metadata at the start of the text as it is; answers the line after it. */
  private readFrontMatter(): number {
    const end = frontMatterLines(this.lines);
    if (end > 0) this.add("raw", 0, 0, end, { source: this.lines.slice(0, end), kind: "frontMatter" });
    return end;
  }

  private readChunk(chunk: Chunk): void {
    const { tokens, from, to } = chunk;
    const tooDeep = tokens.some((token) => token.level >= maximumLevel - 2);
    if (tooDeep) this.add("raw", 0, from, to, { source: this.lines.slice(from, to), kind: "nested" });
    else this.readFlow(tokens, 0, tokens.length, 0);
  }

  /** Reads the blocks of one container. */
  private readFlow(tokens: readonly MarkdownIt.Token[], from: number, to: number, depth: number): void {
    for (let at = from; at < to; at++) {
      const token = tokens[at];
      const [line, end] = token.map ?? [0, 0];
      switch (token.type) {
        case "paragraph_open":
          this.readParagraph(tokens[at + 1].content, line, end, depth);
          at += 2;
          break;
        case "heading_open": {
          const level = Number(token.tag.slice(1));
          this.addInline("heading", depth, line, end, { level }, tokens[at + 1].content);
          at += 2;
          break;
        }
        case "fence":
        case "code_block": {
          const language = markdownParser().utils.unescapeAll(token.info).trim();
          const text = token.content.endsWith("\n") ? token.content.slice(0, -1) : token.content;
          this.add("codeBlock", depth, line, end, language === "" ? noAttributes : { language }, { text });
          if (token.type === "fence") {
            const last = this.lines.line(end - 1);
            if (!closesFence(last, end - 1 - line, token.markup)) this.leaveOpen();
          }
          break;
        }
        case "hr":
          this.add("divider", depth, line, end);
          break;
        case "html_block":
          this.readHTML(token.content, line, end, depth);
          break;
        case "raw":
          this.add("raw", depth, line, end, { source: unindented(token.content), kind: token.info });
          break;
        case "table_open":
          at = this.readTable(tokens, at, depth);
          break;
        case "blockquote_open":
        case "bullet_list_open":
        case "ordered_list_open": {
          const close = closing(tokens, at);
          if (token.type === "blockquote_open") this.readContainer(tokens, at, close, depth, "quote", noAttributes);
          else this.readList(tokens, at, close, depth);
          at = close;
          break;
        }
      }
    }
  }

  private readParagraph(source: string, line: number, end: number, depth: number): void {
    const content = parseInline(source, this.environment);
    const [embed] = content.embeds;
    const alone = content.text.length === 1 && content.marks.length === 0 && !source.endsWith("-->");
    if (alone && embed !== undefined && embed.type === "image") {
      this.add("image", depth, line, end, embed.attributes);
    } else {
      this.add("paragraph", depth, line, end, noAttributes, content);
    }
  }

  private readHTML(content: string, line: number, end: number, depth: number): void {
    const source = content.endsWith("\n") ? content.slice(0, -1) : content;
    if (source === emptyParagraph) {
      this.add("paragraph", depth, line, end);
      return;
    }
    const match = embedComment.exec(source);
    const attributes = match === null ? undefined : readAttributes(match[1]);
    if (attributes !== undefined) this.add("embed", depth, line, end, attributes);
    else this.add("raw", depth, line, end, { source: unindented(source), kind: "html" });
    if (isOpenHTML(source)) this.leaveOpen();
  }

  /** Notes that the block read last is not closed. */
  private leaveOpen(): void {
    this.openSegments.add(this.starts.length - 1);
  }

  private readList(tokens: readonly MarkdownIt.Token[], open: number, close: number, depth: number): void {
    const ordered = tokens[open].type === "ordered_list_open";
    const before = this.lastSibling(depth);
    for (let at = open + 1; at < close; at++) {
      const itemClose = closing(tokens, at);
      const first = at === open + 1;
      const prefix = this.prefixOf(tokens[at]);
      const number = /(\d+)[.)][ \t]*$/.exec(prefix)?.[1];
      let attributes = noAttributes;
      if (ordered && first && number !== undefined && (number !== "1" || before === "orderedItem")) {
        attributes = { start: Number(number) };
      }
      this.readContainer(tokens, at, itemClose, depth, ordered ? "orderedItem" : "bulletItem", attributes, prefix);
      at = itemClose;
    }
  }

  /** The type of the block before the place where the next block of this depth goes, in the same container. */
  private lastSibling(depth: number): BlockType | undefined {
    for (let index = this.blocks.length - 1; index >= 0; index--) {
      if (this.blocks[index].depth < depth) return undefined;
      if (this.blocks[index].depth === depth) return this.blocks[index].type;
    }
    return undefined;
  }

  /** Everything on an item's first line before its content. */
  private prefixOf(item: MarkdownIt.Token): string {
    const line = item.map?.[0] ?? 0;
    const meta = item.meta as ItemMeta | null;
    const length = meta === null ? Infinity : meta.contentStart - this.lines.normalizedStart(line);
    return this.lines.line(line).slice(0, length);
  }

  /** Reads a quote or an item: its first paragraph is its own text, the rest is nested in it. */
  private readContainer(
    tokens: readonly MarkdownIt.Token[],
    open: number,
    close: number,
    depth: number,
    type: "quote" | "bulletItem" | "orderedItem",
    attributes: Attributes,
    prefix?: string,
  ): void {
    const token = tokens[open];
    const line = token.map?.[0] ?? 0;
    const first = tokens[open + 1];
    let content: string | undefined;
    let end = line + 1;
    let rest = open + 1;
    if (first.type === "paragraph_open") {
      content = tokens[open + 2].content;
      end = first.map?.[1] ?? end;
      rest = open + 4;
    } else if (first.type === "html_block" && first.content.trimEnd() === emptyParagraph) {
      end = first.map?.[1] ?? end;
      rest = open + 2;
    }
    const task = type === "quote" || content === undefined ? null : /^\[([ xX])\](?:\s+|$)/.exec(content);
    const index = this.blocks.length;
    if (task !== null && content !== undefined) {
      this.addInline("taskItem", depth, line, end, { checked: task[1] !== " " }, content.slice(task[0].length));
    } else if (content !== undefined) {
      this.addInline(type, depth, line, end, attributes, content);
    } else {
      this.add(type, depth, line, end, attributes);
    }
    if (prefix !== undefined) {
      const indent = (token.meta as ItemMeta | null)?.indent ?? -1;
      this.styles.set(index, { prefix, indent });
    }
    this.readFlow(tokens, rest, close, depth + 1);
  }

  private readTable(tokens: readonly MarkdownIt.Token[], open: number, depth: number): number {
    const { alignment } = tokens[open].meta as TableMeta;
    const line = tokens[open].map?.[0] ?? 0;
    const aligned = alignment.some((column) => column !== "none");
    this.add("table", depth, line, line + 2, aligned ? { alignment: [...alignment] } : noAttributes);
    let row = line;
    let at = open + 1;
    for (; tokens[at].type !== "table_close"; at++) {
      const token = tokens[at];
      if (token.type === "tr_open") {
        row = (token.meta as RowMeta).line;
        this.add("tableRow", depth + 1, row, row + 1);
      } else if (token.type === "inline") {
        this.addInline("tableCell", depth + 2, row, row + 1, noAttributes, token.content);
      }
    }
    return at;
  }

  private addInline(
    type: BlockType,
    depth: number,
    line: number,
    end: number,
    attributes: Attributes,
    source: string,
  ): void {
    this.add(type, depth, line, end, attributes, parseInline(source, this.environment));
  }

  private add(
    type: BlockType,
    depth: number,
    line: number,
    end: number,
    attributes: Attributes = noAttributes,
    content: Partial<InlineContent> = {},
  ): void {
    const last = this.starts.length - 1;
    if (last >= 0 && this.starts[last] >= line) {
      this.ends[last] = Math.max(this.ends[last], end);
    } else {
      this.starts.push(line);
      this.ends.push(end);
      this.firsts.push(this.blocks.length);
    }
    const { text = "", marks = noMarks, embeds = noEmbeds } = content;
    this.blocks.push(new Block(this.makeIdentifier(), type, depth, attributes, text, marks, embeds));
  }

  private finish(): ParsedMarkdown {
    const { lines, starts, text } = this;
    if (this.blocks.length === 0) {
      // A text without blocks is a document with one empty paragraph, which stands after all that is there.
      const document = BlockDocument.of([new Block(this.makeIdentifier(), "paragraph")]);
      const segment = { first: 0, count: 1, start: text.length, end: text.length, next: text.length, open: false };
      const fields = { text, segments: [segment], styles: this.styles, definitions: false };
      return { document, source: new MarkdownSource(document, fields) };
    }
    const segments: Segment[] = starts.map((start, number) => {
      const first = this.firsts[number];
      const isLast = number + 1 === starts.length;
      return {
        first,
        count: (isLast ? this.blocks.length : this.firsts[number + 1]) - first,
        start: lines.start(start),
        end: lines.end(Math.max(start, this.ends[number] - 1)),
        next: isLast ? text.length : lines.start(starts[number + 1]),
        open: this.openSegments.has(number),
      };
    });
    const document = BlockDocument.of(this.blocks);
    const definitions = this.environment.references !== undefined;
    return { document, source: new MarkdownSource(document, { text, segments, styles: this.styles, definitions }) };
  }
}

/** Source whose first line starts at the edge, so that it can stand anywhere. */
function unindented(source: string): string {
  return source.replace(/^ {1,3}/, "");
}

/** The index of the token that closes the one at an index. */
function closing(tokens: readonly MarkdownIt.Token[], open: number): number {
  const { level } = tokens[open];
  let at = open + 1;
  while (tokens[at].level !== level || tokens[at].nesting >= 0) at++;
  return at;
}

/** Whether the last line of a fenced block, so many lines after the first, closes it. */
function closesFence(line: string, after: number, markup: string): boolean {
  const last = /([`~]+)\s*$/.exec(line)?.[1] ?? "";
  return after > 0 && last.length >= markup.length && last[0] === markup[0];
}

const htmlEnds: readonly [RegExp, RegExp][] = [
  [/^<(?:script|pre|style)/i, /<\/(?:script|pre|style)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Z]/, />/],
];

/** Whether a block of HTML goes on to a mark that is not there, instead of to an empty line. */
function isOpenHTML(source: string): boolean {
  const content = source.trimStart();
  const rule = htmlEnds.find(([start]) => start.test(content));
  return rule !== undefined && !rule[1].test(content);
}

function readAttributes(json: string): Attributes | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const valid = typeof value === "object" && value !== null && !Array.isArray(value);
    return valid && Object.values(value as object).every((entry) => entry !== null) ? (value as Attributes) : undefined;
  } catch {
    return undefined;
  }
}
