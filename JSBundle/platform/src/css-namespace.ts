import type { WindowRecord } from "./window/window-record";

/** The `CSS` namespace with `escape`. `supports` is absent: nothing here could answer it truthfully. */
export function makeCSS(record: WindowRecord): object {
  const namespace = Object.create(record.Object.prototype) as object;
  Object.defineProperties(namespace, {
    escape: { value: (text: unknown) => escapeIdentifier(String(text)), writable: true, enumerable: true, configurable: true },
    [Symbol.toStringTag]: { value: "CSS", configurable: true },
  });
  return namespace;
}

/** Serializes an identifier, as CSSOM has it. */
export function escapeIdentifier(text: string): string {
  let output = "";
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const character = text[index]!;
    const isDigit = unit >= 0x30 && unit <= 0x39;
    if (unit === 0) output += "\ufffd";
    else if (unit <= 0x1f || unit === 0x7f || (isDigit && (index === 0 || (index === 1 && text[0] === "-")))) {
      output += `\\${unit.toString(16)} `;
    } else if (index === 0 && text.length === 1 && character === "-") output += "\\-";
    else if (unit >= 0x80 || isDigit || /[A-Za-z_-]/.test(character)) output += character;
    else output += `\\${character}`;
  }
  return output;
}
