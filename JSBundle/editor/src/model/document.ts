import { AttributeValue } from "./attributes";
import { Block, BlockID, blocksEqual } from "./block";
import {
  blockInTree,
  buildTree,
  indexOfRoot,
  isLeaf,
  nextAtMost,
  previousAtMost,
  replaceInTree,
  spliceTree,
  totalBefore,
  TreeChange,
  TreeNode,
} from "./block-tree";
import { hashNumber, hashString, PersistentMap } from "./persistent-map";
import { Position } from "./position";

/** Where a block is gone from the index although the shared base still knows it. */
const removed = -1;

/** When an index holds this many changes it is worth making a new base. */
const rebaseThreshold = 4096;

/** The way from a block up to the root: block to leaf, node to parent. */
interface Index {
  /** The leaves of all blocks at the time the base was made; shared by many versions and never changed. */
  readonly base: ReadonlyMap<BlockID, number>;
  readonly leaves: PersistentMap<BlockID, number>;
}

/** What a document carries besides its blocks: comment threads, and blocks kept after they went. */
export interface DocumentExtras {
  readonly threads: readonly AttributeValue[];
  readonly graveyard: readonly AttributeValue[];
}

const noExtras: DocumentExtras = { threads: [], graveyard: [] };

/**
 * A document: an immutable row of blocks, where a block's depth says what it belongs to.
 *
 * The children of a block are the blocks that follow it with a greater depth, up to the next one that is as shallow. An
 * edit makes another document that shares everything it did not touch. Looking up by index or ID and every edit take
 * time logarithmic in the number of blocks. All methods that take an index throw a `RangeError` that names it when
 * there is no such block.
 */
export class BlockDocument {
  private index: Index | undefined;

  private constructor(
    private readonly root: TreeNode,
    private readonly parents: PersistentMap<number, number>,
    private readonly firstFreeName: number,
    index: Index | undefined,
    private readonly extras: DocumentExtras,
  ) {
    this.index = index;
  }

  /** A document of these blocks. Trusts that no ID is there twice; `duplicateID` finds one that is. */
  static of(blocks: readonly Block[], extras: DocumentExtras = noExtras): BlockDocument {
    const change = new TreeChange(1);
    const root = buildTree(blocks, change);
    let parents = PersistentMap.empty<number, number>(hashNumber);
    for (const [node, parent] of change.movedNodes) parents = parents.set(node, parent);
    return new BlockDocument(root, parents, change.firstFreeName, undefined, extras);
  }

  /** The number of blocks, nested ones included. */
  get count(): number {
    return this.root.count;
  }

  /** The number of top-level blocks. */
  get rootCount(): number {
    return this.root.roots;
  }

  /** The number of UTF-16 units in all blocks. */
  get characters(): number {
    return this.root.characters;
  }

  get threads(): readonly AttributeValue[] {
    return this.extras.threads;
  }

  get graveyard(): readonly AttributeValue[] {
    return this.extras.graveyard;
  }

  // Looking up

  /** The block at an index of the row. */
  at(index: number): Block {
    this.checkIndex(index);
    return blockInTree(this.root, index);
  }

  /** Whether there is a block with this ID. */
  has(id: BlockID): boolean {
    return this.leafOf(id) !== undefined;
  }

  /** The block with an ID, or `undefined`. */
  get(id: BlockID): Block | undefined {
    const index = this.indexOf(id);
    return index < 0 ? undefined : blockInTree(this.root, index);
  }

  /** The index of the block with an ID, or -1. */
  indexOf(id: BlockID): number {
    const leaf = this.leafOf(id);
    if (leaf === undefined) return -1;
    const path = [leaf];
    while (path[path.length - 1] !== this.root.name) {
      const parent = this.parents.get(path[path.length - 1]);
      if (parent === undefined) break;
      path.push(parent);
    }
    let node = this.root;
    let index = 0;
    for (let level = path.length - 1; level >= 0; level--) {
      if (isLeaf(node)) break;
      const wanted = path[level - 1];
      for (const child of node.nodes) {
        if (child.name === wanted) {
          node = child;
          break;
        }
        index += child.count;
      }
    }
    if (!isLeaf(node)) throw new Error(`the index of block ${id} does not lead to a leaf`);
    for (const block of node.blocks) {
      if (block.id === id) return index;
      index++;
    }
    throw new Error(`the index of block ${id} leads to a leaf without it`);
  }

