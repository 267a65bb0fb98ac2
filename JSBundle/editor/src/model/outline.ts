import { Block } from "./block";
import { BlockDocument } from "./document";
import { allowsChild } from "./schema";

/** A block with the blocks below it. */
export interface OutlineNode {
  readonly block: Block;
  readonly children: readonly OutlineNode[];
}

interface OpenNode {
  readonly block: Block;
  readonly children: OpenNode[];
}

/**
 * The tree that a row of blocks with depths means.
 *
 * Operations change depths and types one block at a time, so a row may for a while be nested in a way the schema does
 * not allow. The outline repairs that, always in the same way and without an operation: a block goes to the nearest
 * block before it that is shallower and may hold it, else further up; a row outside a table or a cell outside a row
 * becomes a paragraph; blocks inside what cannot hold blocks come after it. A part of a document, from one top-level
 * block up to another, can be asked for alone.
 */
export function outline(document: BlockDocument, from: number = 0, to: number = document.count): OutlineNode[] {
  const top: OpenNode[] = [];
  const open: { node: OpenNode; depth: number }[] = [];
  for (const block of document.blocks(from, to)) {
    while (open.length > 0) {
      const last = open[open.length - 1];
      if (last.depth < block.depth && allowsChild(last.node.block.type, block.type)) break;
      if (last.depth < block.depth && !isTablePart(block) && isTablePart(last.node.block)) {
        open.pop();
        continue;
      }
      open.pop();
    }
    const parent = open[open.length - 1];
    const fits = parent !== undefined || allowsChild(undefined, block.type);
    const shown = fits ? block : block.with({ type: "paragraph", attributes: {} });
    const node: OpenNode = { block: shown, children: [] };
    (parent === undefined ? top : parent.node.children).push(node);
    open.push({ node, depth: block.depth });
  }
  return top;
}

function isTablePart(block: Block): boolean {
  return block.type === "table" || block.type === "tableRow" || block.type === "tableCell";
}

/** The row of blocks that an outline means, each with the depth of its place. */
export function flatten(nodes: readonly OutlineNode[]): Block[] {
  const result: Block[] = [];
  const add = (node: OutlineNode, depth: number): void => {
    result.push(node.block.depth === depth ? node.block : node.block.with({ depth }));
    for (const child of node.children) add(child, depth + 1);
  };
  for (const node of nodes) add(node, 0);
  return result;
}

/** Whether the row of blocks is nested just as the schema wants it. */
export function isWellNested(document: BlockDocument): boolean {
  let index = 0;
  const flat = flatten(outline(document));
  for (const block of document.blocks()) if (flat[index++] !== block) return false;
  return true;
}
