import {
  BlobReference, decodeEnvelope, Envelope, encodeEnvelope, JSONValue, RequestPayload, ResponsePayload, ServedMethod, SessionMachine,
} from "../../src/bridge";
import { SessionAction } from "../../src/bridge/session";

/**
 * The native side in memory: speaks the protocol, keeps blobs, remembers what it heard. It runs the same session machine from the
 * other end and nothing else of the page's code.
 */
export class HostPeer {
  readonly heard: Envelope[] = [];
  readonly events: { readonly method: string; readonly payload: JSONValue }[] = [];
  readonly reports: string[] = [];
  readonly blobs = new Map<string, Uint8Array>();
  /** Host clock minus page clock. */
  clockOffset = 250;
  sessionID = "session-1";
  limits = { messageBytes: 1 << 20, depth: 64, keys: 16_384, stringLength: 1 << 20 };
  machine: SessionMachine | undefined;
  /** How text reaches the page. Never within the call that caused it. */
  deliver: (text: string) => void = () => undefined;
  private readonly calls = new Map<string, (envelope: { payload?: JSONValue; error?: { code: string; message: string } }) => void>();
  private nextBlob = 1;

  constructor(private readonly now: () => number) {}

  /** What the page posts. */
  readonly post = (text: string): void => {
    queueMicrotask(() => this.receive(text));
  };

  call<Name extends ServedMethod>(method: Name, payload: RequestPayload<Name>): Promise<ResponsePayload<Name>> {
    return this.callAnything(method, payload as unknown as JSONValue) as Promise<unknown> as Promise<ResponsePayload<Name>>;
  }

  callAnything(method: string, payload: JSONValue): Promise<JSONValue> {
    return new Promise((resolve, reject) => {
      if (this.machine === undefined) throw new Error("the page has not said hello");
      const [id, actions] = this.machine.request(method, payload, 60_000);
      this.calls.set(id, ({ payload: result, error }) => {
        if (error === undefined) resolve(result ?? null);
        else reject(Object.assign(new Error(error.message), { code: error.code }));
      });
      this.run(actions);
    });
  }

  /** Keeps bytes and makes a reference to them, as the host does for a document. */
  blob(bytes: Uint8Array | string, sha256 = "0".repeat(64)): BlobReference {
    const content = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
    const url = `bridge-blob://session/${this.nextBlob}`;
    this.nextBlob += 1;
    this.blobs.set(url, content);
    return { url, bytes: content.length, sha256 };
  }

  /** The `fetch` of a page whose `bridge-blob:` scheme this host serves. */
  readonly fetch = async (url: string, init?: { method?: string; body?: Uint8Array }): Promise<FetchAnswer> => {
    await Promise.resolve();
    if (init?.method === "PUT") {
      this.blobs.set(url, init.body ?? new Uint8Array());
      return answerWith(201, new Uint8Array());
    }
    const bytes = this.blobs.get(url);
    return bytes === undefined ? answerWith(404, new Uint8Array()) : answerWith(200, bytes);
  };

  eventsNamed(method: string): JSONValue[] {
    return this.events.filter((event) => event.method === method).map((event) => event.payload);
  }

  receive(text: string): void {
    const decoded = decodeEnvelope(text, this.limits);
    if (!decoded.ok) {
      this.reports.push(`${decoded.fault.code} ${decoded.fault.path}`);
      return;
    }
    const envelope = decoded.value;
    this.heard.push(envelope);
    if (envelope.method === "bridge.hello" && envelope.kind === "request") {
      this.answerHello(envelope);
      return;
    }
    if (this.machine !== undefined) this.run(this.machine.receive(envelope));
  }

  sendText(text: string): void {
    queueMicrotask(() => this.deliver(text));
  }

  private answerHello(hello: Envelope): void {
    this.machine = new SessionMachine({
      sessionID: this.sessionID,
      serves: new Set<string>(),
      nextSequence: 2,
      lastReceived: 1,
    });
    const at = this.now() + this.clockOffset;
    this.sendText(
      encodeEnvelope({
        protocolVersion: 1,
        sessionID: this.sessionID,
        sequence: 1,
        id: hello.id ?? "",
        kind: "response",
        method: "bridge.hello",
        payload: {
          version: 1,
          sessionID: this.sessionID,
          capabilities: [{ name: "storage", version: 1 }],
          limits: this.limits,
          credits: { durable: 64 },
          traceID: "0123456789abcdef0123456789abcdef",
          receivedAt: at,
          sentAt: at,
        },
      }),
    );
  }

  private run(actions: readonly SessionAction[]): void {
    for (const action of actions) {
      if (action.type === "send") this.sendText(encodeEnvelope(action.envelope));
      else if (action.type === "deliverEvent") this.events.push({ method: action.method, payload: action.payload });
      else if (action.type === "report") this.reports.push(`${action.code} ${action.message}`);
      else if (action.type === "settle") {
        const call = this.calls.get(action.id);
        this.calls.delete(action.id);
        if (action.outcome.type === "result") call?.({ payload: action.outcome.payload });
        else call?.({ error: action.outcome.error });
      }
    }
  }
}

export interface FetchAnswer {
  readonly ok: boolean;
  readonly status: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

function answerWith(status: number, bytes: Uint8Array): FetchAnswer {
  return {
    ok: status < 300,
    status,
    arrayBuffer: async () => {
      const copy = new Uint8Array(bytes.length);
      copy.set(bytes);
      return copy.buffer;
    },
  };
}