  /** The blocks from one index up to another, in their order. */
  *blocks(from: number = 0, to: number = this.count): IterableIterator<Block> {
    yield* iterate(this.root, Math.max(0, from), Math.min(to, this.count));
  }

  /** All blocks as an array. */
  toArray(): Block[] {
    const result: Block[] = [];
    collect(this.root, result);
    return result;
  }

  // Nesting

  /** The index of the block that the block at `index` is a child of, or -1 at the top. */
  parentIndex(index: number): number {
    const depth = this.at(index).depth;
    return depth === 0 ? -1 : previousAtMost(this.root, index - 1, depth - 1);
  }

  /** The index just after the block at `index` and everything nested in it. */
  subtreeEnd(index: number): number {
    const next = nextAtMost(this.root, index + 1, this.at(index).depth);
    return next < 0 ? this.count : next;
  }

  /** The indexes of the blocks directly below the block at `index`; without an index, those at the top. */
  childIndexes(index?: number): number[] {
    const result: number[] = [];
    const end = index === undefined ? this.count : this.subtreeEnd(index);
    for (let child = index === undefined ? 0 : index + 1; child < end; child = this.subtreeEnd(child)) {
      result.push(child);
    }
    return result;
  }

  /** The index of the block that comes before the block at `index` in the same parent, or -1. */
  previousSiblingIndex(index: number): number {
    const depth = this.at(index).depth;
    const before = previousAtMost(this.root, index - 1, depth);
    return before >= 0 && this.at(before).depth === depth ? before : -1;
  }

  /** The index of the block that comes after the block at `index` in the same parent, or -1. */
  nextSiblingIndex(index: number): number {
    const end = this.subtreeEnd(index);
    return end < this.count && this.at(end).depth === this.at(index).depth ? end : -1;
  }

  /** The index of the top-level block with this number, counted from 0. */
  rootIndex(number: number): number {
    const index = indexOfRoot(this.root, number);
    if (index < 0) throw new RangeError(`there is no top-level block ${number} in a document of ${this.rootCount}`);
    return index;
  }

  /** The number of the top-level block that the block at `index` is or belongs to. */
  rootNumber(index: number): number {
    this.checkIndex(index);
    return Math.max(0, totalBefore(this.root, index + 1, "roots") - 1);
  }

  /** The number of UTF-16 units in the blocks before an index. */
  charactersBefore(index: number): number {
    return totalBefore(this.root, index, "characters");
  }

  // Places

  /** The place before the first character. */
  get start(): Position {
    return { blockID: this.at(0).id, offset: 0 };
  }

  /** The place after the last character. */
  get end(): Position {
    const last = this.at(this.count - 1);
    return { blockID: last.id, offset: last.length };
  }

  /** Which of two places comes first: negative, zero or positive. Throws a `RangeError` for an unknown block. */
  comparePositions(left: Position, right: Position): number {
    if (left.blockID === right.blockID) return left.offset - right.offset;
    const [first, second] = [left, right].map((position) => {
      const index = this.indexOf(position.blockID);
      if (index < 0) throw new RangeError(`there is no block ${position.blockID}`);
      return index;
    });
    return first - second;
  }

  // Changing

  /** The document with the block at `index` replaced by one with the same ID. */
  replace(index: number, block: Block): BlockDocument {
    const old = this.at(index);
    if (old === block) return this;
    if (old.id !== block.id) return this.splice(index, 1, [block]);
    const root = replaceInTree(this.root, index, block);
    return new BlockDocument(root, this.parents, this.firstFreeName, this.index, this.extras);
  }

