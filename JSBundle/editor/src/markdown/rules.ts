import type MarkdownIt from "markdown-it";

/**
 * Rules of the Markdown the editor reads beyond CommonMark, and those of the parser it replaces.
 */

/** The most lines that a link reference definition may take. */
const longestDefinition = 40;

/** Makes a token of a link reference definition, which the parser otherwise swallows. */
export function keepDefinitions(reference: MarkdownIt.BlockRule): MarkdownIt.BlockRule {
  return (state, startLine, endLine, silent) => {
    const { parentType, lineMax } = state;
    // The rule looks at all lines to the end of the paragraph, for each definition again; a definition needs few.
    state.lineMax = Math.min(lineMax, startLine + longestDefinition);
    const found = reference(state, startLine, endLine, silent);
    state.parentType = parentType;
    state.lineMax = lineMax;
    if (!found) return false;
    if (!silent) pushRaw(state, "definition", startLine, state.line);
    return true;
  };
}

function pushRaw(state: MarkdownIt.BlockState, kind: string, from: number, to: number): void {
  const token = state.push("raw", "", 0);
  token.map = [from, to];
  token.info = kind;
  token.content = state.getLines(from, to, state.blkIndent, false);
}

const footnoteStart = /^\[\^[^\]\s[]+\]:/;

/** A footnote: its first line, what goes on below it, and everything indented after empty lines. */
export const footnoteRule: MarkdownIt.BlockRule = (state, startLine, endLine, silent) => {
  const start = state.bMarks[startLine] + state.tShift[startLine];
  if (state.src.charCodeAt(start) !== 0x5b || state.src.charCodeAt(start + 1) !== 0x5e) return false;
  if (state.sCount[startLine] - state.blkIndent >= 4) return false;
  if (!footnoteStart.test(state.src.slice(start, state.eMarks[startLine]))) return false;
  if (silent) return true;
  const terminators = state.md.block.ruler.getRules("paragraph");
  let end = startLine + 1;
  for (let line = startLine + 1; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    const indent = state.sCount[line] - state.blkIndent;
    const continues = line === end && indent >= 0 && !terminators.some((rule) => rule(state, line, endLine, true));
    if (indent < 4 && !continues) break;
    end = line + 1;
  }
  state.line = end;
  pushRaw(state, "footnote", startLine, end);
  return true;
};

const mentionScheme = "mention:";

/** A mention of someone: `@[label](mention:id)`. */
export const mentionRule: MarkdownIt.InlineRule = (state, silent) => {
  const start = state.pos;
  if (state.src.charCodeAt(start) !== 0x40 || state.src.charCodeAt(start + 1) !== 0x5b) return false;
  const labelEnd = endOfLabel(state.src, start + 2, state.posMax);
  if (labelEnd < 0 || state.src.charCodeAt(labelEnd + 1) !== 0x28) return false;
  const target = state.md.helpers.parseLinkDestination(state.src, labelEnd + 2, state.posMax);
  if (!target.ok || !target.str.startsWith(mentionScheme) || state.src.charCodeAt(target.pos) !== 0x29) return false;
  if (target.pos >= state.posMax) return false;
  if (!silent) {
    const token = state.push("mention", "", 0);
    token.content = decodeText(state.src.slice(start + 2, labelEnd));
    token.info = target.str.slice(mentionScheme.length);
  }
  state.pos = target.pos + 1;
  return true;
};

function endOfLabel(source: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x5d) return at;
    else if (code === 0x5b) return -1;
  }
  return -1;
}

/** The place where a footnote is referred to: `[^label]`. */
export const footnoteReferenceRule: MarkdownIt.InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false;
  const match = /^\[\^[^\]\s[]+\]/.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + 200)));
  if (match === null) return false;
  if (!silent) state.push("html_inline", "", 0).content = match[0];
  state.pos += match[0].length;
  return true;
};

/** Entities by number, control characters included, so that every character of a text has a way to be written. */
export function numericEntities(entity: MarkdownIt.InlineRule): MarkdownIt.InlineRule {
  return (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x26) return false;
    if (state.src.charCodeAt(state.pos + 1) !== 0x23) return entity(state, silent);
    const match = numeric.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + 12)));
    if (match === null) return entity(state, silent);
    if (!silent) state.pending += characterOf(match);
    state.pos += match[0].length;
    return true;
  };
}

const numeric = /^&#(?:x([a-f0-9]{1,6})|([0-9]{1,7}));/i;

function characterOf(match: RegExpExecArray): string {
  const code = match[1] !== undefined ? parseInt(match[1], 16) : parseInt(match[2], 10);
  const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : "\uFFFD";
}

/** Text with backslash escapes and numeric entities, and nothing else, taken back to what it stands for. */
export function decodeText(source: string): string {
  return source.replace(/\\([!-/:-@[-`{-~])|&#(?:x([a-f0-9]{1,6})|([0-9]{1,7}));/gi, (whole, escaped, hex, decimal) => {
    if (escaped !== undefined) return escaped;
    return characterOf([whole, hex, decimal] as unknown as RegExpExecArray);
  });
}

/**
 * Code spans. The parser's own rule looks ahead to the end of the text for every run of backticks; this one remembers
 * which lengths of run do not come again, so that a paragraph of stray backticks takes linear time. It also keeps code
 * that is all spaces.
 */
export const codeRule: MarkdownIt.InlineRule = (state, silent) => {
  const start = state.pos;
  const { src, posMax } = state;
  if (src.charCodeAt(start) !== 0x60) return false;
  const contentStart = endOfRun(src, start, posMax);
  const length = contentStart - start;
  const close = closingRun(state, contentStart, length);
  if (close < 0) {
    if (!silent) state.pending += src.slice(start, contentStart);
    state.pos = contentStart;
    return true;
  }
  if (!silent) {
    const content = src.slice(contentStart, close).replace(/\n/g, " ");
    const padded = content.length > 1 && content.startsWith(" ") && content.endsWith(" ") && content.trim() !== "";
    state.push("code_inline", "code", 0).content = padded ? content.slice(1, -1) : content;
  }
  state.pos = close + length;
  return true;
};

function endOfRun(source: string, from: number, to: number): number {
  let at = from;
  while (at < to && source.charCodeAt(at) === 0x60) at++;
  return at;
}

/**
 * Text up to the next character that any rule begins with. The parser's own rule looks at one character at a time and
 * stops at many that mean nothing here.
 */
export const textRule: MarkdownIt.InlineRule = (state, silent) => {
  plainText.lastIndex = state.pos;
  if (!plainText.test(state.src)) return false;
  const end = Math.min(plainText.lastIndex, state.posMax);
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
};

const plainText = /[^\n!&*<@[\\\]_`~]+/y;

/** Where the last run of each length starts, per text being parsed. */
const lastRuns = new WeakMap<object, Map<number, number>>();

function closingRun(state: MarkdownIt.InlineState, from: number, length: number): number {
  let last = lastRuns.get(state);
  if (last === undefined) {
    last = new Map<number, number>();
    for (let at = state.src.indexOf("`"); at >= 0; at = state.src.indexOf("`", at)) {
      const end = endOfRun(state.src, at, state.src.length);
      last.set(end - at, at);
      at = end;
    }
    lastRuns.set(state, last);
  }
  const limit = last.get(length) ?? -1;
  if (limit < from) return -1;
  for (let at = state.src.indexOf("`", from); at >= 0 && at <= limit && at < state.posMax; ) {
    const end = endOfRun(state.src, at, state.posMax);
    if (end - at === length) return at;
    at = state.src.indexOf("`", end);
  }
  return -1;
}
