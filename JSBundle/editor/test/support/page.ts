import { Bridge } from "../../src/bridge";
import { seededIdentifiers } from "../../src/model";
import { BlobStore, EditorSession, Recorder } from "../../src/session";
import { EditorView } from "../../src/view";
import { HostPeer } from "./host-peer";
import { ManualTimers, settled } from "./manual-timers";

/** A page with its host, both in this process, put together as `main.ts` does it. */
export interface Page {
  readonly host: HostPeer;
  readonly scroller: HTMLElement;
  readonly faults: unknown[];
  /** The view that is shown; undefined before a document is open. */
  view(): EditorView | undefined;
  /** Runs timers that are due and everything that follows. */
  idle(): Promise<void>;
  leave(): void;
}

export async function openPage(): Promise<Page> {
  const timers = new ManualTimers();
  const host = new HostPeer(() => timers.now);
  const faults: unknown[] = [];
  const bridge: Bridge = new Bridge({
    post: host.post,
    now: () => timers.now,
    setTimer: timers.set,
    clearTimer: timers.clear,
    report: (finding) => faults.push(finding),
    fault: (error) => faults.push(error),
  });
  const recorder = new Recorder({
    now: () => timers.now,
    trace: (spans, milestones) => bridge.event("trace.spans", { spans, milestones, dropped: 0 }),
    log: (records) => bridge.event("log.records", { records, dropped: 0 }),
  });
  const scroller = document.createElement("div");
  document.body.append(scroller);
  const makeIdentifier = seededIdentifiers(3);
  let view: EditorView | undefined;
  const session = new EditorSession({
    bridge,
    recorder,
    makeIdentifier,
    blobs: new BlobStore({ fetch: host.fetch, makeName: () => `page-${makeIdentifier()}` }),
    mount: (state, editable, changed, ignored) => {
      view = new EditorView({
        scroller,
        state,
        editable,
        makeIdentifier,
        changed,
        ignored,
        ports: {
          viewportHeight: () => 800,
          pageSelection: () => document.getSelection(),
          requestFrame: (callback) => void timers.set(callback, 16),
          later: (callback) => void timers.set(callback, 0),
        },
      });
      return view;
    },
    nextFrame: () => Promise.resolve(),
  });
  session.install();
  host.deliver = (text) => bridge.receive(text);
  const connection = await bridge.connect({
    bundle: { version: "1", hash: "h" },
    schemaVersion: 1,
    capabilities: ["storage"],
    timeOrigin: 0,
  });
  session.begin(connection.sessionID);
  const idle = async (): Promise<void> => {
    for (let round = 0; round < 5; round += 1) {
      await settled();
      timers.advance(200);
    }
    await settled();
  };
  const leave = (): void => {
    bridge.close();
    view?.remove();
    scroller.remove();
  };
  return { host, scroller, faults, view: () => view, idle, leave };
}
