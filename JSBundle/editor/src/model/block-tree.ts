import { Block } from "./block";

/**
 * The row of a document's blocks as a balanced tree of immutable nodes.
 *
 * Every node knows how many blocks, top-level blocks and characters are below it and how shallow the shallowest of them
 * is, so a place is found by counting down from the root. Nodes also have names that survive edits: the index of a
 * document maps a block to the name of its leaf and a node to the name of its parent, and so finds the way back up.
 */
export interface NodeTotals {
  readonly name: number;
  readonly count: number;
  readonly roots: number;
  readonly characters: number;
  readonly minimumDepth: number;
}

/** A node that holds blocks. */
export interface Leaf extends NodeTotals {
  readonly blocks: readonly Block[];
}

/** A node that holds nodes. */
export interface Inner extends NodeTotals {
  readonly nodes: readonly TreeNode[];
}

export type TreeNode = Leaf | Inner;

const maximumFill = 64;
const minimumFill = 16;

export function isLeaf(node: TreeNode): node is Leaf {
  return (node as Leaf).blocks !== undefined;
}

export function makeLeaf(name: number, blocks: readonly Block[]): Leaf {
  let roots = 0;
  let characters = 0;
  let minimumDepth = Infinity;
  for (const block of blocks) {
    if (block.depth === 0) roots++;
    if (block.depth < minimumDepth) minimumDepth = block.depth;
    characters += block.text.length;
  }
  return { name, blocks, count: blocks.length, roots, characters, minimumDepth };
}

export function makeInner(name: number, nodes: readonly TreeNode[]): Inner {
  let count = 0;
  let roots = 0;
  let characters = 0;
  let minimumDepth = Infinity;
  for (const node of nodes) {
    count += node.count;
    roots += node.roots;
    characters += node.characters;
    if (node.minimumDepth < minimumDepth) minimumDepth = node.minimumDepth;
  }
  return { name, nodes, count, roots, characters, minimumDepth };
}

/** What a change did to the names: where blocks and nodes are now, and which blocks are gone. */
export class TreeChange {
  readonly movedBlocks = new Map<string, number>();
  readonly movedNodes = new Map<number, number>();
  readonly removedBlocks = new Set<string>();

  constructor(private nextName: number) {}

  /** A name no node has had. */
  makeName(): number {
    return this.nextName++;
  }

  /** The first name that is still free after the change. */
  get firstFreeName(): number {
    return this.nextName;
  }

  placeBlock(id: string, leaf: number): void {
    this.movedBlocks.set(id, leaf);
    this.removedBlocks.delete(id);
  }

  removeBlock(id: string): void {
    this.movedBlocks.delete(id);
    this.removedBlocks.add(id);
  }
}

/** Cuts a row into pieces of nearly equal length, none longer than a node may be. */
function pieces<Item>(items: readonly Item[], fill: number = maximumFill): (readonly Item[])[] {
  if (items.length <= maximumFill) return [items];
  const number = Math.ceil(items.length / fill);
  const result: (readonly Item[])[] = [];
  for (let index = 0; index < number; index++) {
    const from = Math.floor((index * items.length) / number);
    result.push(items.slice(from, Math.floor(((index + 1) * items.length) / number)));
  }
  return result;
}

/** Builds a tree over a row of blocks; every node's name and parent is written to `change`, blocks' leaves are not. */
export function buildTree(blocks: readonly Block[], change: TreeChange): TreeNode {
  let level: TreeNode[] = pieces(blocks, 48).map((piece) => makeLeaf(change.makeName(), piece));
  while (level.length > 1) {
    level = pieces(level, 48).map((piece) => adopt(change.makeName(), piece, change));
  }
  return level[0];
}

function adopt(name: number, nodes: readonly TreeNode[], change: TreeChange): Inner {
  for (const node of nodes) change.movedNodes.set(node.name, name);
  return makeInner(name, nodes);
}

