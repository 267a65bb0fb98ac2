import { Block, BlockDocument, isListItem, outline, OutlineNode } from "../model";
import { frontMatterLines, SourceLines } from "./lines";
import { withSoftBreaks } from "./soft-breaks";
import { ItemStyle, MarkdownSource, Segment } from "./source";
import { blockSource, containerText, delimiterSource, emptyParagraph, rowSource } from "./write-block";

/**
 * Writes a document as Markdown.
 *
 * With the source the document was read from, every block that is still the value it was read as keeps its lines as
 * they are, to the byte; only the lines of other blocks are made anew. Without one all lines are. What is written is
 * read again as the same document, IDs aside, if the document is well nested.
 */
export function serializeMarkdown(document: BlockDocument, source?: MarkdownSource): string {
  if (source !== undefined && source.base === document) return source.fields.text;
  const text = new DocumentWriter(document, source).write();
  return beginsLikeMetadata(document, text) ? text.replace("---", "***") : text;
}

/** Whether a text that begins with a divider would be read as one that begins with metadata. */
function beginsLikeMetadata(document: BlockDocument, text: string): boolean {
  if (document.at(0).type !== "divider" || !/^\uFEFF?---/.test(text)) return false;
  return frontMatterLines(new SourceLines(text)) > 0;
}

/** What nested blocks stand in. */
interface Container {
  /** What their lines begin with. */
  readonly prefix: string;
  /** The prefix of the nearest quote around; the source counts columns from there. */
  readonly quotePrefix: string;
  /** Whether the container is written where and as it stood in the source, so that lines in it can be kept. */
  readonly stable: boolean;
  /** The index of the container's block in the source; -1 at the top. */
  readonly index: number;
}

/** What was written of a block, as far as what follows depends on it. */
interface Written {
  readonly block: Block;
  /** The segment whose place the block has, its lines kept or not; -1 for a block without a place in the source. */
  readonly segment: number;
  readonly kept: boolean;
  /** For an item: the marker's last character, its number, and how far it is indented in its container. */
  readonly marker: string;
  readonly number: number;
  readonly indent: number;
  /** Whether an item stands in the columns it stood in. */
  readonly placed: boolean;
  /** Whether it is a bare marker, which what it holds must follow on the next line. */
  readonly bare: boolean;
}

/** Everything about the place of a block that decides how it can be written. */
interface Place {
  readonly container: Container;
  /** The block before it in the same container. */
  readonly previous: Written | undefined;
  /** The index of the block in the source, or -1. */
  readonly index: number;
  /** The segment its lines are in, if it stands in the container it stood in. */
  readonly number: number;
  readonly segment: Segment | undefined;
  readonly style: ItemStyle | undefined;
}

/** A marker made for an item. */
interface Marker {
  /** The marker with what stands before and after it, beyond the container's prefix. */
  readonly text: string;
  readonly end: string;
  readonly number: number;
  readonly indent: number;
  readonly inner: Container;
}

class DocumentWriter {
  private readonly parts: string[] = [];
  private readonly lineEnding: string;
  /** Whether the document has link reference definitions, and whether it has all that its source has. */
  private readonly definitions: boolean;
  private readonly definitionsKept: boolean;
  private last: Written | undefined;
  /** The beginning of a line that the next block is to stand on. */
  private begun = "";

  constructor(
    private readonly document: BlockDocument,
    private readonly source: MarkdownSource | undefined,
  ) {
    this.lineEnding = source?.lineEnding ?? "\n";
    this.definitions = hasDefinitions(document);
    this.definitionsKept = source === undefined || keepsDefinitions(document, source);
  }

  write(): string {
    const { document, source } = this;
    const nodes = outline(document);
    const first = source?.fields.segments[0];
    // A byte order mark and empty lines before the first block stay with the text.
    if (source !== undefined && first !== undefined) this.parts.push(source.fields.text.slice(0, first.start));
    const alone = nodes.length === 1 && nodes[0].block.type === "paragraph" && nodes[0].block.length === 0;
    if (alone) {
      const asRead = source !== undefined && source.base.count === 1 && source.block(0) === nodes[0].block;
      return asRead ? source.fields.text : this.parts.join("");
    }
    this.writeNodes(nodes, { prefix: "", quotePrefix: "", stable: source !== undefined, index: -1 });
    this.parts.push(this.finalEnding());
    return this.parts.join("");
  }

