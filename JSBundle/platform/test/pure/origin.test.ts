import { expect } from "chai";
import { isOpaque, originForHost, originForPages } from "../../src/origin";

describe("origins", () => {
  const table: Array<[origin: string, forPages: string, forHost: string]> = [
    ["https://app.local", "https://app.local", "https://app.local"],
    ["bridgehead-editor://app", "bridgehead-editor://app", "bridgehead-editor://app"],
    ["file://", "null", "file://"],
    ["opaque:7", "null", "null"],
  ];
  for (const [origin, forPages, forHost] of table) {
    it(`shows ${origin} as ${forPages} to pages and as ${forHost} to the host`, () => {
      expect([originForPages(origin), originForHost(origin)]).to.deep.equal([forPages, forHost]);
      expect(isOpaque(origin)).to.equal(forHost === "null");
    });
  }
});