/** Replaces `removed` blocks from `index` on with others. */
export function spliceTree(
  root: TreeNode,
  index: number,
  removed: number,
  inserted: readonly Block[],
  change: TreeChange,
): TreeNode {
  let level = spliceNode(root, index, removed, inserted, change);
  while (level.length > 1) {
    level = pieces(level).map((piece) => adopt(change.makeName(), piece, change));
  }
  let top = level.length === 0 ? makeLeaf(change.makeName(), []) : level[0];
  while (!isLeaf(top) && top.nodes.length === 1) top = top.nodes[0];
  return top;
}

function spliceNode(
  node: TreeNode,
  index: number,
  removed: number,
  inserted: readonly Block[],
  change: TreeChange,
): TreeNode[] {
  if (isLeaf(node)) {
    for (let at = index; at < index + removed; at++) change.removeBlock(node.blocks[at].id);
    const blocks = [...node.blocks.slice(0, index), ...inserted, ...node.blocks.slice(index + removed)];
    if (blocks.length === 0) return [];
    return leavesFor(node.name, blocks, inserted, change);
  }
  const nodes: TreeNode[] = [];
  const touched = new Set<TreeNode>();
  let start = 0;
  let rest = removed;
  let pending: readonly Block[] | undefined = inserted;
  node.nodes.forEach((child, place) => {
    const end = start + child.count;
    const last = place === node.nodes.length - 1;
    const holdsPlace = pending !== undefined && (index < end || last);
    if (holdsPlace || (rest > 0 && index + removed > start && index < end)) {
      const from = Math.max(0, index - start);
      const take = Math.min(rest, child.count - from);
      const results = spliceNode(child, from, take, holdsPlace ? (pending as readonly Block[]) : [], change);
      if (holdsPlace) pending = undefined;
      rest -= take;
      for (const result of results) {
        nodes.push(result);
        touched.add(result);
      }
    } else {
      nodes.push(child);
    }
    start = end;
  });
  const joined = joinSmall(nodes, touched, change);
  if (joined.length === 0) return [];
  return pieces(joined).map((piece, place) => {
    const name = place === 0 ? node.name : change.makeName();
    for (const child of piece) {
      if (place > 0 || touched.has(child) || !node.nodes.includes(child)) change.movedNodes.set(child.name, name);
    }
    return makeInner(name, piece);
  });
}

function leavesFor(
  name: number,
  blocks: readonly Block[],
  inserted: readonly Block[],
  change: TreeChange,
): Leaf[] {
  return pieces(blocks).map((piece, place) => {
    const leaf = makeLeaf(place === 0 ? name : change.makeName(), piece);
    if (place === 0) {
      const fresh = new Set(inserted);
      for (const block of piece) if (fresh.has(block)) change.placeBlock(block.id, leaf.name);
    } else {
      for (const block of piece) change.placeBlock(block.id, leaf.name);
    }
    return leaf;
  });
}

/** Joins a touched node that became small with a neighbour, so that the tree stays shallow while a document shrinks. */
function joinSmall(nodes: TreeNode[], touched: Set<TreeNode>, change: TreeChange): TreeNode[] {
  const result: TreeNode[] = [];
  for (const node of nodes) {
    const previous = result[result.length - 1];
    if (previous === undefined || !(touched.has(node) || touched.has(previous))) {
      result.push(node);
      continue;
    }
    const joined = join(previous, node, change);
    if (joined === undefined) {
      result.push(node);
    } else {
      result[result.length - 1] = joined;
      touched.add(joined);
    }
  }
  return result;
}

function fill(node: TreeNode): number {
  return isLeaf(node) ? node.blocks.length : node.nodes.length;
}

function join(left: TreeNode, right: TreeNode, change: TreeChange): TreeNode | undefined {
  if (fill(left) >= minimumFill && fill(right) >= minimumFill) return undefined;
  if (fill(left) + fill(right) > maximumFill) return undefined;
  if (isLeaf(left) && isLeaf(right)) {
    for (const block of right.blocks) change.placeBlock(block.id, left.name);
    return makeLeaf(left.name, [...left.blocks, ...right.blocks]);
  }
  if (!isLeaf(left) && !isLeaf(right)) {
    for (const node of right.nodes) change.movedNodes.set(node.name, left.name);
    return makeInner(left.name, [...left.nodes, ...right.nodes]);
  }
  return undefined;
}

