/**
 * A checksum of 64 bits over bytes, as 16 hexadecimal digits. It finds damage; whoever wants to make two contents with
 * one checksum can, so what must be protected from people is protected by the host's SHA-256.
 */
export function checksum(bytes: Uint8Array, from: number = 0): string {
  let first = 0x9e3779b9;
  let second = 0x85ebca6b;
  const { length } = bytes;
  const words = from + ((length - from) & ~3);
  let at = from;
  for (; at < words; at += 4) {
    const word = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    first = Math.imul(first ^ word, 0xcc9e2d51);
    first = (first << 13) | (first >>> 19);
    second = Math.imul(second + word, 0x1b873593);
    second = ((second << 15) | (second >>> 17)) ^ first;
  }
  let tail = 0;
  for (let shift = 0; at < length; at++, shift += 8) tail |= bytes[at] << shift;
  first = mix(first ^ tail ^ (length - from));
  second = mix(second ^ first);
  return hex(mix(first ^ second)) + hex(second);
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, "0");
}