  /** How the last line ends: as in the source, where it has a last line. */
  private finalEnding(): string {
    const { source, last } = this;
    const segments = source?.fields.segments ?? [];
    if (source === undefined || segments.length === 0) return this.lineEnding;
    const final = segments[segments.length - 1];
    if (final.start === final.end) return this.lineEnding;
    const ending = source.fields.text.slice(final.end, final.next);
    // Empty lines at the end may belong to a quote that is gone.
    const fits = last !== undefined && (!/\S/.test(ending) || this.keepsType(last));
    if (fits && last.segment === segments.length - 1) return ending;
    return ending === "" ? "" : this.lineEnding;
  }

  private writeNodes(nodes: readonly OutlineNode[], container: Container, before?: Written): void {
    let previous = before;
    for (const node of nodes) previous = this.writeNode(node, container, previous);
  }

  private writeNode(node: OutlineNode, container: Container, previous: Written | undefined): Written {
    const place = this.placeOf(node, container, previous);
    return this.canKeep(node, place) ? this.keep(node, place) : this.make(node, place);
  }

  private placeOf(node: OutlineNode, container: Container, previous: Written | undefined): Place {
    const { source } = this;
    const index = source === undefined || !container.stable ? -1 : source.indexOf(node.block.id);
    const stays = source !== undefined && index >= 0 && source.base.parentIndex(index) === container.index;
    const number = stays ? source.segmentNumber(index) : -1;
    const segment = number >= 0 ? source?.fields.segments[number] : undefined;
    const style = stays ? source.fields.styles.get(index) : undefined;
    return { container, previous, index, number, segment, style };
  }

  // Keeping lines

  /** Whether the lines a block came from say just what it and the blocks on its lines say now, and can stand here. */
  private canKeep(node: OutlineNode, place: Place): boolean {
    const { segment, index } = place;
    if (segment === undefined || segment.first !== index || !this.isUnchanged(node, segment)) return false;
    const { block } = node;
    if (isListItem(block.type) && !numberFits(block, place)) return false;
    if (!this.definitionsKept && this.refers(segment)) return false;
    if (this.isBare(node, segment) && containerText(node, this.definitions) !== "") return false;
    if (this.standsAsBefore(place, true)) return true;
    const afterItem = place.previous !== undefined && place.previous.marker !== "";
    const indent = this.indentation(segment, place.container);
    if (isListItem(block.type)) {
      return indent <= (afterItem ? place.previous?.indent ?? 0 : 0);
    }
    return indent === 0 || (indent < 4 && !afterItem);
  }

  private isUnchanged(node: OutlineNode, segment: Segment): boolean {
    const source = this.source as MarkdownSource;
    const here = this.document.indexOf(node.block.id);
    const end = here + segment.count;
    if (end > this.document.count) return false;
    // Whatever follows in the same container would become part of a block that is not closed.
    const innermost = source.block(segment.first + segment.count - 1);
    if (segment.open && end < this.document.count && this.document.at(end).depth >= innermost.depth) return false;
    for (let at = 0; at < segment.count; at++) {
      if (this.document.at(here + at) !== source.block(segment.first + at)) return false;
    }
    // The outline may show a block otherwise than it is stored.
    return node.block === source.block(segment.first);
  }

  /** Whether the line of an item or a quote is its marker alone, below which something is nested. */
  private isBare({ block, children }: OutlineNode, segment: Segment): boolean {
    const holds = isListItem(block.type) || block.type === "quote";
    if (!holds || block.length > 0 || children.length === 0 || segment.count > 1) return false;
    const { text } = (this.source as MarkdownSource).fields;
    return block.type !== "taskItem" && !text.slice(segment.start, segment.end).endsWith(emptyParagraph);
  }

  /** Whether the blocks of a segment may need a link reference definition. */
  private refers(segment: Segment): boolean {
    const source = this.source as MarkdownSource;
    for (let at = segment.first; at < segment.first + segment.count; at++) {
      const { marks, embeds, type } = source.block(at);
      if (type === "image" || embeds.length > 0 || marks.some((mark) => mark.type === "link")) return true;
    }
    return false;
  }

