import type MarkdownIt from "markdown-it";

/** Where the row of a table stands; carried by its token. */
export interface RowMeta {
  readonly line: number;
}

/** The columns' alignments; carried by the table's token. */
export interface TableMeta {
  readonly alignment: readonly string[];
}

// A dash by itself, or before a space, begins a list item: two readings would be possible, and the list is the older.
const delimiterRow = /^(?!-(?:[ \t]|$))\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Cuts a row at its pipes; a pipe after a backslash is part of the cell, code or not. */
export function splitRow(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let cell = "";
  let at = row.startsWith("|") ? 1 : 0;
  for (; at < row.length; at++) {
    const character = row[at];
    if (character === "\\" && at + 1 < row.length) {
      const next = row[at + 1];
      cell += next === "|" ? "\\|" : character + next;
      at++;
    } else if (character === "|") {
      cells.push(cell);
      cell = "";
    } else {
      cell += character;
    }
  }
  if (cell.trim() !== "" || !row.endsWith("|") || cells.length === 0) cells.push(cell);
  return cells.map((content) => content.replace(/\\\|/g, "|").trim());
}

function lineText(state: MarkdownIt.BlockState, line: number): string {
  return state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);
}

/**
 * Tables as on GitHub: a header row, a delimiter row with as many columns, and rows up to an empty line or the start of
 * another block. The parser's own rule is not used because it reads pipes in code differently and forgets the lines of
 * the rows.
 */
export const tableRule: MarkdownIt.BlockRule = (state, startLine, endLine, silent) => {
  if (startLine + 2 > endLine) return false;
  for (const line of [startLine, startLine + 1]) {
    const indent = state.sCount[line] - state.blkIndent;
    if (indent < 0 || indent >= 4) return false;
  }
  const first = state.src.charCodeAt(state.bMarks[startLine + 1] + state.tShift[startLine + 1]);
  if (first !== 0x7c && first !== 0x2d && first !== 0x3a) return false;
  const delimiters = lineText(state, startLine + 1);
  // Hyphens alone underline a heading.
  if (!delimiters.includes("|") && !delimiters.includes(":")) return false;
  if (!delimiterRow.test(delimiters.trim())) return false;
  const header = lineText(state, startLine);
  if (!header.includes("|")) return false;
  const alignment = splitRow(delimiters).map(alignmentOf);
  const cells = splitRow(header);
  if (cells.length !== alignment.length || startsBlock(state, startLine, endLine)) return false;
  if (silent) return true;

  const table = state.push("table_open", "table", 1);
  table.map = [startLine, startLine];
  const meta: TableMeta = { alignment };
  table.meta = meta;
  pushRow(state, startLine, cells, alignment.length);
  let line = startLine + 2;
  while (line < endLine && !endsTable(state, line, endLine)) {
    pushRow(state, line, splitRow(lineText(state, line)), alignment.length);
    line++;
  }
  state.push("table_close", "table", -1);
  table.map[1] = line;
  state.line = line;
  return true;
};

function alignmentOf(cell: string): string {
  if (cell.endsWith(":")) return cell.startsWith(":") ? "center" : "right";
  return cell.startsWith(":") ? "left" : "none";
}

function endsTable(state: MarkdownIt.BlockState, line: number, endLine: number): boolean {
  if (state.isEmpty(line) || state.sCount[line] < state.blkIndent) return true;
  if (state.sCount[line] - state.blkIndent >= 4) return true;
  return startsBlock(state, line, endLine);
}

/** Whether a line begins a block of another kind, which comes before being a row. */
function startsBlock(state: MarkdownIt.BlockState, line: number, endLine: number): boolean {
  const parentType = state.parentType;
  state.parentType = "root";
  const starts = state.md.block.ruler.getRules("blockquote").some((rule) => rule(state, line, endLine, true));
  state.parentType = parentType;
  return starts;
}

function pushRow(state: MarkdownIt.BlockState, line: number, cells: readonly string[], columns: number): void {
  const row = state.push("tr_open", "tr", 1);
  const meta: RowMeta = { line };
  row.meta = meta;
  for (let column = 0; column < columns; column++) {
    const inline = state.push("inline", "", 0);
    inline.content = cells[column] ?? "";
    inline.children = [];
  }
  state.push("tr_close", "tr", -1);
}
