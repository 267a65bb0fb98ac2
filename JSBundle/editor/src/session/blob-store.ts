import { BlobReference, BridgeError } from "../bridge";
import { sha256 } from "./sha256";

/** Bytes beside the bridge, as the session reads and writes them. */
export interface BlobPorts {
  /** Like `fetch`, as far as it is used here. */
  fetch(url: string, init?: { method: "PUT"; body: Uint8Array }): Promise<BlobAnswer>;
  /** A name nobody used before in this session. */
  makeName(): string;
}

export interface BlobAnswer {
  readonly ok: boolean;
  readonly status: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

const scheme = "bridge-blob:";

/** Reads and writes the bodies that are too large for the bridge. Fails with a `BridgeError` that can go over the wire. */
export class BlobStore {
  constructor(private readonly ports: BlobPorts) {}

  /** Fetches what a reference names, whole. Its hash is the host's concern: the host made the body or checked it when it was stored. */
  async read(reference: BlobReference): Promise<Uint8Array> {
    const answer = await this.send(reference.url);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length !== reference.bytes) {
      throw new BridgeError("payload_invalid", `the body has ${bytes.length} bytes, not ${reference.bytes}`);
    }
    return bytes;
  }

  /** Hands bytes to the host and answers how it can name them. */
  async write(bytes: Uint8Array): Promise<BlobReference> {
    const url = `${scheme}//session/${this.ports.makeName()}`;
    const hash = sha256(bytes);
    await this.send(url, { method: "PUT", body: bytes });
    return { url, bytes: bytes.length, sha256: hash };
  }

  private async send(url: string, init?: { method: "PUT"; body: Uint8Array }): Promise<BlobAnswer> {
    let answer: BlobAnswer;
    try {
      answer = await this.ports.fetch(url, init);
    } catch {
      throw new BridgeError("unavailable", "the body could not be transferred", true);
    }
    if (!answer.ok) throw new BridgeError("unavailable", `transferring the body ended with status ${answer.status}`, true);
    return answer;
  }
}
