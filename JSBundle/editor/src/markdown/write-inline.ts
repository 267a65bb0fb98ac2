import { Attributes, Block, Mark, MarkType, PlacedEmbed } from "../model";
import {
  destination,
  entity,
  escapeLineStart,
  escapeText,
  isSpacing,
  kindOf,
  startsHTML,
  startsOther,
  TextPlace,
  title,
} from "./escape";
import { separator } from "./inline";
import { softBreak } from "./soft-breaks";

/** How the lines of a block's text may be made. */
export interface InlineOptions {
  /** Whether a line break may be an end of line; in headings and cells it may not. */
  readonly lines: boolean;
  /** Whether the text begins where a block could begin. */
  readonly blockStart: boolean;
  /** Whether there are definitions that text in brackets could refer to. */
  readonly definitions: boolean;
}

/** A piece of the output: text that may be written otherwise, a delimiter, or something that stays as it is. */
type Piece =
  | { readonly kind: "text"; source: string; readonly bracketed: boolean }
  | { readonly kind: "open" | "close"; readonly delimiter: string }
  | { readonly kind: "fixed"; readonly source: string };

/** Writes the text of a block with its marks and embeds; lines are separated by a newline character. */
export function writeInline(block: Block, options: InlineOptions): string {
  const { text, marks, embeds } = block;
  if (text === "") return "";
  const plain = marks.length === 0 && embeds.length === 0;
  const pieces = plain ? [textPiece(text)] : new PieceMaker(block, !options.lines).pieces;
  // Text in brackets is a link only with a target after it, or one that is defined elsewhere.
  const opens = options.definitions || /\][([:]/.test(text);
  return finishLines(joinPieces(pieces, options, opens), options);
}

function textPiece(source: string, bracketed: boolean = false): Piece {
  return { kind: "text", source, bracketed };
}

/** A mark that is open while pieces are made, and what closes it. */
interface OpenMark {
  readonly mark: Mark;
  readonly delimiter: string;
}

class PieceMaker {
  readonly pieces: Piece[] = [];
  private readonly open: OpenMark[] = [];
  private readonly embeds: ReadonlyMap<number, PlacedEmbed>;

  constructor(
    private readonly block: Block,
    private readonly inLine: boolean,
  ) {
    const { text, marks, embeds } = block;
    this.embeds = new Map(embeds.map((embed) => [embed.offset, embed]));
    const spans = joinStrongEmphasis(marks);
    const bounds = new Set<number>([0, text.length]);
    for (const { start, end } of spans) bounds.add(start).add(end);
    for (const { offset } of embeds) bounds.add(offset).add(offset + 1);
    const places = [...bounds].sort((left, right) => left - right);
    let active: Span[] = [];
    let next = 0;
    for (let at = 0; at + 1 < places.length; at++) {
      active = active.filter((span) => span.end > places[at]);
      while (next < spans.length && spans[next].start <= places[at]) active.push(spans[next++]);
      this.write(active, places[at], places[at + 1]);
    }
    this.closeDownTo(0);
  }

  private write(wanted: readonly Span[], start: number, end: number): void {
    const code = wanted.some((span) => span.type === "code");
    const styles = wanted.filter((span) => span.type !== "code");
    let keep = 0;
    while (keep < this.open.length && styles.includes(this.open[keep].mark as Span)) keep++;
    const autolink = this.autolink(styles, start, end, keep);
    this.closeDownTo(keep);
    if (autolink !== undefined) {
      this.pieces.push({ kind: "fixed", source: autolink });
      return;
    }
    const missing = styles.filter((span) => !this.open.some((opened) => opened.mark === span));
    missing.sort((left, right) => right.end - left.end || left.start - right.start || order(left) - order(right));
    for (const span of missing) this.openMark(span);
    this.content(start, end, code);
  }

  private content(start: number, end: number, code: boolean): void {
    const embed = this.embeds.get(start);
    if (embed !== undefined) {
      const source = embedSource(embed);
      this.pieces.push({ kind: "fixed", source });
      return;
    }
    const text = this.block.text.slice(start, end);
    if (code) {
      // In a table a pipe is escaped, and an escape before it cannot be; code with both is written in two spans.
      const spans = this.inLine ? text.split(/(?<=\\)(?=\|)/) : [text];
      for (const span of spans) this.pieces.push({ kind: "fixed", source: codeSpan(span) });
    }
    else this.pieces.push(textPiece(text, this.open.some((opened) => opened.mark.type === "link")));
  }

  /** A link whose text is its own address, as short as it can be written. */
  private autolink(styles: readonly Mark[], start: number, end: number, keep: number): string | undefined {
    const link = styles.find((span) => span.type === "link");
    if (link === undefined || styles.length !== keep + 1 || this.open.some((opened) => opened.mark === link)) {
      return undefined;
    }
    const address = this.block.text.slice(start, end);
    const whole = link.start === start && link.end === end && link.attributes.title === undefined;
    return whole && link.attributes.href === address && /^[a-z][a-z0-9+.-]{1,31}:[^\s<>&\\\x00-\x20]*$/i.test(address)
      ? `<${address}>`
      : undefined;
  }

  private openMark(span: Span): void {
    if (span.type === "link") {
      this.pieces.push({ kind: "fixed", source: "[" });
      this.open.push({ mark: span, delimiter: linkTail(span.attributes) });
      return;
    }
    const stars = this.open.some((opened) => opened.delimiter.startsWith("*"));
    const delimiter = span.type === "strike" ? "~~" : (stars ? "_" : "*").repeat(span.width);
    this.pieces.push({ kind: "open", delimiter });
    this.open.push({ mark: span, delimiter });
  }

  private closeDownTo(count: number): void {
    while (this.open.length > count) {
      const { mark, delimiter } = this.open.pop() as OpenMark;
      if (mark.type === "link") this.pieces.push({ kind: "fixed", source: delimiter });
      else this.pieces.push({ kind: "close", delimiter });
    }
  }
}

/** A mark with the number of characters its delimiter has. */
interface Span extends Mark {
  readonly width: number;
}

const widths: { readonly [type in MarkType]: number } = { link: 0, bold: 2, italic: 1, strike: 2, code: 0 };

function order(span: Span): number {
  return span.type === "link" ? 0 : 1;
}

/** Bold and italic over one and the same range become one span with three stars. */
function joinStrongEmphasis(marks: readonly Mark[]): Span[] {
  const rangesOf = (type: MarkType): Set<string> =>
    new Set(marks.filter((mark) => mark.type === type).map(({ start, end }) => `${start}-${end}`));
  const bold = rangesOf("bold");
  const italic = rangesOf("italic");
  const spans: Span[] = [];
  for (const mark of marks) {
    const range = `${mark.start}-${mark.end}`;
    if (mark.type === "italic" && bold.has(range)) continue;
    const both = mark.type === "bold" && italic.has(range);
    spans.push({ ...mark, width: both ? 3 : widths[mark.type] });
  }
  return spans;
}

function linkTail(attributes: Attributes): string {
  return `](${target(attributes.href, attributes.title)})`;
}

function target(address: unknown, name: unknown): string {
  const place = destination(String(address));
  return typeof name === "string" && name !== "" ? `${place} ${title(name)}` : place;
}

function embedSource({ type, attributes }: PlacedEmbed): string {
  switch (type) {
    case "mention":
      return `@[${bracketText(attributes.label)}](${destination(`mention:${String(attributes.id)}`)})`;
    case "image":
      return imageSource(attributes);
    case "raw":
      return String(attributes.source);
  }
}

/** Writes an image. */
export function imageSource(attributes: Attributes): string {
  return `![${bracketText(attributes.alt ?? "")}](${target(attributes.src, attributes.title)})`;
}

/** Text in brackets that has no styles; everything that could mean something is escaped. */
function bracketText(value: unknown): string {
  return String(value)
    .replace(/[\\`*_~[\]<>&!@]/g, "\\$&")
    .replace(/^\s|\s$|[\n\t]| (?= )/g, entity);
}

/** Writes code with as many backticks as it takes. */
function codeSpan(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = "`".repeat(length);
  const spaced = text.startsWith(" ") && text.endsWith(" ") && text.trim() !== "";
  const pad = text.startsWith("`") || text.endsWith("`") || spaced ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/**
 * Joins pieces so that every run of delimiters opens or closes what it is meant to. Where the characters around a run
 * do not allow that they are written as entities, which count as punctuation.
 */
function joinPieces(pieces: readonly Piece[], options: InlineOptions, opens: boolean): string {
  const encoded = encodedEdges(pieces);
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    const previous = pieces[at - 1];
    if (piece.kind === "text") {
      parts.push(writeText(pieces, at, encoded[at], options, opens));
      continue;
    }
    const turns = piece.kind === "open" && previous?.kind === "close";
    const joinsCode = piece.kind === "fixed" && previous?.kind === "fixed" && isCode(piece) && isCode(previous);
    // The parser takes a single tilde before two that close for a part of their run.
    const loneTilde = piece.kind === "close" && piece.delimiter === "~~" && sourceOf(previous).endsWith("~");
    if (turns || joinsCode || loneTilde) parts.push(separator);
    parts.push(piece.kind === "fixed" ? piece.source : piece.delimiter);
  }
  return parts.join("");
}

function isCode(piece: { readonly source: string }): boolean {
  return piece.source.startsWith("`");
}

/** Which edges of a text piece must be entities. */
interface Edges {
  first: boolean;
  last: boolean;
}

/** Decides about all edges together: an entity at one end of a short text can be what a run at its other end meets. */
function encodedEdges(pieces: readonly Piece[]): Edges[] {
  const edges = pieces.map((): Edges => ({ first: false, last: false }));
  for (let changed = true; changed; ) {
    changed = false;
    pieces.forEach((piece, at) => {
      if (piece.kind !== "text") return;
      const edge = edges[at];
      const before = { ...edge };
      edge.first = edge.first || needsEncoding(pieces, edges, at, -1);
      edge.last = edge.last || needsEncoding(pieces, edges, at, 1);
      if (firstCharacter(piece.source) === piece.source) edge.first = edge.last = edge.first || edge.last;
      changed = changed || edge.first !== before.first || edge.last !== before.last;
    });
  }
  return edges;
}

/** Whether the character of a text piece that stands next to a run of delimiters must be an entity. */
function needsEncoding(pieces: readonly Piece[], edges: readonly Edges[], at: number, side: -1 | 1): boolean {
  const piece = pieces[at];
  const run = runFrom(pieces, at + side, side);
  if (piece.kind !== "text" || run.length === 0) return false;
  const kind = kindOf(side > 0 ? lastCharacter(piece.source) : firstCharacter(piece.source));
  const opens = run.some((delimiter) => delimiter.kind === "open");
  const closes = run.some((delimiter) => delimiter.kind === "close");
  // The text is inside what opens before it and what closes after it: a space there must not look like one.
  const inside = side > 0 ? closes : opens;
  if (inside) return kind === "space";
  if ((opens && closes) || kind !== "other") return false;
  // Outside, a letter stops a run whose inner neighbour is punctuation, and an underscore always.
  const characters = new Set(run.map((delimiter) => delimiter.delimiter[0]));
  if (characters.size > 1 || characters.has("_")) return true;
  return innerKind(pieces, edges, at + side * (run.length + 1), side) !== "other";
}

type Delimiter = Extract<Piece, { readonly delimiter: string }>;

function runFrom(pieces: readonly Piece[], from: number, side: -1 | 1): Delimiter[] {
  const run: Delimiter[] = [];
  for (let at = from; at >= 0 && at < pieces.length; at += side) {
    const piece = pieces[at];
    if (piece.kind !== "open" && piece.kind !== "close") break;
    run.push(piece);
  }
  return run;
}

/** What the parser sees on the inner side of a run; a space there is written as an entity. */
function innerKind(
  pieces: readonly Piece[],
  edges: readonly Edges[],
  at: number,
  side: -1 | 1,
): "punctuation" | "other" {
  const piece = pieces[at];
  if (piece === undefined || piece.kind !== "text") return "punctuation";
  if (side > 0 ? edges[at].first : edges[at].last) return "punctuation";
  const character = side > 0 ? firstCharacter(piece.source) : lastCharacter(piece.source);
  return kindOf(character) === "other" ? "other" : "punctuation";
}

function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function lastCharacter(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(-2) : text.slice(-1);
}

/** Writes the text of a piece; newlines stay newline characters where they can become ends of line. */
function writeText(
  pieces: readonly Piece[],
  at: number,
  edges: Edges,
  options: InlineOptions,
  opens: boolean,
): string {
  const piece = pieces[at];
  if (piece.kind !== "text") return "";
  let body = piece.source;
  let head = "";
  let tail = "";
  const edgeBefore = at === 0;
  const edgeAfter = at === pieces.length - 1;
  const first = firstCharacter(body);
  if (edges.first || (edgeBefore && isSpacing(first) && !(first === "\n" && options.lines && body.length > 1))) {
    head = entity(first === softBreak ? " " : first);
    body = body.slice(first.length);
  }
  const last = lastCharacter(body);
  if (body !== "" && (edges.last || (edgeAfter && isSpacing(last)))) {
    tail = entity(last === softBreak ? " " : last);
    body = body.slice(0, body.length - last.length);
  }
  const before = head !== "" ? ";" : lastCharacter(sourceOf(pieces[at - 1]));
  const after = tail !== "" ? "&" : firstCharacter(sourceOf(pieces[at + 1]));
  return head + writeLines(body, options, { bracketed: piece.bracketed, opens, before, after }) + tail;
}

function sourceOf(piece: Piece | undefined): string {
  if (piece === undefined) return "";
  return "delimiter" in piece ? piece.delimiter : piece.source;
}

/** Stands in the output for the end of a line until lines are finished; no text of a document holds it. */
const lineBreak = "\0";

function writeLines(body: string, options: InlineOptions, place: TextPlace): string {
  const lines = body.split("\n");
  return lines
    .map((line, index) =>
      escapeText(line, {
        ...place,
        before: index === 0 ? place.before : "\n",
        after: index === lines.length - 1 ? place.after : "\n",
      }),
    )
    .join(options.lines ? lineBreak : "<br>");
}

/** Makes hard breaks of line breaks and keeps each line from meaning something at its start. */
function finishLines(source: string, options: InlineOptions): string {
  if (!options.lines) return source;
  let result = "";
  const [firstLine, ...breaks] = source.split(/([\0\r])/);
  const lines = [firstLine, ...breaks.filter((_, index) => index % 2 === 1)];
  lines.forEach((line, index) => {
    const soft = index > 0 && breaks[(index - 1) * 2] === softBreak;
    let start = index > 0 && /^[ \t]/.test(line) ? entity(line[0]) + line.slice(1) : line;
    if (index > 0 || options.blockStart) start = escapeLineStart(start);
    if (soft) result += startsHTML(start) ? ` ${line}` : `\n${start}`;
    else if (index > 0) result += startsHTML(start) ? entity("\n") + line : `\\\n${start}`;
    else result += options.blockStart && startsOther(start) ? emptyLink + line : start;
  });
  return result;
}

/** A link without text, which stands for nothing: it keeps what it stands before in the paragraph. */
const emptyLink = "[]()";
