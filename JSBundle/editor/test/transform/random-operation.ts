import { AttributeValue, Block, BlockDocument, blockSpecs, BlockType, markTypes } from "../../src/model";
import { AttributePatch, DocumentOperation, MarkChange } from "../../src/transform";
import { RandomDocuments } from "../model/random-document";

const types: readonly BlockType[] = ["paragraph", "heading", "bulletItem", "orderedItem", "taskItem", "quote", "codeBlock"];

/** Makes operations that fit a document most of the time; some do not, which is for `apply` to find. */
export class RandomOperations {
  constructor(private readonly documents: RandomDocuments) {}

  next(document: BlockDocument): DocumentOperation {
    const { documents } = this;
    const index = documents.integer(document.count);
    const block = document.at(index);
    const place = (): number => documents.place(block.text);
    const [start, end] = [place(), place()].sort((left, right) => left - right);
    switch (documents.integer(7)) {
      case 0:
        return { type: "insertText", blockID: block.id, offset: start, text: documents.text(6) };
      case 1:
        return { type: "deleteRange", blockID: block.id, start, end };
      case 2:
        return { type: "splitBlock", blockID: block.id, offset: start, newBlockID: documents.makeIdentifier() };
      case 3:
      case 4: {
        const leading = document.at(Math.max(0, index - 1));
        return { type: "mergeBlocks", leadingID: leading.id, trailingID: block.id };
      }
      case 5:
        return { type: "insertEmbed", parentID: block.id, index: start, embed: documents.embed() };
      default:
        return { type: "setAttributes", targetID: block.id, patch: this.patch(block, start, end) };
    }
  }

  private patch(block: Block, start: number, end: number): AttributePatch {
    const { documents } = this;
    const patch: { -readonly [name in keyof AttributePatch]: AttributePatch[name] } = {};
    if (documents.chance(0.4)) {
      const type = documents.pick(types);
      const attributes: { [name: string]: AttributeValue } = {};
      if (type === "heading") attributes.level = 1 + documents.integer(6);
      if (type === "taskItem") attributes.checked = documents.chance(0.5);
      patch.type = type;
      patch.attributes = attributes;
    }
    if (documents.chance(0.3)) patch.depth = documents.integer(4);
    const inline = blockSpecs[patch.type ?? block.type].inline;
    if (inline && start < end && documents.chance(0.7)) patch.marks = [this.markChange(start, end)];
    return patch;
  }

  private markChange(start: number, end: number): MarkChange {
    const { documents } = this;
    const type = documents.pick(markTypes);
    if (documents.chance(0.3)) return { type, start, end, attributes: null };
    return { type, start, end, attributes: type === "link" ? documents.link() : {} };
  }
}
