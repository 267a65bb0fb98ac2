import { BlobReference, Envelope, JSONValue, RequestPayload, ResponsePayload, ServedMethod } from "../../src/bridge";

/** The native side in memory: speaks the protocol, keeps blobs, remembers what it heard. Uses nothing of the page's code. */
export class HostPeer {
  readonly heard: Envelope[] = [];
  readonly events: { readonly method: string; readonly payload: JSONValue }[] = [];
  /** What the page did that a page must not do. */
  readonly faults: string[] = [];
  readonly blobs = new Map<string, Uint8Array>();
  /** Host clock minus page clock. */
  clockOffset = 250;
  sessionID = "session-1";
  limits = { messageBytes: 1 << 20, depth: 64, keys: 65_536, stringLength: 1 << 19 };
  /** How text reaches the page. Never within the call that caused it. */
  deliver: (text: string) => void = () => undefined;
  private readonly calls = new Map<string, (envelope: { payload?: JSONValue; error?: { code: string; message: string } }) => void>();
  private nextBlob = 1;
  private sequence = 0;
  private nextCall = 1;
  private heardSequence = 0;

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
      const id = `h${this.nextCall}`;
      this.nextCall += 1;
      this.calls.set(id, ({ payload: result, error }) => {
        if (error === undefined) resolve(result ?? null);
        else reject(Object.assign(new Error(error.message), { code: error.code }));
      });
      this.send({ id, kind: "request", method, payload });
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
    const envelope = JSON.parse(text) as Envelope;
    this.heard.push(envelope);
    const isHello = envelope.method === "bridge.hello" && envelope.kind === "request";
    if (envelope.sequence !== this.heardSequence + 1) this.faults.push(`sequence ${envelope.sequence} after ${this.heardSequence}`);
    if (envelope.sessionID !== (isHello ? "" : this.sessionID)) this.faults.push(`session ${envelope.sessionID}`);
    this.heardSequence = envelope.sequence;
    if (isHello) this.answerHello(envelope);
    else if (envelope.kind === "event") this.events.push({ method: envelope.method, payload: envelope.payload ?? null });
    else if (envelope.kind === "response") {
      const call = this.calls.get(envelope.id ?? "");
      if (call === undefined) this.faults.push(`a response to ${envelope.id}`);
      this.calls.delete(envelope.id ?? "");
      call?.(envelope);
    }
  }

  sendText(text: string): void {
    queueMicrotask(() => this.deliver(text));
  }

  private answerHello(hello: Envelope): void {
    const at = this.now() + this.clockOffset;
    this.send({
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
    });
  }

  private send(envelope: Omit<Envelope, "protocolVersion" | "sessionID" | "sequence">): void {
    this.sequence += 1;
    this.sendText(JSON.stringify({ protocolVersion: 1, sessionID: this.sessionID, sequence: this.sequence, ...envelope }));
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
