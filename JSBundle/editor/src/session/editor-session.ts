import { Bridge, BridgeError, DocumentFormat, RequestPayload, ResponsePayload, ServedMethod, WireCheckpoint } from "../bridge";
import { decodeSnapshot, editorSchemaVersion, encodeSnapshot, replay, Snapshot, SnapshotError } from "../checkpoint";
import { BlockDocument, IdentifierGenerator } from "../model";
import { EditorState } from "../state";
import { DocumentOperation } from "../transform";
import { EditorView } from "../view";
import { BlobStore } from "./blob-store";
import { DocumentFile, readFile, writeFile } from "./document-file";
import { Recorder } from "./recorder";

/** What the session needs from around it; `main.ts` gives it the real things, tests their own. */
export interface SessionPorts {
  readonly bridge: Bridge;
  readonly blobs: BlobStore;
  readonly recorder: Recorder;
  readonly makeIdentifier: IdentifierGenerator;
  /** Puts a view of the state into the page. */
  mount(state: EditorState, editable: boolean, changed: Changed, ignored: (inputType: string) => void): EditorView;
  /** Resolves with the next animation frame or the next task, whichever comes first. */
  nextFrame(): Promise<void>;
}

export type Changed = (state: EditorState, operations: readonly DocumentOperation[]) => void;

interface Opened {
  readonly documentID: string;
  readonly accountID: string;
  readonly file: DocumentFile;
  readonly view: EditorView;
  /** What the host has as a file. */
  saved: BlockDocument;
}

interface Restored {
  readonly checkpoint: WireCheckpoint;
  readonly file: DocumentFile;
  readonly state: EditorState;
}

/**
 * One document in the page, as the host sees it: opens, restores, exports, checkpoints and closes it on request and tells what becomes
 * of it. Requests run one after the other, in the order they came.
 */
export class EditorSession {
  private opened: Opened | undefined;
  private restored: Restored | undefined;
  private lastRevision = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private sessionID: string | undefined;

  constructor(private readonly ports: SessionPorts) {}

  /** Installs the handlers of every method the page serves. */
  install(): void {
    this.serve("checkpoint.restore", (payload) => this.restore(payload.checkpoint));
    this.serve("document.open", (payload) => this.open(payload));
    this.serve("document.export", ({ format }) => this.export(format));
    this.serve("document.close", async () => this.close());
    this.serve("checkpoint.request", () => this.makeCheckpoint());
    this.serve("editor.focus", async ({ at }) => {
      const { view } = this.current();
      view.focus(at);
      return view.state.selection.head;
    });
    this.serve("document.setReadOnly", async ({ readOnly }) => {
      this.current().view.setEditable(!readOnly);
      return {};
    });
  }

  /** Which session of the bridge this is; checkpoints carry it. */
  begin(sessionID: string): void {
    this.sessionID = sessionID;
  }

  private serve<Name extends ServedMethod>(
    method: Name,
    handler: (payload: RequestPayload<Name>) => Promise<ResponsePayload<Name>>,
  ): void {
    this.ports.bridge.handle(method, (payload, { isCancelled }) => {
      const turn = this.queue.then(() => {
        if (isCancelled()) throw new BridgeError("cancelled", "the caller gave up");
        return handler(payload);
      });
      this.queue = turn.catch(() => undefined);
      return turn;
    });
  }

  private current(): Opened {
    if (this.opened === undefined) throw new BridgeError("unavailable", "no document is open");
    return this.opened;
  }

  private async restore(checkpoint: WireCheckpoint): Promise<{ revision: number; blocks: number }> {
    const { recorder, blobs } = this.ports;
    if (checkpoint.editorSchemaVersion !== editorSchemaVersion) {
      throw invalid(
        "$.checkpoint.editorSchemaVersion",
        `is ${checkpoint.editorSchemaVersion}, and this editor reads ${editorSchemaVersion}`,
      );
    }
    const bytes = await recorder.measureAsync("fetch snapshot", () => blobs.read(checkpoint.snapshot));
    const file = recorder.measure("read snapshot", () => readSnapshot(bytes));
    const result = recorder.measure("replay operations", () => replay(file.document, checkpoint.pendingOperations));
    if (!result.ok) throw invalid(`$.checkpoint.pendingOperations[${result.at}]`, `does not fit the snapshot (${result.code})`);
    const restored = result.document;
    const revision = checkpoint.baseRevision + checkpoint.pendingOperations.length;
    const state = recorder.measure("build state", () => EditorState.create(restored, undefined, revision));
    this.restored = { checkpoint, file, state };
    recorder.milestone("checkpoint-restored");
    return { revision: state.revision, blocks: restored.count };
  }