  /** Whether what was written last came right before this segment in the source, too, and is of the same kind. */
  private followsSource(number: number): boolean {
    const { last, source } = this;
    if (last === undefined || source === undefined) return number === 0;
    if (number < 1 || last.segment !== number - 1) return false;
    return last.kept || this.keepsType(last);
  }

  /** Whether what is before a block is so much as it was that the block can be indented as it was. */
  private standsAsBefore({ previous, number }: Place, keeps: boolean): boolean {
    if (!this.followsSource(number)) return false;
    if (previous === undefined || previous.marker === "") return true;
    const linesStay = keeps && this.last?.kept === true;
    return previous.placed && (linesStay || !isEmptyItem(previous.block));
  }

  private keepsType({ block }: Written): boolean {
    const before = this.source?.indexOf(block.id) ?? -1;
    return before >= 0 && this.source?.block(before).type === block.type;
  }

  /** How far the first line of a segment is indented beyond the prefix of its container. */
  private indentation(segment: Segment, container: Container): number {
    const line = (this.source as MarkdownSource).fields.text.slice(segment.start, segment.end);
    if (!line.startsWith(container.prefix)) return Infinity;
    const rest = line.slice(container.prefix.length);
    const space = /^[ \t]*/.exec(rest)?.[0] ?? "";
    return space.includes("\t") ? Infinity : space.length;
  }

  private keep(node: OutlineNode, place: Place): Written {
    const { segment, number } = place;
    const text = (this.source as MarkdownSource).fields.text;
    this.startLine(node, place, true);
    if (segment !== undefined) this.parts.push(text.slice(segment.start, segment.end));
    const bare = segment !== undefined && this.isBare(node, segment);
    this.wrote({ ...plainWritten(node.block, number), kept: true, bare });
    return this.descend(node, place, segment?.count ?? 1);
  }

  /** Goes on with what is nested in a block whose line, and that of so many first blocks in it, is written. */
  private descend(node: OutlineNode, place: Place, count: number): Written {
    const { block, children } = node;
    const { number, style, container } = place;
    if (block.type === "table") {
      this.writeRows(node, place);
      return { ...plainWritten(block, number), kept: true };
    }
    let written: Written = { ...plainWritten(block, number), kept: true };
    if (style !== undefined) {
      const { end, value } = parseMarker(style.prefix);
      const indent = segmentIndent(style.prefix, container);
      written = { ...written, marker: end, number: value, indent, placed: true };
    }
    const inner = this.innerContainer(block, place);
    if (count > 1 && children.length > 0) {
      const first = this.descend(children[0], this.placeOf(children[0], inner, undefined), count - 1);
      this.writeNodes(children.slice(1), inner, first);
    } else {
      this.writeNodes(children, inner);
    }
    return written;
  }

  /** The container that a block with kept lines is. */
  private innerContainer(block: Block, { container, index, style }: Place): Container {
    const { quotePrefix } = container;
    if (block.type === "quote") {
      const prefix = container.prefix + "> ";
      return { prefix, quotePrefix: prefix, stable: true, index };
    }
    if (style === undefined) return { ...container, stable: false, index };
    if (style.indent >= 0) {
      return { prefix: quotePrefix + " ".repeat(style.indent), quotePrefix, stable: true, index };
    }
    // An item that held nothing in the source: its content begins one column after its marker.
    const prefix = container.prefix.padEnd(style.prefix.trimEnd().length + 1);
    return { prefix, quotePrefix, stable: false, index };
  }

  // Making lines

  private make(changed: OutlineNode, place: Place): Written {
    const node = this.withSourceLines(changed, place);
    const { block } = node;
    const { container, number } = place;
    if (isListItem(block.type)) return this.makeItem(node, place);
    if (block.type === "quote") return this.makeQuote(node, place);
    this.startLine(node, place, false);
    if (block.type === "table") {
      const width = tableWidth(node);
      const head = node.children[0];
      const row = head === undefined ? "" : rowSource(head, width, this.definitions);
      this.emit(`${row}\n${delimiterSource(block, width)}`, container);
      const written = this.wrote(plainWritten(block, number));
      this.writeRows(node, place);
      return written;
    }
    this.emit(blockSource(block, this.definitions), container, "", container, block);
    return this.wrote(plainWritten(block, number));
  }

