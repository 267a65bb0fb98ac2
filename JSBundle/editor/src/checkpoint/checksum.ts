/**
 * A checksum of 64 bits over bytes, as 16 hexadecimal digits. It finds damage; whoever wants to make two contents with
 * one checksum can, so what must be protected from people is protected by the host's SHA-256.
 */
export function checksum(bytes: Uint8Array): string {
  // Four bytes at a time; every engine this runs in has the lowest byte of a number first.
  const words = new Uint32Array(bytes.slice(0, bytes.length & ~3).buffer);
  let first = 0x9e3779b9;
  let second = 0x85ebca6b;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    first = Math.imul(first ^ word, 0xcc9e2d51);
    first = (first << 13) | (first >>> 19);
    second = Math.imul(second + word, 0x1b873593) ^ first;
  }
  let tail = 0;
  for (let at = words.length * 4; at < bytes.length; at++) tail = (tail << 8) | bytes[at];
  first = mix(first ^ tail ^ bytes.length);
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
