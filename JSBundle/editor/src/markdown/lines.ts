/**
 * The lines of a text as it is, beside the text the parser is given: without a byte order mark and with one kind of
 * line ending. Line numbers are the same in both, and so is every place within a line.
 */
export class SourceLines {
  /** The text the parser is given. */
  readonly normalized: string;
  private readonly starts: number[] = [];
  private readonly normalizedStarts: number[] | undefined;
  /** Where each line ends, its ending not included. */
  private readonly ends: number[] = [];

  constructor(private readonly text: string) {
    const begin = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const body = begin === 0 ? text : text.slice(1);
    const hasReturns = body.includes("\r");
    this.normalized = hasReturns ? body.replace(/\r\n?/g, "\n") : body;
    let at = begin;
    while (at < text.length) {
      const end = hasReturns ? endOfLine(text, at) : text.indexOf("\n", at);
      const stop = end < 0 ? text.length : end;
      this.starts.push(at);
      this.ends.push(stop);
      at = stop + (text.startsWith("\r\n", stop) ? 2 : 1);
    }
    if (begin > 0 || hasReturns) {
      let place = 0;
      this.normalizedStarts = this.starts.map((start, line) => {
        const here = place;
        place += this.ends[line] - start + 1;
        return here;
      });
    }
  }

  get count(): number {
    return this.starts.length;
  }

  start(line: number): number {
    return this.starts[line];
  }

  end(line: number): number {
    return this.ends[Math.min(line, this.count - 1)];
  }

  /** Where a line starts in the text the parser is given. */
  normalizedStart(line: number): number {
    return (this.normalizedStarts ?? this.starts)[line];
  }

  line(line: number): string {
    return this.text.slice(this.starts[line], this.ends[line]);
  }

  /** Some lines, with one kind of ending between them. */
  slice(from: number, to: number): string {
    const lines: string[] = [];
    for (let line = from; line < to; line++) lines.push(this.line(line));
    return lines.join("\n");
  }
}

/**
 * The number of lines that metadata at the start of a text takes; 0 without any. It is set off by lines of three
 * hyphens and has at least one line that is not empty.
 */
export function frontMatterLines(lines: SourceLines): number {
  if (lines.count < 3 || lines.line(0).trimEnd() !== "---") return 0;
  if (/^\s*$|^(?:---|\.\.\.)\s*$/.test(lines.line(1))) return 0;
  for (let line = 2; line < lines.count; line++) {
    if (/^(?:---|\.\.\.)\s*$/.test(lines.line(line))) return line + 1;
  }
  return 0;
}

function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) return at;
  }
  return -1;
}