  /** A node whose text is to end its lines where it ended them in the source. */
  private withSourceLines(node: OutlineNode, { segment, index, style }: Place): OutlineNode {
    const { source } = this;
    const inLines = node.block.type === "paragraph" || node.block.type === "quote" || isListItem(node.block.type);
    if (source === undefined || segment === undefined || segment.count > 1 || !inLines) return node;
    const before = source.block(index);
    if (before.type === "codeBlock" || before.type === "heading") return node;
    const text = source.fields.text.slice(segment.start, segment.end);
    const block = withSoftBreaks(node.block, before, text, style?.prefix);
    return block === node.block ? node : { ...node, block };
  }

  /** Writes the rows of a table below its head: each keeps its line or gets another. */
  private writeRows(node: OutlineNode, place: Place): void {
    const { container } = place;
    const width = tableWidth(node);
    for (const row of node.children.slice(1)) {
      const inner: Container = { ...container, stable: place.segment !== undefined, index: place.index };
      const { number, segment, index } = this.placeOf(row, inner, undefined);
      const kept =
        segment !== undefined &&
        segment.first === index &&
        segment.count === row.children.length + 1 &&
        row.children.length === width &&
        (this.definitionsKept || !this.refers(segment)) &&
        this.isUnchanged(row, segment);
      this.parts.push(this.sourceGap(number) ?? this.lineEnding);
      if (kept) this.parts.push((this.source as MarkdownSource).fields.text.slice(segment.start, segment.end));
      else this.emit(rowSource(row, width, this.definitions), container);
      this.wrote({ ...plainWritten(row.block, number), kept });
    }
  }

  private makeQuote(node: OutlineNode, place: Place): Written {
    const { block } = node;
    const { container, index, number } = place;
    const prefix = container.prefix + "> ";
    const wasQuote = index >= 0 && place.segment !== undefined && this.source?.block(index).type === "quote";
    const inner: Container = { prefix, quotePrefix: prefix, stable: container.stable && wasQuote, index };
    this.startLine(node, place, false);
    this.emitContainer(node, "> ", container, inner, plainWritten(block, number));
    return plainWritten(block, number);
  }

  private makeItem(node: OutlineNode, place: Place): Written {
    const { block } = node;
    const old = this.oldMarker(block, place);
    const marker = old ?? this.newMarker(block, place);
    const written: Written = {
      ...plainWritten(block, place.number),
      marker: marker.end,
      number: marker.number,
      indent: marker.indent,
      placed: old !== undefined,
    };
    this.startLine(node, place, false, marker);
    this.emitContainer(node, marker.text, place.container, marker.inner, written);
    return written;
  }

  /** Writes the text of an item or a quote behind its marker, then what is nested in it. */
  private emitContainer(
    node: OutlineNode,
    marker: string,
    container: Container,
    inner: Container,
    written: Written,
  ): void {
    const { block, children } = node;
    const own = containerText(node, this.definitions);
    const box = block.attributes.checked === true ? "[x]" : "[ ]";
    const text = block.type !== "taskItem" ? own : own === "" ? box : `${box} ${own}`;
    const bare = text === "" && children.length > 0;
    this.wrote({ ...written, bare });
    if (bare && this.canShareLine(children[0], marker, inner)) {
      this.begun = (this.begun === "" ? container.prefix : this.begun) + marker;
    } else if (bare && marker.length > marker.trimEnd().length + 1) {
      // Behind a bare marker content begins one column on; a comment holds the column that it had.
      this.emit(emptyParagraph, container, marker, inner);
      this.wrote(written);
    } else {
      this.emit(text, container, marker, inner);
    }
    this.writeNodes(children, inner);
  }

  /** Whether the first block in an item or a quote can begin on the line of its marker. */
  private canShareLine(child: OutlineNode, marker: string, inner: Container): boolean {
    if (this.canKeep(child, this.placeOf(child, inner, undefined))) return false;
    if (marker === "> ") return true;
    // Behind an item's marker a divider, or more bare markers, would make a divider of the line; and source that is
    // indented would move the column of the content.
    const { type, length } = child.block;
    return type !== "divider" && type !== "raw" && !(isListItem(type) && length === 0 && child.children.length === 0);
  }

