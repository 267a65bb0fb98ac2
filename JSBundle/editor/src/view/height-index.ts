/**
 * The heights of all blocks of a document, as sums that are found by halving.
 *
 * A row of runs, each a number of neighbouring blocks of one height, in a balanced tree (a treap: ordered by place, heaped by a
 * random priority). A document that was just opened is one run, however long; only blocks that were looked at make runs of their own.
 * So opening costs nothing per block, and finding, changing, inserting and removing cost the logarithm of what was looked at.
 */
export class HeightIndex {
  private root: Run | undefined;
  private random = 0x9e3779b9;

  /** `count` blocks of `height` each. */
  constructor(count: number, height: number) {
    this.insert(0, count, height);
  }

  get count(): number {
    return this.root?.totalCount ?? 0;
  }

  /** The height of everything. */
  get total(): number {
    return this.root?.totalHeight ?? 0;
  }

  /** The distance from the top of the first block to the top of block `index`; `index` may be the count. */
  top(index: number): number {
    this.check(index, this.count);
    let sum = 0;
    let rest = index;
    let run = this.root;
    while (run !== undefined && rest > 0) {
      const before = run.left?.totalCount ?? 0;
      if (rest < before) {
        run = run.left;
        continue;
      }
      sum += run.left?.totalHeight ?? 0;
      rest -= before;
      if (rest <= run.count) return sum + rest * run.height;
      sum += run.count * run.height;
      rest -= run.count;
      run = run.right;
    }
    return sum;
  }

  /** The height of one block. */
  height(index: number): number {
    this.check(index, this.count - 1);
    let rest = index;
    let run = this.root;
    while (run !== undefined) {
      const before = run.left?.totalCount ?? 0;
      if (rest < before) {
        run = run.left;
        continue;
      }
      rest -= before;
      if (rest < run.count) return run.height;
      rest -= run.count;
      run = run.right;
    }
    return 0;
  }

  /** The block that covers a distance from the top; the nearest one when the distance is outside. -1 without blocks. */
  indexAt(distance: number): number {
    if (this.root === undefined) return -1;
    let rest = Math.max(0, distance);
    let index = 0;
    let run: Run | undefined = this.root;
    while (run !== undefined) {
      const before: number = run.left?.totalHeight ?? 0;
      if (rest < before) {
        run = run.left;
        continue;
      }
      rest -= before;
      index += run.left?.totalCount ?? 0;
      if (rest < run.count * run.height) return index + Math.min(run.count - 1, Math.floor(rest / run.height));
      rest -= run.count * run.height;
      index += run.count;
      run = run.right;
    }
    return this.count - 1;
  }

  /** Gives one block another height. */
  set(index: number, height: number): void {
    if (this.height(index) === height) return;
    const [before, rest] = this.split(this.root, index);
    const [, after] = this.split(rest, 1);
    this.root = join(join(before, this.run(1, height)), after);
  }

  /** Puts `count` blocks of `height` before block `index`. */
  insert(index: number, count: number, height: number): void {
    this.check(index, this.count);
    if (count <= 0) return;
    const [before, after] = this.split(this.root, index);
    this.root = join(join(before, this.run(count, height)), after);
  }

  /** Takes `count` blocks away, from `index` on. */
  remove(index: number, count: number): void {
    if (count <= 0) return;
    this.check(index, this.count);
    this.check(index + count, this.count);
    const [before, rest] = this.split(this.root, index);
    const [, after] = this.split(rest, count);
    this.root = join(before, after);
  }

  /** The number of runs: what the index remembers. */
  get runs(): number {
    const countRuns = (run: Run | undefined): number =>
      run === undefined ? 0 : 1 + countRuns(run.left) + countRuns(run.right);
    return countRuns(this.root);
  }

  private check(index: number, most: number): void {
    if (!Number.isInteger(index) || index < 0 || index > most) {
      throw new RangeError(`block ${index} is outside 0\u2026${most}`);
    }
  }

  private run(count: number, height: number): Run {
    // xorshift: the balance needs numbers without a pattern, not numbers nobody can guess.
    let next = this.random;
    next ^= next << 13;
    next ^= next >>> 17;
    next ^= next << 5;
    this.random = next;
    return total({ count, height, priority: next >>> 0, left: undefined, right: undefined, totalCount: 0, totalHeight: 0 });
  }

  /** Cuts a tree after `count` blocks; a run that the cut goes through becomes two. */
  private split(run: Run | undefined, count: number): [Run | undefined, Run | undefined] {
    if (run === undefined) return [undefined, undefined];
    const before = run.left?.totalCount ?? 0;
    if (count <= before) {
      const [left, right] = this.split(run.left, count);
      run.left = right;
      return [left, total(run)];
    }
    if (count >= before + run.count) {
      const [left, right] = this.split(run.right, count - before - run.count);
      run.right = left;
      return [total(run), right];
    }
    const rest = this.run(run.count - (count - before), run.height);
    const right = join(rest, run.right);
    run.count = count - before;
    run.right = undefined;
    return [total(run), right];
  }
}

interface Run {
  count: number;
  height: number;
  readonly priority: number;
  left: Run | undefined;
  right: Run | undefined;
  totalCount: number;
  totalHeight: number;
}

function total(run: Run): Run {
  run.totalCount = run.count + (run.left?.totalCount ?? 0) + (run.right?.totalCount ?? 0);
  run.totalHeight = run.count * run.height + (run.left?.totalHeight ?? 0) + (run.right?.totalHeight ?? 0);
  return run;
}

function join(left: Run | undefined, right: Run | undefined): Run | undefined {
  if (left === undefined) return right;
  if (right === undefined) return left;
  if (left.priority >= right.priority) {
    left.right = join(left.right, right);
    return total(left);
  }
  right.left = join(left, right.left);
  return total(right);
}
