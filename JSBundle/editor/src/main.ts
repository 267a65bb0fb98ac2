import { Bridge, SessionFinding } from "./bridge";
import { editorSchemaVersion } from "./checkpoint";
import { randomIdentifiers } from "./model";
import { BlobStore, EditorSession, Recorder } from "./session";
import { EditorView } from "./view";

/**
 * The page's entry: the only place that reads globals and puts the parts together. Everything else gets what it needs.
 */

declare global {
  interface Window {
    /** Where the native side delivers the text of an envelope. */
    sendBridgeMessage?: (envelope: unknown) => void;
    readonly webkit?: {
      readonly messageHandlers?: {
        readonly editorBridge?: { postMessage(body: string): Promise<unknown> };
      };
    };
  }
}

/** When the first statement of the bundle ran; the build puts it at the top of the script. */
declare const bundleStartedAt: number;

function start(): void {
  const now = (): number => performance.timeOrigin + performance.now();
  const setTimer = (callback: () => void, milliseconds: number): number => window.setTimeout(callback, milliseconds);
  const handler = window.webkit?.messageHandlers?.editorBridge;
  if (handler === undefined) throw new Error("there is no message handler named editorBridge: this page needs its host");

  // A fault that nobody foresaw is said where the host reads it and left to reach window.onerror, from a task of its own.
  const fault = (error: unknown): void => {
    recorder.log("error", error instanceof Error ? `${error.name} in ${firstFrame(error)}` : "something other than an error was thrown");
    setTimer(() => {
      throw error;
    }, 0);
  };

  const bridge: Bridge = new Bridge({
    post: (text) => {
      // The promise says nothing about delivery, but left alone a rejection would look like a fault of the page.
      handler.postMessage(text).catch(() => undefined);
    },
    now,
    setTimer,
    clearTimer: (timer) => window.clearTimeout(timer),
    report: (finding) => recorder.log("warning", `the bridge refused a message: ${describe(finding)}`),
    fault,
  });
  const recorder: Recorder = new Recorder({
    now,
    trace: (spans, milestones) => bridge.event("trace.spans", { spans, milestones, dropped: 0 }),
    log: (records) => bridge.event("log.records", { records, dropped: 0 }),
  });

  const random = new Uint32Array(64);
  let randomUsed = random.length;
  const makeIdentifier = randomIdentifiers(() => {
    if (randomUsed === random.length) {
      crypto.getRandomValues(random);
      randomUsed = 0;
    }
    randomUsed += 1;
    return random[randomUsed - 1] / 0x100000000;
  });

  const scroller = document.getElementById("editor");
  if (scroller === null) throw new Error("the page has no element for the editor");
  const session = new EditorSession({
    bridge,
    recorder,
    makeIdentifier,
    blobs: new BlobStore({ fetch: (url, init) => fetch(url, init), makeName: () => `page-${makeIdentifier()}` }),
    mount: (state, editable, changed, ignored) =>
      new EditorView({
        scroller,
        state,
        editable,
        makeIdentifier,
        changed,
        ignored,
        ports: {
          viewportHeight: () => window.innerHeight,
          pageSelection: () => document.getSelection(),
          requestFrame: (callback) => {
            requestAnimationFrame(callback);
          },
          later: (callback) => {
            setTimer(callback, 0);
          },
        },
      }),
    nextFrame: () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => resolve());
        setTimer(resolve, 0);
      }),
  });
  session.install();
  window.sendBridgeMessage = (envelope) => bridge.receive(envelope);
  recorder.span("evaluate bundle", performance.timeOrigin + bundleStartedAt);

  const { bundleVersion, bundleHash } = document.documentElement.dataset;
  bridge
    .connect({
      bundle: { version: bundleVersion ?? "0", hash: bundleHash ?? "unknown" },
      schemaVersion: editorSchemaVersion,
      capabilities: ["storage"],
      timeOrigin: performance.timeOrigin,
    })
    .then(({ sessionID }) => session.begin(sessionID), fault);
}

function describe(finding: SessionFinding): string {
  const code = "error" in finding ? ` (${finding.error.code})` : "";
  return `${finding.finding}${code}${"method" in finding ? ` ${finding.method}` : ""}`;
}

/** Where an error came from: its own frame, without the message, which may quote the document. */
function firstFrame(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => /:\d+:\d+\)?$/.test(line));
  return frames[0]?.trim() ?? "an unknown place";
}

start();