  /**
   * The document with `count` blocks from `index` on replaced by others.
   *
   * Throws a `RangeError` when the range is not in the document or an inserted ID is already in it.
   */
  splice(index: number, count: number, inserted: readonly Block[] = []): BlockDocument {
    if (!Number.isInteger(index) || !Number.isInteger(count) || index < 0 || count < 0 || index + count > this.count) {
      throw new RangeError(`blocks ${index}…${index + count} are outside 0…${this.count}`);
    }
    const change = new TreeChange(this.firstFreeName);
    const leaving = new Set<BlockID>();
    for (const block of this.blocks(index, index + count)) leaving.add(block.id);
    for (const block of inserted) {
      if (this.has(block.id) && !leaving.has(block.id)) throw new RangeError(`block ${block.id} is already there`);
      leaving.delete(block.id);
    }
    const old = this.indexed();
    const root = spliceTree(this.root, index, count, inserted, change);
    let parents = this.parents;
    for (const [node, parent] of change.movedNodes) parents = parents.set(node, parent);
    let leaves = old.leaves;
    for (const id of change.removedBlocks) leaves = leaves.set(id, removed);
    for (const [id, leaf] of change.movedBlocks) leaves = leaves.set(id, leaf);
    const tooLong = leaves.size > Math.max(rebaseThreshold, root.count / 4);
    const next = tooLong ? undefined : { base: old.base, leaves };
    return new BlockDocument(root, parents, change.firstFreeName, next, this.extras);
  }

  /** The same blocks with other threads or graveyard. */
  withExtras(extras: Partial<DocumentExtras>): BlockDocument {
    const all = { ...this.extras, ...extras };
    return new BlockDocument(this.root, this.parents, this.firstFreeName, this.index, all);
  }

  // Comparing

  /** Whether two documents hold equal blocks with equal IDs; shared parts are not looked at. */
  equals(other: BlockDocument): boolean {
    if (this === other) return true;
    if (this.count !== other.count) return false;
    return this.root === other.root || equalRows(this.root, other.root);
  }

  /** An ID that two blocks share, or `undefined`: to be asked once of blocks from outside. */
  duplicateID(): BlockID | undefined {
    const seen = new Set<BlockID>();
    return this.toArray().find(({ id }) => seen.size === seen.add(id).size)?.id;
  }

  private checkIndex(index: number): void {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) {
      throw new RangeError(`there is no block ${index} in a document of ${this.count}`);
    }
  }

  private leafOf(id: BlockID): number | undefined {
    const index = this.indexed();
    const leaf = index.leaves.get(id) ?? index.base.get(id);
    return leaf === removed ? undefined : leaf;
  }

  /** The index, made at the first question: a document that is only shown never needs one. */
  private indexed(): Index {
    if (this.index === undefined) {
      const base = new Map<BlockID, number>();
      fillIndex(this.root, base);
      this.index = { base, leaves: PersistentMap.empty<BlockID, number>(hashString) };
    }
    return this.index;
  }
}

function fillIndex(node: TreeNode, base: Map<BlockID, number>): void {
  if (isLeaf(node)) for (const block of node.blocks) base.set(block.id, node.name);
  else for (const child of node.nodes) fillIndex(child, base);
}

function collect(node: TreeNode, result: Block[]): void {
  if (isLeaf(node)) for (const block of node.blocks) result.push(block);
  else for (const child of node.nodes) collect(child, result);
}

function* iterate(node: TreeNode, from: number, to: number): IterableIterator<Block> {
  if (from >= to) return;
  if (isLeaf(node)) {
    for (let index = from; index < to && index < node.blocks.length; index++) yield node.blocks[index];
    return;
  }
  let start = 0;
  for (const child of node.nodes) {
    const end = start + child.count;
    if (end > from && start < to) yield* iterate(child, Math.max(0, from - start), Math.min(child.count, to - start));
    start = end;
    if (start >= to) return;
  }
}

/** Compares two trees of one length; where both share a node at the same place it is taken as equal. */
function equalRows(left: TreeNode, right: TreeNode): boolean {
  if (left === right) return true;
  if (!isLeaf(left) && !isLeaf(right) && left.nodes.length === right.nodes.length) {
    if (left.nodes.every((node, place) => node.count === right.nodes[place].count)) {
      return left.nodes.every((node, place) => equalRows(node, right.nodes[place]));
    }
  }
  const first: Block[] = [];
  const second: Block[] = [];
  collect(left, first);
  collect(right, second);
  return first.every((block, index) => blocksEqual(block, second[index]));
}
