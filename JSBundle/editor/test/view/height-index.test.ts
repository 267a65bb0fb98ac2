import { expect } from "chai";
import { seededRandom } from "../../src/model";
import { HeightIndex } from "../../src/view/height-index";
import { mergeRanges, visibleRange } from "../../src/view/ranges";

describe("the height index", () => {
  it("answers as a plain list of heights does, whatever is done to it", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seededRandom(seed);
      const pick = (below: number): number => Math.floor(random() * below);
      const list = Array.from({ length: pick(200) }, () => 10);
      const index = new HeightIndex(list.length, 10);
      for (let step = 0; step < 200; step += 1) {
        const at = pick(list.length + 1);
        const height = pick(50);
        switch (pick(3)) {
          case 0: {
            const count = pick(20);
            index.insert(at, count, height);
            list.splice(at, 0, ...Array.from({ length: count }, () => height));
            break;
          }
          case 1: {
            const count = Math.min(pick(10), list.length - at);
            index.remove(at, count);
            list.splice(at, count);
            break;
          }
          default:
            if (at < list.length) {
              index.set(at, height);
              list[at] = height;
            }
        }
        const sum = (to: number): number => list.slice(0, to).reduce((total, each) => total + each, 0);
        const place = pick(list.length + 1);
        expect(index.count, `seed ${seed}`).to.equal(list.length);
        expect(index.total, `seed ${seed}`).to.equal(sum(list.length));
        expect(index.top(place), `seed ${seed}`).to.equal(sum(place));
        if (list.length === 0) continue;
        const distance = pick(sum(list.length) + 1);
        let expected = 0;
        while (expected < list.length - 1 && sum(expected + 1) <= distance) expected += 1;
        const found = index.indexAt(distance);
        // Blocks without height share a place: any of them that covers it will do.
        expect(sum(found) <= distance, `seed ${seed}`).to.equal(true);
        expect(found >= expected || sum(found + 1) > distance, `seed ${seed}`).to.equal(true);
        expect(index.height(found)).to.equal(list[found]);
      }
    }
  });

  it("remembers only what was looked at", () => {
    const index = new HeightIndex(1_000_000, 30);
    expect(index.runs).to.equal(1);
    index.set(500_000, 100);
    expect(index.runs).to.equal(3);
    expect(index.total).to.equal(30_000_070);
    expect(index.indexAt(15_000_050)).to.equal(500_000);
    expect(index.indexAt(15_000_100)).to.equal(500_001);
  });

  it("refuses a block that is not there by its number", () => {
    const index = new HeightIndex(3, 10);
    for (const wrong of [-1, 4, 1.5, NaN]) expect(() => index.top(wrong)).to.throw(RangeError);
    expect(() => index.height(3)).to.throw(RangeError, "3");
  });
});

describe("the visible range", () => {
  it("is never empty while there are blocks", () => {
    const heights = new HeightIndex(10, 30);
    expect(visibleRange(heights, 0, 90, 30)).to.deep.equal({ from: 0, to: 5 });
    expect(visibleRange(heights, 1e9, 90, 30)).to.deep.equal({ from: 9, to: 10 });
    expect(visibleRange(heights, -50, 0, 0)).to.deep.equal({ from: 0, to: 1 });
    expect(visibleRange(new HeightIndex(0, 30), 0, 90, 0)).to.deep.equal({ from: 0, to: 0 });
  });

  it("becomes one with those it touches", () => {
    expect(
      mergeRanges([
        { from: 8, to: 9 },
        { from: 3, to: 3 },
        { from: 0, to: 5 },
        { from: 5, to: 6 },
      ]),
    ).to.deep.equal([
      { from: 0, to: 6 },
      { from: 8, to: 9 },
    ]);
  });
});
