import type MarkdownIt from "markdown-it";
import {
  Attributes,
  cutCode,
  embedCharacter,
  EmbedType,
  Mark,
  MarkType,
  noAttributes,
  noEmbeds,
  noMarks,
  normalizeMarks,
  PlacedEmbed,
} from "../model";
import { markdownParser } from "./parser";

/** The text of a block with what stands in it. */
export interface InlineContent {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly embeds: readonly PlacedEmbed[];
}

/** The comment that separates two pieces of inline source and stands for nothing itself. */
export const separator = "<!---->";

const special = /[\n&*_<[\\`~@]/;

/** Reads the inline source of one block. A line that ends softly becomes a space, a hard break a newline. */
export function parseInline(source: string, environment: MarkdownIt.Environment): InlineContent {
  if (!special.test(source)) return { text: source, marks: noMarks, embeds: noEmbeds };
  const parser = markdownParser();
  const tokens: MarkdownIt.Token[] = [];
  parser.inline.parse(source, parser, environment, tokens);
  const reader = new TokenReader();
  for (const token of tokens) reader.read(token);
  return reader.finish();
}

/** Reads inline source for its text and the places in it where the source goes on in another line. */
export function readSoftBreaks(source: string): { readonly text: string; readonly offsets: readonly number[] } {
  const parser = markdownParser();
  const tokens: MarkdownIt.Token[] = [];
  parser.inline.parse(source, parser, {}, tokens);
  const reader = new TokenReader();
  for (const token of tokens) reader.read(token);
  return { text: reader.finish().text, offsets: reader.softBreaks };
}

interface OpenMark {
  readonly type: MarkType;
  readonly start: number;
  readonly attributes: Attributes;
}

const openers: { readonly [token: string]: MarkType } = {
  strong_open: "bold",
  em_open: "italic",
  s_open: "strike",
  link_open: "link",
};

class TokenReader {
  private text = "";
  private readonly marks: Mark[] = [];
  private readonly embeds: PlacedEmbed[] = [];
  private readonly open: OpenMark[] = [];
  readonly softBreaks: number[] = [];

  read(token: MarkdownIt.Token): void {
    switch (token.type) {
      case "text":
        this.text += token.content.includes("\r") ? token.content.replace(/\r\n?/g, "\n") : token.content;
        return;
      case "softbreak":
        this.softBreaks.push(this.text.length);
        this.text += " ";
        return;
      case "hardbreak":
        this.text += "\n";
        return;
      case "code_inline": {
        const start = this.text.length;
        this.text += token.content;
        this.marks.push({ type: "code", start, end: this.text.length, attributes: noAttributes });
        return;
      }
      case "html_inline":
        if (token.content === separator) return;
        if (/^<br\s*\/?>$/i.test(token.content)) this.text += "\n";
        else this.embed("raw", { source: token.content.replace(/\n/g, " ") });
        return;
      case "image":
        this.embed("image", imageAttributes(token));
        return;
      case "mention":
        this.embed("mention", { id: token.info, label: token.content });
        return;
      default:
        this.readSpan(token);
    }
  }

  private readSpan(token: MarkdownIt.Token): void {
    if (token.nesting > 0) {
      const type = openers[token.type];
      const attributes = type === "link" ? linkAttributes(token) : noAttributes;
      this.open.push({ type, start: this.text.length, attributes });
    } else {
      const opened = this.open.pop();
      if (opened !== undefined) this.marks.push({ ...opened, end: this.text.length });
    }
  }

  private embed(type: EmbedType, attributes: Attributes): void {
    this.embeds.push({ offset: this.text.length, type, attributes });
    this.text += embedCharacter;
  }

  finish(): InlineContent {
    // An outer span of the same type gives way to the inner one, so the spans go in from the outside.
    const marks = this.marks.sort((left, right) => left.start - right.start || right.end - left.end);
    return {
      text: this.text,
      marks: cutCode(normalizeMarks(marks), this.text),
      embeds: this.embeds.length === 0 ? noEmbeds : this.embeds,
    };
  }
}

function attribute(token: MarkdownIt.Token, name: string): string | undefined {
  return token.attrs?.find((entry) => entry[0] === name)?.[1];
}

function linkAttributes(token: MarkdownIt.Token): Attributes {
  const href = attribute(token, "href") ?? "";
  const title = attribute(token, "title");
  return title === undefined || title === "" ? { href } : { href, title };
}

function imageAttributes(token: MarkdownIt.Token): Attributes {
  const alt = plainText(token.children ?? []);
  const title = attribute(token, "title");
  return {
    src: attribute(token, "src") ?? "",
    ...(alt === "" ? {} : { alt }),
    ...(title === undefined || title === "" ? {} : { title }),
  };
}

/** What is read of the description of an image, styles aside. */
function plainText(tokens: readonly MarkdownIt.Token[]): string {
  let text = "";
  for (const token of tokens) {
    if (token.type === "softbreak") text += " ";
    else if (token.type === "hardbreak") text += "\n";
    else if (token.type === "image") text += plainText(token.children ?? []);
    else if (token.type === "html_inline") text += token.content === separator ? "" : token.content;
    else text += token.content;
  }
  return text;
}
