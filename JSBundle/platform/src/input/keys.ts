// Keys of a US keyboard, as keyboard events describe them.

export interface Modifiers {
  readonly shift?: boolean;
  readonly control?: boolean;
  readonly alt?: boolean;
  readonly meta?: boolean;
}

export interface KeyDescription {
  readonly key: string;
  /** The physical key; empty where the character is on no key. */
  readonly code: string;
  readonly keyCode: number;
  /** The text the key enters by itself. */
  readonly text: string | null;
  readonly needsShift: boolean;
}

const named: Readonly<Record<string, number>> = {
  Backspace: 8, Tab: 9, Enter: 13, Escape: 27, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38,
  ArrowRight: 39, ArrowDown: 40, Delete: 46, F1: 112, F2: 113, F3: 114, F4: 115, F5: 116, F6: 117, F7: 118, F8: 119, F9: 120,
  F10: 121, F11: 122, F12: 123,
};

/** Physical keys with their plain and shifted characters. */
const printing: ReadonlyArray<readonly [code: string, keyCode: number, plain: string, shifted: string]> = [
  ["Backquote", 192, "`", "~"], ["Minus", 189, "-", "_"], ["Equal", 187, "=", "+"], ["BracketLeft", 219, "[", "{"],
  ["BracketRight", 221, "]", "}"], ["Backslash", 220, "\\", "|"], ["Semicolon", 186, ";", ":"], ["Quote", 222, "'", "\""],
  ["Comma", 188, ",", "<"], ["Period", 190, ".", ">"], ["Slash", 191, "/", "?"], ["Space", 32, " ", " "],
];

export function describeKey(key: string): KeyDescription {
  const keyCode = named[key];
  if (keyCode !== undefined) {
    return { key, code: key, keyCode, text: key === "Enter" ? "\n" : null, needsShift: false };
  }
  if (/^[a-z]$/i.test(key)) {
    const upper = key.toUpperCase();
    return { key, code: `Key${upper}`, keyCode: upper.charCodeAt(0), text: key, needsShift: key === upper };
  }
  const digit = ")!@#$%^&*(".indexOf(key);
  if (key.length === 1 && (/^[0-9]$/.test(key) || digit >= 0)) {
    const number = digit >= 0 ? digit : Number(key);
    return { key, code: `Digit${number}`, keyCode: 48 + number, text: key, needsShift: digit >= 0 };
  }
  for (const [code, number, plain, shifted] of printing) {
    if (key === plain || key === shifted) return { key, code, keyCode: number, text: key, needsShift: key !== plain };
  }
  const isCharacter = [...key].length === 1;
  return { key, code: "", keyCode: 0, text: isCharacter ? key : null, needsShift: false };
}