/** Replaces one block where it stands; names do not change. */
export function replaceInTree(node: TreeNode, index: number, block: Block): TreeNode {
  if (isLeaf(node)) {
    const blocks = node.blocks.slice();
    blocks[index] = block;
    return makeLeaf(node.name, blocks);
  }
  const nodes = node.nodes.slice();
  let start = 0;
  for (let place = 0; place < nodes.length; place++) {
    const end = start + nodes[place].count;
    if (index < end) {
      nodes[place] = replaceInTree(nodes[place], index - start, block);
      return makeInner(node.name, nodes);
    }
    start = end;
  }
  throw new RangeError(`block index ${index} is outside the tree`);
}

/** The block at an index. */
export function blockInTree(root: TreeNode, index: number): Block {
  let node = root;
  let rest = index;
  while (!isLeaf(node)) {
    let place = 0;
    while (rest >= node.nodes[place].count) rest -= node.nodes[place++].count;
    node = node.nodes[place];
  }
  return node.blocks[rest];
}

/** The index of the first block at or after `from` that is at most `depth` deep, or -1. */
export function nextAtMost(node: TreeNode, from: number, depth: number): number {
  if (node.minimumDepth > depth || from >= node.count) return -1;
  if (isLeaf(node)) {
    for (let index = Math.max(0, from); index < node.count; index++) {
      if (node.blocks[index].depth <= depth) return index;
    }
    return -1;
  }
  let start = 0;
  for (const child of node.nodes) {
    if (from < start + child.count) {
      const found = nextAtMost(child, from - start, depth);
      if (found >= 0) return start + found;
    }
    start += child.count;
  }
  return -1;
}

/** The index of the last block at or before `from` that is at most `depth` deep, or -1. */
export function previousAtMost(node: TreeNode, from: number, depth: number): number {
  if (node.minimumDepth > depth || from < 0) return -1;
  if (isLeaf(node)) {
    for (let index = Math.min(from, node.count - 1); index >= 0; index--) {
      if (node.blocks[index].depth <= depth) return index;
    }
    return -1;
  }
  let end = node.count;
  for (let place = node.nodes.length - 1; place >= 0; place--) {
    const child = node.nodes[place];
    const start = end - child.count;
    if (from >= start) {
      const found = previousAtMost(child, from - start, depth);
      if (found >= 0) return start + found;
    }
    end = start;
  }
  return -1;
}

/** The index of the top-level block with this number among the top-level blocks, or -1. */
export function indexOfRoot(root: TreeNode, number: number): number {
  if (number < 0 || number >= root.roots) return -1;
  let node = root;
  let rest = number;
  let index = 0;
  while (!isLeaf(node)) {
    let place = 0;
    while (rest >= node.nodes[place].roots) {
      rest -= node.nodes[place].roots;
      index += node.nodes[place].count;
      place++;
    }
    node = node.nodes[place];
  }
  for (const block of node.blocks) {
    if (block.depth === 0 && rest-- === 0) return index;
    index++;
  }
  return -1;
}

/** Sums a total over the blocks before an index. */
export function totalBefore(root: TreeNode, index: number, total: "roots" | "characters"): number {
  let node = root;
  let rest = index;
  let sum = 0;
  while (!isLeaf(node)) {
    let place = 0;
    while (place < node.nodes.length - 1 && rest >= node.nodes[place].count) {
      rest -= node.nodes[place].count;
      sum += node.nodes[place][total];
      place++;
    }
    node = node.nodes[place];
  }
  for (let at = 0; at < rest && at < node.blocks.length; at++) {
    sum += total === "roots" ? (node.blocks[at].depth === 0 ? 1 : 0) : node.blocks[at].text.length;
  }
  return sum;
}
