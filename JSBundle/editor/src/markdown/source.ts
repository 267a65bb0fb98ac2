import { Block, BlockDocument, BlockID } from "../model";

/**
 * The lines that a run of blocks came from: blocks that begin on the same line have them together. From `start` up to
 * `end` is what says the blocks, from `end` up to `next` the line's ending and the empty lines before the next segment.
 */
export interface Segment {
  /** The index of the first of its blocks in the document as it was read. */
  readonly first: number;
  readonly count: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** Whether its last block is not closed: it ends only where what it stands in ends. */
  readonly open: boolean;
}

/** How a list item was written: everything on its first line before the content, and the content's column. */
export interface ItemStyle {
  readonly prefix: string;
  readonly indent: number;
}

/** What a source is made of, for keeping it beside the document. */
export interface SourceFields {
  readonly text: string;
  /** Where the first segment starts: after the byte order mark and the first empty lines. */
  readonly segments: readonly Segment[];
  readonly styles: ReadonlyMap<number, ItemStyle>;
  /** Whether the text uses link reference definitions. */
  readonly definitions: boolean;
}

/**
 * The Markdown a document was read from, block by block.
 *
 * Immutable. It holds the document as it was read, so that a later version can be written with every line whose blocks
 * are still the same values, and with only the others made anew.
 */
export class MarkdownSource {
  /** For each block of the base its segment; made when the first edited document is written. */
  private segmentOfBlock: Int32Array | undefined;

  constructor(
    readonly base: BlockDocument,
    readonly fields: SourceFields,
  ) {}

  /** The index of the block with this ID in the document as it was read, or -1. */
  indexOf(id: BlockID): number {
    return this.base.indexOf(id);
  }

  /** The number of the segment that the block at an index of the read document belongs to, or -1. */
  segmentNumber(index: number): number {
    if (index < 0) return -1;
    if (this.segmentOfBlock === undefined) this.segmentOfBlock = this.indexSegments();
    return this.segmentOfBlock[index];
  }

  private indexSegments(): Int32Array {
    const result = new Int32Array(this.base.count).fill(-1);
    this.fields.segments.forEach(({ first, count }, number) => result.fill(number, first, first + count));
    return result;
  }

  /** The block at an index of the read document. */
  block(index: number): Block {
    return this.base.at(index);
  }

  /** The ending the lines of the text have. */
  get lineEnding(): string {
    const end = /\r\n?|\n/.exec(this.fields.text);
    return end === null ? "\n" : end[0];
  }
}
