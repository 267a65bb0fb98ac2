import { expect } from "chai";
import { BlockDocument, sameContent } from "../../src/model";

/** Expects two documents to say the same, IDs aside; a failure shows the first block that differs. */
export function expectSame(read: BlockDocument, wanted: BlockDocument, label: string): void {
  const found = read.toArray();
  const expected = wanted.toArray();
  const at = expected.findIndex((block, index) => found[index] === undefined || !sameContent(block, found[index]));
  if (at < 0 && found.length === expected.length) return;
  const difference = `read   ${JSON.stringify(found[at])}\nwanted ${JSON.stringify(expected[at])}`;
  expect.fail(`${label}\nblock ${at} of ${expected.length}, ${found.length} read:\n${difference}`);
}