  /** The marker an item had in the source, when it still fits the item. */
  private oldMarker(block: Block, place: Place): Marker | undefined {
    const { style, container, index, previous } = place;
    if (style === undefined || style.indent < 0 || !numberFits(block, place)) return undefined;
    const shared = place.segment !== undefined && place.segment.first < index;
    const fits = shared ? style.prefix.length >= container.prefix.length : style.prefix.startsWith(container.prefix);
    if (!fits || /\t[ \t]/.test(style.prefix)) return undefined;
    const rest = style.prefix.slice(container.prefix.length);
    const indent = rest.search(/\S/);
    if (indent > (previous?.marker ? previous.indent : 0) && !this.standsAsBefore(place, false)) return undefined;
    const { mark, end, value } = parseMarker(rest);
    if (mark === "" || rest.trim() !== mark) return undefined;
    // The space after the marker is as wide as the parser took it; it may have been less than all that was there.
    const width = style.indent + container.quotePrefix.length - container.prefix.length;
    const text = rest.includes("\t") ? rest : `${rest.trimEnd()} `.padEnd(width);
    const prefix = container.quotePrefix + " ".repeat(style.indent);
    const inner = { prefix, quotePrefix: container.quotePrefix, stable: true, index };
    return { text, end, number: value, indent, inner };
  }

  /** A marker for an item that had none, in the manner of the item before it. */
  private newMarker(block: Block, { container, previous }: Place): Marker {
    const indent = previous?.marker ? previous.indent : 0;
    const before = previous?.marker ?? "";
    const numbered = isNumbered(before);
    let mark: string;
    let number = 0;
    if (block.type === "orderedItem") {
      const { start } = block.attributes;
      const starts = typeof start === "number";
      number = starts ? start : numbered ? Math.min((previous?.number ?? 0) + 1, 999_999_999) : 1;
      const delimiter = starts && before === "." ? ")" : starts || !numbered ? "." : before;
      mark = (starts && start === 1 && previous?.block.type !== "orderedItem" ? "01" : String(number)) + delimiter;
    } else {
      mark = before !== "" && !numbered ? before : "-";
    }
    const text = `${" ".repeat(indent)}${mark} `;
    const prefix = container.prefix + " ".repeat(text.length);
    const inner = { prefix, quotePrefix: container.quotePrefix, stable: false, index: -1 };
    return { text, end: mark[mark.length - 1], number, indent, inner };
  }

  // Lines and what is between them

  /** Puts the lines of a block out; the first goes behind the marker, or on the line that is begun. */
  private emit(
    source: string,
    container: Container,
    marker: string = "",
    inner: Container = container,
    block?: Block,
  ): void {
    const first = (this.begun === "" ? container.prefix : this.begun) + marker;
    this.begun = "";
    source.split("\n").forEach((line, index) => {
      if (index > 0) this.parts.push(this.lineEnding);
      const prefix = index === 0 ? first : inner.prefix;
      // To the parser HTML in an item ends where a line is indented less, even an empty one.
      const trims = line === "" && block?.type !== "raw";
      this.parts.push(trims ? prefix.trimEnd() : prefix + line);
    });
  }

  /** Ends the line before a block, with an empty line if there must be one or was one. */
  private startLine(node: OutlineNode, place: Place, kept: boolean, marker?: Marker): void {
    const { last } = this;
    if (last === undefined || this.begun !== "") return;
    const gap = this.sourceGap(place.number);
    if (gap !== undefined && kept && last.kept) {
      this.parts.push(gap);
      return;
    }
    const needed = !last.bare && this.needsEmptyLine(node, place, marker);
    if (gap !== undefined && !last.bare) {
      const lines = (gap.match(/\r\n?|\n/g) ?? []).length;
      // Empty lines may belong to a quote that is gone; and two of them after an empty item end a list.
      const fits = (!/\S/.test(gap) || this.keepsType(last)) && (lines < 3 || !isEmptyItem(last.block));
      if (fits && (lines > 1 || !needed || this.mayTouch(node.block, last, place, kept))) {
        this.parts.push(gap);
        return;
      }
    }
    this.parts.push(this.lineEnding);
    if (needed) this.parts.push(place.container.prefix.trimEnd(), this.lineEnding);
  }

  /** What was between the block written last and this segment in the source, if they were neighbours there. */
  private sourceGap(number: number): string | undefined {
    const { last, source } = this;
    if (source === undefined || last === undefined || number < 1 || last.segment !== number - 1) return undefined;
    const segment = source.fields.segments[number - 1];
    return source.fields.text.slice(segment.end, segment.next);
  }

