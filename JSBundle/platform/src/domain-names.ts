// In place of tr46: its tables are a quarter of a megabyte and only needed for host names beyond ASCII.

import tr46 = require("tr46");

const plain = /^[\x00-\x7f]*$/;
const encodedLabel = /(^|\.)xn--/i;

export function toASCII(domain: string, options: object): string | null {
  if (plain.test(domain) && !encodedLabel.test(domain)) return domain.toLowerCase();
  return tr46.toASCII(domain, options);
}

export function toUnicode(domain: string, options: object): { domain: string; error: boolean } {
  if (plain.test(domain) && !encodedLabel.test(domain)) return { domain: domain.toLowerCase(), error: false };
  return tr46.toUnicode(domain, options);
}
