/**
 * An immutable map as a trie over hash bits: a change copies one path and shares the rest, so every version of a
 * document keeps its own index at the cost of the difference.
 */

/** What a map needs to know of its keys. */
export type Hash<Key> = (key: Key) => number;

/** Spreads the bits of a string's units (FNV-1a). */
export const hashString: Hash<string> = (key) => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 0;
};

/** Spreads the bits of a whole number. */
export const hashNumber: Hash<number> = (key) => {
  let hash = Math.imul(key ^ (key >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
};

interface Entry<Key, Value> {
  readonly kind: "entry";
  readonly hash: number;
  readonly key: Key;
  readonly value: Value;
}

/** Keys with one and the same hash. */
interface Collision<Key, Value> {
  readonly kind: "collision";
  readonly hash: number;
  readonly entries: readonly Entry<Key, Value>[];
}

interface Branch<Key, Value> {
  readonly kind: "branch";
  /** Which of the 32 places are taken; `nodes` holds only those, in order. */
  readonly bitmap: number;
  readonly nodes: readonly TrieNode<Key, Value>[];
}

type TrieNode<Key, Value> = Entry<Key, Value> | Collision<Key, Value> | Branch<Key, Value>;

const bitsPerLevel = 5;

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24) & 0x3f;
}

/** An immutable map with look-up, insertion and removal in logarithmic time. */
export class PersistentMap<Key, Value> {
  private constructor(
    private readonly hash: Hash<Key>,
    private readonly root: TrieNode<Key, Value> | undefined,
    readonly size: number,
  ) {}

  /** A map without entries for keys hashed by `hash`. */
  static empty<Key, Value>(hash: Hash<Key>): PersistentMap<Key, Value> {
    return new PersistentMap<Key, Value>(hash, undefined, 0);
  }

  /** The value of a key, or `undefined`. */
  get(key: Key): Value | undefined {
    const hash = this.hash(key);
    let node = this.root;
    for (let shift = 0; node !== undefined; shift += bitsPerLevel) {
      if (node.kind === "entry") return node.key === key ? node.value : undefined;
      if (node.kind === "collision") return node.entries.find((entry) => entry.key === key)?.value;
      const bit = 1 << ((hash >>> shift) & 31);
      if ((node.bitmap & bit) === 0) return undefined;
      node = node.nodes[bitCount(node.bitmap & (bit - 1))];
    }
    return undefined;
  }

  /** The map with a key set to a value. */
  set(key: Key, value: Value): PersistentMap<Key, Value> {
    const entry: Entry<Key, Value> = { kind: "entry", hash: this.hash(key), key, value };
    if (this.root === undefined) return new PersistentMap(this.hash, entry, 1);
    const had = this.get(key) !== undefined;
    return new PersistentMap(this.hash, insert(this.root, entry, 0), this.size + (had ? 0 : 1));
  }
}

function insert<Key, Value>(
  node: TrieNode<Key, Value>,
  entry: Entry<Key, Value>,
  shift: number,
): TrieNode<Key, Value> {
  if (node.kind === "branch") {
    const bit = 1 << ((entry.hash >>> shift) & 31);
    const place = bitCount(node.bitmap & (bit - 1));
    const nodes = node.nodes.slice();
    if ((node.bitmap & bit) !== 0) nodes[place] = insert(nodes[place], entry, shift + bitsPerLevel);
    else nodes.splice(place, 0, entry);
    return { kind: "branch", bitmap: node.bitmap | bit, nodes };
  }
  if (node.hash === entry.hash) {
    const entries = node.kind === "entry" ? [node] : node.entries;
    const others = entries.filter((other) => other.key !== entry.key);
    if (others.length === 0) return entry;
    return { kind: "collision", hash: entry.hash, entries: [...others, entry] };
  }
  const place = (node.hash >>> shift) & 31;
  const branch: Branch<Key, Value> = { kind: "branch", bitmap: 1 << place, nodes: [node] };
  return insert(branch, entry, shift);
}
