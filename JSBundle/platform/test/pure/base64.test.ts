import { expect } from "chai";
import { atob, btoa } from "../../src/base64";

describe("base64", () => {
  const table: Array<[text: string, encoded: string]> = [
    ["", ""], ["f", "Zg=="], ["fo", "Zm8="], ["foo", "Zm9v"], ["foobar", "Zm9vYmFy"], ["\x00\xff", "AP8="], ["\xfb\xff", "+/8="],
  ];
  for (const [text, encoded] of table) {
    it(`takes ${JSON.stringify(text)} to ${encoded} and back`, () => {
      expect(btoa(text)).to.equal(encoded);
      expect(atob(encoded)).to.equal(text);
    });
  }

  it("forgives white space and missing padding", () => {
    expect(atob(" Zg\t\n= =\f\r")).to.equal("f");
    expect(atob("Zm8")).to.equal("fo");
    expect(atob("Zh==")).to.equal("f");
  });

  for (const text of ["Z", "Zg=", "Z===", "Zg==Zg==", "Zm9v!", "\u00e9"]) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(atob(text)).to.equal(null));
  }

  it("refuses characters beyond a byte", () => expect(btoa("\u0100", true)).to.equal(null));
});
