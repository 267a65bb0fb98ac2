import { markdownParser } from "./parser";

/**
 * How text is written so that it is read as the same text. Escapes are as few as can be known to be safe from the
 * characters around; where nothing else helps a character is written as a numeric entity.
 */

/** Where a piece of text goes, as far as that decides what must be escaped. */
export interface TextPlace {
  /** Whether the text is in the brackets of a link. */
  readonly bracketed: boolean;
  /** Whether a bracket that opens can mean a link. */
  readonly opens: boolean;
  /** The character that comes before the text in the output; empty at the start. */
  readonly before: string;
  /** The character that comes after it; empty at the end. */
  readonly after: string;
}

const wordCharacter = /[0-9A-Za-z]/;

/** Writes a stretch of text that has no newline in it. */
export function escapeText(text: string, place: TextPlace): string {
  if (!/[\\`*_~[\]<&!@^]/.test(text)) return text;
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const before = at > 0 ? text[at - 1] : place.before;
    const isLast = at + 1 === text.length;
    const next = isLast ? place.after : text[at + 1];
    if (needsBackslash(character, before, next, isLast, place)) result += "\\";
    result += character;
  }
  return result;
}

function needsBackslash(
  character: string,
  before: string,
  next: string,
  isLast: boolean,
  { bracketed, opens }: TextPlace,
): boolean {
  switch (character) {
    case "\\":
      return !wordCharacter.test(next);
    case "`":
      return true;
    case "[":
      return bracketed || opens || next === "^" || before === "" || before === "\n" || before === "@";
    case "*":
      return !(before === " " && next === " ");
    case "_":
      return !(wordCharacter.test(before) && wordCharacter.test(next) && !isLast);
    case "~":
      return before === "~" || next === "~";
    case "]":
      return bracketed;
    case "<":
      return /[A-Za-z/!?]/.test(next);
    case "&":
      return /[#A-Za-z]/.test(next);
    case "^":
      return before === "[";
    case "!":
    case "@":
      return isLast && next === "[";
    default:
      return false;
  }
}

/** Writes a character by its number. */
export function entity(character: string): string {
  return `&#${character.codePointAt(0) ?? 0};`;
}

const whitespace = /\s/;

export function isSpacing(character: string): boolean {
  return whitespace.test(character);
}

/** The kinds of character that decide whether a run of delimiters can open or close. */
export type CharacterKind = "space" | "punctuation" | "other";

/** The kind of a character, as the parser sees it; nothing counts as a space. */
export function kindOf(character: string): CharacterKind {
  if (character === "") return "space";
  const { isWhiteSpace, isPunctChar, isMdAsciiPunct } = markdownParser().utils;
  const code = character.charCodeAt(0);
  if (isWhiteSpace(code)) return "space";
  return isMdAsciiPunct(code) || isPunctChar(character[0]) ? "punctuation" : "other";
}

const lineStarts: readonly RegExp[] = [
  /^#{1,6}(?=[ \t]|$)/,
  /^[-+*](?=[ \t]|$)/,
  /^>/,
  /^=+[ \t]*$/,
  /^-[- \t]*$/,
  /^~~~/,
  /^[|:-][-:| \t]*$/,
];

const numberStart = /^(\d{1,9})([.)])(?=[ \t]|$)/;

/** Keeps the first characters of a line from meaning the start of another block. */
export function escapeLineStart(line: string): string {
  const number = numberStart.exec(line);
  if (number !== null) return `${number[1]}\\${line.slice(number[1].length)}`;
  const footnote = /^\[\^[^\]\s[]+\](?=:)/.exec(line);
  if (footnote !== null) return `${footnote[0]}\\${line.slice(footnote[0].length)}`;
  return lineStarts.some((start) => start.test(line)) ? `\\${line}` : line;
}

/** The elements that begin a block of HTML wherever they stand. */
const blockElements = [
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt",
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu",
  "menuitem|meta|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title",
  "tr|track|ul",
].join("|");

const htmlStart = new RegExp(
  `^<(?:script|pre|style|!--|\\?|![A-Z]|!\\[CDATA\\[|/?(?:${blockElements})(?:\\s|/?>|$))`,
  "i",
);

/** Whether text that begins a block would be read as something else than text: as HTML, or as a definition. */
export function startsOther(line: string): boolean {
  return /^\[(?:[^[\]\\]|\\[^])*\]:/.test(line) || startsHTML(line);
}

/** Whether a line would begin a block of HTML, also in the middle of a paragraph. */
export function startsHTML(line: string): boolean {
  return htmlStart.test(line) || /^<\/?[A-Za-z][A-Za-z0-9-]*(?:[\s/][^]*)?>\s*$/.test(line);
}

/** An address without spaces, controls and escapes, whose parentheses come in pairs that are not nested. */
const plainAddress = /^[^\s<>\\&()\x00-\x20\x7f]*(?:\([^\s<>\\&()\x00-\x20\x7f]*\)[^\s<>\\&()\x00-\x20\x7f]*)*$/;

/** Writes the target of a link or an image. */
export function destination(address: string): string {
  if (address !== "" && plainAddress.test(address)) return address;
  return `<${escapeQuoted(address, /[<>\\]/g)}>`;
}

/** Writes the title of a link or an image. */
export function title(text: string): string {
  return `"${escapeQuoted(text, /["\\]/g)}"`;
}

function escapeQuoted(text: string, reserved: RegExp): string {
  return text
    .replace(reserved, "\\$&")
    .replace(/&(?=[#A-Za-z])/g, "\\&")
    .replace(/\n/g, "&#10;");
}
