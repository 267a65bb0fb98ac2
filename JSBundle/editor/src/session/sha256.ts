/**
 * SHA-256 as FIPS 180-4 has it. A page on a custom scheme has no `crypto.subtle`, and the bodies a page makes carry their hash so that
 * the host can tell a damaged one.
 */
export function sha256(bytes: Uint8Array): string {
  const { length } = bytes;
  const state = new Uint32Array(initialState);
  const words = new Uint32Array(64);
  const whole = length - (length % 64);
  for (let at = 0; at < whole; at += 64) digest(state, words, bytes, at);
  // What is left, a one bit, zeros, and the length in bits: one or two more blocks.
  const tail = new Uint8Array(length - whole < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[length - whole] = 0x80;
  const end = new DataView(tail.buffer, tail.length - 8);
  end.setUint32(0, Math.floor(length / 0x20000000));
  end.setUint32(4, (length << 3) >>> 0);
  for (let at = 0; at < tail.length; at += 64) digest(state, words, tail, at);
  let hex = "";
  for (const word of state) hex += word.toString(16).padStart(8, "0");
  return hex;
}

const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate += 1) {
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
}

/** The first 32 bits of the fraction of a number. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 0x100000000) >>> 0;
}

const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const roundConstants = new Uint32Array(primes.map((prime) => fraction(Math.cbrt(prime))));

function digest(state: Uint32Array, words: Uint32Array, bytes: Uint8Array, at: number): void {
  for (let index = 0; index < 16; index += 1) {
    const byte = at + index * 4;
    words[index] = (bytes[byte] << 24) | (bytes[byte + 1] << 16) | (bytes[byte + 2] << 8) | bytes[byte + 3];
  }
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15];
    const late = words[index - 2];
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] + low + words[index - 7] + high) | 0;
  }
  let a = state[0] | 0;
  let b = state[1] | 0;
  let c = state[2] | 0;
  let d = state[3] | 0;
  let e = state[4] | 0;
  let f = state[5] | 0;
  let g = state[6] | 0;
  let h = state[7] | 0;
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + roundConstants[index] + words[index]) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
