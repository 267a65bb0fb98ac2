import { expect } from "chai";
import { DocumentFormat, ResponsePayload, WireCheckpoint } from "../../src/bridge";
import { sha256 } from "../../src/session";
import { faultIn } from "../../src/session/document-file";
import { openPage, Page } from "../support/page";
import { enterKey, select, type } from "../support/view-fixture";

let page: Page;

const opening = { documentID: "doc", accountID: "ada", name: "Notes", readOnly: false };

function open(content: string | Uint8Array, format: DocumentFormat = "markdown"): Promise<ResponsePayload<"document.open">> {
  return page.host.call("document.open", { ...opening, format, content: page.host.blob(content) });
}

async function exported(format: DocumentFormat): Promise<string> {
  const { content } = await page.host.call("document.export", { format });
  const bytes = page.host.blobs.get(content.url);
  expect(bytes?.length).to.equal(content.bytes);
  expect(sha256(bytes ?? new Uint8Array())).to.equal(content.sha256);
  return new TextDecoder().decode(bytes);
}

async function failure(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "none";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message}`;
  }
}

function typeAtEnd(text: string): void {
  const view = page.view();
  if (view === undefined) throw new Error("nothing is open");
  view.focus("end");
  type(view, text);
}

describe("a document in the page", () => {
  beforeEach(async () => {
    page = await openPage();
  });

  afterEach(() => {
    expect(page.host.faults).to.deep.equal([]);
    page.leave();
  });

  it("opens, shows itself, and says so in the order of the stages", async () => {
    const answer = await open("# Title\n\nText of *some* kind.\n");
    expect(answer).to.deep.equal({ revision: 0, blocks: 2, characters: 23, restored: false });
    expect(page.scroller.textContent).to.equal("TitleText of some kind.");
    const traces = page.host.eventsNamed("trace.spans") as unknown as { milestones: { stage: string }[]; spans: { name: string }[] }[];
    const stages = traces.flatMap(({ milestones }) => milestones.map(({ stage }) => stage));
    expect(stages).to.deep.equal(["model-ready", "first-blocks-rendered", "editor-interactive"]);
    expect(traces.flatMap(({ spans }) => spans.map(({ name }) => name))).to.deep.equal([
      "fetch document", "decode text", "parse markdown", "build state", "render first blocks", "first frame",
    ]);
    expect(page.host.eventsNamed("document.state")).to.deep.equal([
      { phase: "ready", revision: 0, blocks: 2, characters: 23, dirty: false },
    ]);
  });

  it("is saved byte for byte when nothing changed, in both formats", async () => {
    const markdown = "Setext\n======\n\n*  star\r\n\n<div>\nraw\n</div>\n";
    await open(markdown);
    expect(await exported("markdown")).to.equal(markdown);
    const json = '{"version":1,\n "blocks":[{"id":"a","type":"paragraph","text":"x"}]}';
    await open(json, "json");
    expect(await exported("json")).to.equal(json);
  });

  it("is saved with what was typed, and the rest as it was", async () => {
    await open("Setext\n======\n\nlast\n");
    typeAtEnd("!");
    await page.idle();
    expect(page.host.eventsNamed("document.state").slice(-1)).to.deep.equal([
      { phase: "edited", revision: 1, blocks: 2, characters: 11, dirty: true },
    ]);
    expect(await exported("markdown")).to.equal("Setext\n======\n\nlast!\n");
    const view = page.view();
    if (view === undefined) throw new Error("nothing is open");
    enterKey(view);
    type(view, "more");
    expect(await exported("markdown")).to.equal("Setext\n======\n\nlast!\n\nmore\n");
    await page.idle();
    expect(page.host.eventsNamed("document.state").slice(-1)[0]).to.include({ phase: "edited", dirty: true });
  });

  it("comes back from its checkpoint with its identities, its edits and its source", async () => {
    await open("Setext\n======\n\nlast\n");
    typeAtEnd("!");
    const ids = [...(page.view()?.state.document.blocks() ?? [])].map((block) => block.id);
    const { checkpoint } = await page.host.call("checkpoint.request", { reason: "test" });
    expect(checkpoint).to.include({ documentID: "doc", accountID: "ada", baseRevision: 1, editorSchemaVersion: 1, sessionID: "session-1" });
    await page.host.call("document.close", {});
    expect(page.scroller.textContent).to.equal("");
    const pending = { type: "insertText", blockID: ids[1], offset: 5, text: "?" } as const;
    const restoring = { ...checkpoint, pendingOperations: [pending] };
    expect(await page.host.call("checkpoint.restore", { checkpoint: restoring })).to.deep.equal({ revision: 2, blocks: 2 });
    const answer = await page.host.call("document.open", { ...opening, format: "markdown", content: null });
    expect(answer).to.deep.equal({ revision: 2, blocks: 2, characters: 12, restored: true });
    expect([...(page.view()?.state.document.blocks() ?? [])].map((block) => block.id)).to.deep.equal(ids);
    expect(await exported("markdown")).to.equal("Setext\n======\n\nlast!?\n");
  });

  it("is not opened from a checkpoint of another account, document or schema, or a damaged one", async () => {
    await open("text\n");
    const { checkpoint } = await page.host.call("checkpoint.request", { reason: "test" });
    const attempt = async (changed: Partial<WireCheckpoint>): Promise<string> => {
      const restored = await failure(page.host.call("checkpoint.restore", { checkpoint: { ...checkpoint, ...changed } }));
      if (restored !== "none") return restored;
      return failure(page.host.call("document.open", { ...opening, format: "markdown", content: null }));
    };
    expect(await attempt({})).to.equal("none");
    expect(await attempt({ accountID: "eve" })).to.match(/^account_mismatch/);
    expect(await attempt({ documentID: "other" })).to.match(/^document_mismatch/);
    expect(await attempt({ editorSchemaVersion: 99 })).to.match(/^payload_invalid: \$\.checkpoint\.editorSchemaVersion/);
    expect(await attempt({ snapshot: page.host.blob("not a snapshot") })).to.match(/^payload_invalid: \$\.checkpoint\.snapshot/);
    expect(await attempt({ snapshot: { ...checkpoint.snapshot, bytes: 3 } })).to.match(/^payload_invalid/);
    const stray = { type: "insertText", blockID: "nowhere", offset: 0, text: "x" } as const;
    expect(await attempt({ pendingOperations: [stray] })).to.match(/^payload_invalid: \$\.checkpoint\.pendingOperations\[0\]/);
    expect(await failure(page.host.call("document.open", { ...opening, format: "markdown", content: null }))).to.match(
      /^payload_invalid: \$\.content/,
    );
  });

  it("is refused with the place when it is not text, not JSON, or not a document", async () => {
    expect(await failure(open(new Uint8Array([0x61, 0x0a, 0x62, 0xff])))).to.match(/^payload_invalid: line 2, column 2: /);
    expect(await failure(open('{"version":1,\n  "blocks": secret}', "json"))).to.equal(
      "payload_invalid: line 2, column 13: the file is not JSON",
    );
    const strange = await failure(open('{"version":1,"blocks":[{"id":"a","type":"secret"}]}', "json"));
    expect(strange).to.match(/^payload_invalid: line 1, column 1: .*blocks\[0\]\.type/);
    expect(strange).not.to.match(/secret/);
    expect(await failure(page.host.call("document.open", { ...opening, format: "markdown", content: { url: "bridge-blob://session/none", bytes: 1, sha256: "0".repeat(64) } }))).to.match(
      /^unavailable/,
    );
    expect(page.faults).to.deep.equal([]);
  });

  it("opens empty, too", async () => {
    const answer = await open("");
    expect(answer.blocks).to.equal(1);
    typeAtEnd("first");
    expect(await exported("markdown")).to.equal("first\n");
  });

  it("takes no input while it is read-only", async () => {
    await open("text\n");
    expect(await page.host.call("document.setReadOnly", { readOnly: true })).to.deep.equal({});
    typeAtEnd("x");
    await page.host.call("document.setReadOnly", { readOnly: false });
    typeAtEnd("y");
    expect(await exported("markdown")).to.equal("texty\n");
  });

  it("gets the focus where the host wants it", async () => {
    await open("one\n\ntwo\n");
    const end = await page.host.call("editor.focus", { at: "end" });
    expect(end.offset).to.equal(3);
    const start = await page.host.call("editor.focus", { at: "start" });
    expect(start.offset).to.equal(0);
    expect(start.blockID).not.to.equal(end.blockID);
    const view = page.view();
    if (view === undefined) throw new Error("nothing is open");
    select(view, end.blockID, 1);
    type(view, "!");
    expect(await exported("markdown")).to.equal("one\n\nt!wo\n");
  });

  it("needs to be open for most requests, and can be closed twice", async () => {
    expect(await failure(page.host.call("document.export", { format: "json" }))).to.match(/^unavailable/);
    expect(await failure(page.host.call("editor.focus", { at: "end" }))).to.match(/^unavailable/);
    await open("text\n");
    typeAtEnd("!");
    expect(await page.host.call("document.close", {})).to.deep.equal({ revision: 1 });
    expect(await page.host.call("document.close", {})).to.deep.equal({ revision: 1 });
  });
});

describe("the place of a fault in JSON", () => {
  const cases: [string, number][] = [
    ["", 0],
    ["{", 1],
    ['{"a":1,}', 7],
    ["[1,]", 3],
    ["[1 2]", 3],
    ['{"a" 1}', 5],
    ["tru", 0],
    ["[01]", 2],
    ['["\n"]', 1],
    ['{"a":[1,{"b":null}]} x', 21],
  ];
  for (const [text, expected] of cases) it(JSON.stringify(text), () => expect(faultIn(text)).to.equal(expected));
});

describe("SHA-256", () => {
  it("is that of the standard", () => {
    const hash = (text: string): string => sha256(new TextEncoder().encode(text));
    expect(hash("")).to.equal("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(hash("abc")).to.equal("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hash("a".repeat(55))).to.equal("9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    expect(hash("a".repeat(1_000_000))).to.equal("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  });
});
