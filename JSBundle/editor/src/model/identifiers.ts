import { BlockID } from "./block";

/** Makes one new block ID per call; never the same twice in one document. */
export type IdentifierGenerator = () => BlockID;

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Twelve characters of 36 are 62 bits: among a million blocks two meet with a chance below one in a million. */
const length = 12;

/**
 * Makes IDs from a source of random numbers between 0 and 1. The source is an argument because the layers of the model
 * read no globals: the page gives `Math.random` or one built on `crypto`, a test gives a seeded one.
 */
export function randomIdentifiers(random: () => number): IdentifierGenerator {
  return () => {
    let id = "";
    for (let index = 0; index < length; index++) id += alphabet[Math.floor(random() * alphabet.length)];
    return id;
  };
}

/** Makes the same IDs for the same seed, for tests and for comparing two engines. */
export function seededIdentifiers(seed: number): IdentifierGenerator {
  return randomIdentifiers(seededRandom(seed));
}

/** A small random number source that gives the same row for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
