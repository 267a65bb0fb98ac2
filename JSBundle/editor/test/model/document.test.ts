import { expect } from "chai";
import { Block, BlockDocument, isWellNested, seededIdentifiers, seededRandom } from "../../src/model";
import { freshSeed, patience, RandomDocuments, rounds } from "./random-document";

function row(count: number): Block[] {
  return Array.from({ length: count }, (_, index) => new Block(`b${index}`, "paragraph", 0, {}, `text ${index}`));
}

describe("BlockDocument", () => {
  it("finds every block by index and by ID, at any size", () => {
    for (const count of [1, 63, 64, 65, 4096, 10000]) {
      const document = BlockDocument.of(row(count));
      expect(document.count).to.equal(count);
      for (const index of [0, count >> 1, count - 1]) {
        expect(document.at(index).id).to.equal(`b${index}`);
        expect(document.indexOf(`b${index}`)).to.equal(index);
      }
      expect(document.indexOf("nobody")).to.equal(-1);
    }
  });

  it("refuses an index that is outside, naming it", () => {
    const document = BlockDocument.of(row(3));
    expect(() => document.at(3)).to.throw(RangeError, "no block 3 in a document of 3");
    expect(() => document.splice(2, 2)).to.throw(RangeError, "2…4");
    expect(() => document.splice(0, 0, [new Block("b1", "paragraph")])).to.throw(RangeError, "b1");
  });

  it("shares untouched blocks between versions and leaves the old version as it was", () => {
    const before = BlockDocument.of(row(5000));
    const after = before.replace(2500, before.at(2500).with({ text: "new" }));
    expect(before.at(2500).text).to.equal("text 2500");
    expect(after.at(2500).text).to.equal("new");
    for (let index = 0; index < 5000; index += 7) {
      if (index !== 2500) expect(after.at(index)).to.equal(before.at(index));
    }
    expect(after.characters).to.equal(before.characters + 3 - "text 2500".length);
  });

  it("agrees with a plain array over random edits, old versions included", function () {
    this.timeout(patience);
    const seed = freshSeed();
    const random = seededRandom(seed);
    const makeIdentifier = seededIdentifiers(seed);
    let document = BlockDocument.of(row(150));
    let model = document.toArray();
    const versions: { document: BlockDocument; model: Block[] }[] = [];
    for (let round = 0; round < 3000; round++) {
      const index = Math.floor(random() * (model.length + 1));
      const growing = Math.floor(round / 500) % 2 === 0;
      const removed = Math.min(model.length - index, Math.floor(random() * (growing ? 3 : 9)));
      const added = Math.floor(random() * (growing ? 9 : 3)) * (random() < 0.02 ? 40 : 1);
      const blocks = Array.from({ length: added }, () =>
        new Block(makeIdentifier(), "paragraph", Math.floor(random() * 4), {}, "x".repeat(Math.floor(random() * 5))),
      );
      document = document.splice(index, removed, blocks);
      model = [...model.slice(0, index), ...blocks, ...model.slice(index + removed)];
      if (round % 300 === 0) versions.push({ document, model });
      if (round % 20 === 0) check(document, model, `seed ${seed}, round ${round}`);
    }
    versions.forEach((version, number) => check(version.document, version.model, `seed ${seed}, version ${number}`));
  });

  it("knows parents, subtrees and siblings from depths", () => {
    const depths = [0, 1, 2, 2, 1, 0, 0, 1];
    const document = BlockDocument.of(depths.map((depth, index) => new Block(`n${index}`, "bulletItem", depth)));
    expect(depths.map((_, index) => document.parentIndex(index))).to.deep.equal([-1, 0, 1, 1, 0, -1, -1, 6]);
    expect(depths.map((_, index) => document.subtreeEnd(index))).to.deep.equal([5, 4, 3, 4, 5, 6, 8, 8]);
    expect(document.childIndexes()).to.deep.equal([0, 5, 6]);
    expect(document.childIndexes(0)).to.deep.equal([1, 4]);
    expect(document.nextSiblingIndex(1)).to.equal(4);
    expect(document.previousSiblingIndex(4)).to.equal(1);
    expect(document.previousSiblingIndex(1)).to.equal(-1);
    expect([0, 4, 5, 7].map((index) => document.rootNumber(index))).to.deep.equal([0, 0, 1, 2]);
    expect([0, 1, 2].map((number) => document.rootIndex(number))).to.deep.equal([0, 5, 6]);
  });

  it("makes random documents that are well nested", () => {
    for (let round = 0; round < rounds; round++) {
      const documents = new RandomDocuments(round);
      expect(isWellNested(documents.document()), `seed ${round}`).to.equal(true);
    }
  });
});

function check(document: BlockDocument, model: readonly Block[], label: string): void {
  expect(document.count, label).to.equal(model.length);
  const same = document.toArray().every((block, index) => block === model[index]);
  expect(same, label).to.equal(true);
  expect([...document.blocks()].length, label).to.equal(model.length);
  expect(document.characters, label).to.equal(model.reduce((sum, block) => sum + block.length, 0));
  expect(document.rootCount, label).to.equal(model.filter((block) => block.depth === 0).length);
  for (let index = 0; index < model.length; index += 1 + (model.length >> 5)) {
    expect(document.indexOf(model[index].id), label).to.equal(index);
    expect(document.at(index), label).to.equal(model[index]);
    const end = model.findIndex((block, at) => at > index && block.depth <= model[index].depth);
    expect(document.subtreeEnd(index), label).to.equal(end < 0 ? model.length : end);
    let parent = index - 1;
    while (parent >= 0 && model[parent].depth >= model[index].depth) parent--;
    expect(document.parentIndex(index), label).to.equal(model[index].depth === 0 ? -1 : parent);
    expect(document.charactersBefore(index), label).to.equal(
      model.slice(0, index).reduce((sum, block) => sum + block.length, 0),
    );
  }
}