  private async open(request: RequestPayload<"document.open">): Promise<ResponsePayload<"document.open">> {
    const { recorder } = this.ports;
    const { documentID, accountID, format, content, readOnly } = request;
    const restored = this.restored;
    // A checkpoint serves the one opening it was restored for.
    this.restored = undefined;
    let file: DocumentFile;
    let state: EditorState;
    if (content !== null) {
      const bytes = await recorder.measureAsync("fetch document", () => this.ports.blobs.read(content));
      const read = readFile(bytes, format, this.ports.makeIdentifier, recorder);
      file = read;
      state = recorder.measure("build state", () => EditorState.create(read.base));
    } else {
      if (restored === undefined) throw invalid("$.content", "is null, and no checkpoint was restored");
      checkIdentity(restored.checkpoint, documentID, accountID);
      ({ file, state } = restored);
    }
    recorder.milestone("model-ready");
    this.close();
    const start = recorder.now();
    const view = this.ports.mount(
      state,
      !readOnly,
      (next, operations) => this.changed(next, operations),
      (inputType) => recorder.log("debug", `input ${inputType} has no meaning here`),
    );
    this.opened = { documentID, accountID, file, view, saved: file.base };
    recorder.span("render first blocks", start);
    recorder.milestone("first-blocks-rendered");
    await recorder.measureAsync("first frame", () => this.ports.nextFrame());
    recorder.milestone("editor-interactive");
    this.tell("ready");
    this.ports.bridge.flush();
    const { document, revision } = view.state;
    return { revision, blocks: document.count, characters: document.characters, restored: content === null };
  }

  private async export(format: DocumentFormat): Promise<ResponsePayload<"document.export">> {
    const opened = this.current();
    opened.view.settle();
    const { document, revision } = opened.view.state;
    const bytes = this.ports.recorder.measure("write document", () => writeFile(opened.file, document, format));
    const content = await this.ports.recorder.measureAsync("store document", () => this.ports.blobs.write(bytes));
    opened.saved = document;
    return { content, revision };
  }

  private async makeCheckpoint(): Promise<ResponsePayload<"checkpoint.request">> {
    const opened = this.current();
    const { recorder, blobs } = this.ports;
    opened.view.settle();
    const { document, revision } = opened.view.state;
    const bytes = recorder.measure("write snapshot", () => encodeSnapshot({ ...opened.file, document }));
    const snapshot = await recorder.measureAsync("store snapshot", () => blobs.write(bytes));
    const { documentID, accountID } = opened;
    const checkpoint = {
      documentID,
      accountID,
      baseRevision: revision,
      snapshot,
      pendingOperations: [],
      editorSchemaVersion,
      createdAt: recorder.now(),
    };
    const { sessionID } = this;
    return { checkpoint: sessionID === undefined ? checkpoint : { ...checkpoint, sessionID } };
  }

  private close(): { revision: number } {
    const { opened } = this;
    if (opened === undefined) return { revision: this.lastRevision };
    opened.view.settle();
    this.lastRevision = opened.view.state.revision;
    opened.view.remove();
    this.opened = undefined;
    this.ports.bridge.flush();
    return { revision: this.lastRevision };
  }

  private changed(_state: EditorState, operations: readonly DocumentOperation[]): void {
    if (operations.length > 0) this.tell("edited");
  }

  private tell(phase: "ready" | "edited"): void {
    const { opened } = this;
    if (opened === undefined) return;
    const { document, revision } = opened.view.state;
    const { count: blocks, characters } = document;
    this.ports.bridge.event("document.state", { phase, revision, blocks, characters, dirty: document !== opened.saved });
  }
}

function checkIdentity(checkpoint: WireCheckpoint, documentID: string, accountID: string): void {
  if (checkpoint.accountID !== accountID) {
    throw new BridgeError("account_mismatch", "the restored checkpoint belongs to another account");
  }
  if (checkpoint.documentID !== documentID) {
    throw new BridgeError("document_mismatch", "the restored checkpoint belongs to another document");
  }
}

function readSnapshot(bytes: Uint8Array): Snapshot {
  try {
    return decodeSnapshot(bytes);
  } catch (error) {
    if (error instanceof SnapshotError) throw invalid("$.checkpoint.snapshot", `cannot be read: ${error.message}`);
    throw error;
  }
}

function invalid(path: string, message: string): BridgeError {
  return new BridgeError("payload_invalid", `${path} ${message}`);
}
