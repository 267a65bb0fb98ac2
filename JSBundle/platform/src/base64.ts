// Base64 as the HTML and Infra standards have it.

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Encodes a string of code units up to 0xff; null if there is one above. */
export function btoa(text: string): string;
export function btoa(text: string, strict: true): string | null;
export function btoa(text: string): string | null {
  let output = "";
  for (let index = 0; index < text.length; index += 3) {
    const a = text.charCodeAt(index);
    const b = index + 1 < text.length ? text.charCodeAt(index + 1) : 0;
    const c = index + 2 < text.length ? text.charCodeAt(index + 2) : 0;
    if (a > 0xff || b > 0xff || c > 0xff) return null;
    const bits = (a << 16) | (b << 8) | c;
    output += alphabet[bits >> 18]! + alphabet[(bits >> 12) & 63]!;
    output += index + 1 < text.length ? alphabet[(bits >> 6) & 63]! : "=";
    output += index + 2 < text.length ? alphabet[bits & 63]! : "=";
  }
  return output;
}

/** Decodes forgivingly: white space is skipped, padding may be missing; null if the text is not base64. */
export function atob(text: string): string | null {
  let data = text.replace(/[\t\n\f\r ]/g, "");
  if (data.length % 4 === 0) data = data.replace(/={1,2}$/, "");
  if (data.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(data)) return null;
  let output = "";
  let bits = 0;
  let held = 0;
  for (const character of data) {
    bits = (bits << 6) | alphabet.indexOf(character);
    held += 6;
    if (held >= 8) {
      held -= 8;
      output += String.fromCharCode((bits >> held) & 0xff);
      bits &= (1 << held) - 1;
    }
  }
  return output;
}