  private needsEmptyLine({ block }: OutlineNode, { previous, style }: Place, marker: Marker | undefined): boolean {
    if (!isListItem(block.type)) return true;
    const kept = parseMarker(style?.prefix ?? "");
    const end = marker?.end ?? kept.end;
    if (previous !== undefined) return previous.marker === "" || isNumbered(previous.marker) !== isNumbered(end);
    // The first item below text: a list can only follow at once if its first item has text and the number 1.
    const number = marker?.number ?? kept.value;
    const empty = block.length === 0 && block.type !== "taskItem";
    return empty || (isNumbered(end) && number !== 1);
  }

  /** Whether two blocks that touched in the source can still touch when the lines of one are new. */
  private mayTouch(block: Block, last: Written, place: Place, kept: boolean): boolean {
    const source = this.source as MarkdownSource;
    const before = source.indexOf(last.block.id);
    const same =
      before >= 0 && source.block(before).type === last.block.type && source.block(place.index).type === block.type;
    if (!same || last.block.type === "raw") return false;
    if (block.type === "quote" && place.previous?.block.type === "quote") return false;
    // Below a bare marker things can stand that would join a line of text.
    const hadText = source.block(before).length > 0;
    const holds = isListItem(last.block.type) || last.block.type === "quote";
    if (holds && !hadText) return false;
    const ends = last.block.type === "heading" || last.block.type === "divider" || last.block.type === "codeBlock";
    if (kept) return ends || block.type !== "paragraph";
    if (place.previous !== undefined && isListItem(last.block.type) && isListItem(block.type)) return true;
    const begins = block.type === "heading" || block.type === "codeBlock" || block.type === "quote";
    return ends || begins;
  }

  private wrote(written: Written): Written {
    this.last = written;
    return written;
  }
}

function plainWritten(block: Block, segment: number): Written {
  return { block, segment, kept: false, marker: "", number: 0, indent: 0, placed: false, bare: false };
}

/** Whether a marker that ends so is a number. */
function isNumbered(end: string): boolean {
  return end === "." || end === ")";
}

function isEmptyItem(block: Block): boolean {
  return isListItem(block.type) && block.length === 0;
}

function tableWidth(table: OutlineNode): number {
  return Math.max(1, ...table.children.map((row) => row.children.length));
}

/** The marker at the end of what stands before an item's content. */
function parseMarker(prefix: string): { mark: string; end: string; value: number } {
  const match = /([-+*]|(\d{1,9})[.)])[ \t]*$/.exec(prefix);
  if (match === null) return { mark: "", end: "", value: 0 };
  return { mark: match[1], end: match[1][match[1].length - 1], value: Number(match[2] ?? 0) };
}

function segmentIndent(prefix: string, container: Container): number {
  return Math.max(0, prefix.slice(container.prefix.length).search(/\S/));
}

/** Whether the marker an item had gives it the form, the number and the list that it has now. */
function numberFits(block: Block, { style, previous }: Place): boolean {
  if (style === undefined) return false;
  const { mark, end, value } = parseMarker(style.prefix);
  const numbered = isNumbered(end);
  if (mark === "") return false;
  if (block.type === "taskItem") return true;
  if (block.type === "bulletItem") return !numbered;
  if (!numbered) return false;
  const continues = previous?.marker === end;
  const { start } = block.attributes;
  const afterOrdered = previous?.block.type === "orderedItem";
  if (typeof start === "number") {
    return !continues && value === start && (mark !== `1${end}` || afterOrdered);
  }
  return continues || (mark === `1${end}` && !afterOrdered);
}

function hasDefinitions(document: BlockDocument): boolean {
  return document.toArray().some(({ type, attributes }) => type === "raw" && String(attributes.source).includes("]:"));
}

/** Whether all link reference definitions of the source are still there; without one, links must be written out. */
function keepsDefinitions(document: BlockDocument, source: MarkdownSource): boolean {
  if (!source.fields.definitions) return true;
  for (const block of source.base.blocks()) {
    if (block.type !== "raw" || block.attributes.kind !== "definition") continue;
    if (document.get(block.id) !== block) return false;
  }
  return true;
}
