import { BlobReference, BridgeError } from "../bridge";

/** Bytes beside the bridge, as the session reads and writes them. */
export interface BlobPorts {
  /** Like `fetch`, as far as it is used here. */
  fetch(url: string, init?: { method: "PUT"; body: Uint8Array }): Promise<BlobAnswer>;
  /** Lower-case hexadecimal SHA-256. */
  sha256(bytes: Uint8Array): string;
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

  /**
   * Fetches what a reference names. The length is always checked; the hash on demand, because it is worth its time only for what was
   * stored and may have rotted, not for what the host has just read.
   */
  async read(reference: BlobReference, verify: boolean): Promise<Uint8Array> {
    if (!reference.url.startsWith(scheme)) throw new BridgeError("payload_invalid", "the body is not on the session's scheme");
    const answer = await this.send(reference.url);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length !== reference.bytes) {
      throw new BridgeError("payload_invalid", `the body has ${bytes.length} bytes, not ${reference.bytes}`);
    }
    if (verify && this.ports.sha256(bytes) !== reference.sha256) {
      throw new BridgeError("payload_invalid", "the body does not have the hash it was stored with");
    }
    return bytes;
  }

  /** Hands bytes to the host and answers how it can name them. */
  async write(bytes: Uint8Array): Promise<BlobReference> {
    const url = `${scheme}//session/${this.ports.makeName()}`;
    const sha256 = this.ports.sha256(bytes);
    await this.send(url, { method: "PUT", body: bytes });
    return { url, bytes: bytes.length, sha256 };
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
