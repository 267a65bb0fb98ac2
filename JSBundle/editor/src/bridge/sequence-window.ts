import { EnvelopeHead } from "./wire";

/** How many messages back a repetition is recognised. */
const length = 64;

export type SequenceVerdict =
  | { readonly type: "next" }
  | { readonly type: "duplicate" }
  | { readonly type: "violation"; readonly expected: number };

/**
 * Judges the numbers of one direction. A message that was delivered twice repeats its number and its head; a sender that lost count
 * repeats the number only. So the heads of the last messages are kept, and only a faithful repetition of one of them is a duplicate.
 */
export class SequenceWindow {
  private last = 0;
  private readonly recent = new Map<number, EnvelopeHead>();

  /** Judges a message and counts it when it is the next. */
  admit(head: EnvelopeHead): SequenceVerdict {
    if (head.sequence === this.last + 1) {
      this.last = head.sequence;
      this.recent.set(this.last, head);
      this.recent.delete(this.last - length);
      return { type: "next" };
    }
    const earlier = this.recent.get(head.sequence);
    if (earlier !== undefined && sameHead(earlier, head)) return { type: "duplicate" };
    return { type: "violation", expected: this.last + 1 };
  }
}

function sameHead(left: EnvelopeHead, right: EnvelopeHead): boolean {
  return (
    left.protocolVersion === right.protocolVersion &&
    left.sessionID === right.sessionID &&
    left.id === right.id &&
    left.kind === right.kind &&
    left.method === right.method
  );
}
