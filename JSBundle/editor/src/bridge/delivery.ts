import { EventMethod, RequestMethod } from "./methods";
import { isObject, JSONObject, JSONValue } from "./wire";

/** How a message is treated while it waits to be sent. A property of the method, never of the moment. */
export type DeliveryClass =
  /** One response, a deadline, cancellable. */
  | { readonly type: "request"; readonly deadline: number }
  /** Never dropped, in order, sent at once. */
  | { readonly type: "durable" }
  /** While queued, a newer one replaces the older one. */
  | { readonly type: "latest" }
  /** Collected into batches; over the bound the oldest go, and the batch says how many. */
  | { readonly type: "sampled"; readonly lists: readonly string[]; readonly bound: number };

/** The one table. Deadlines are milliseconds. */
export const deliveryClasses: { readonly [Name in RequestMethod | EventMethod]: DeliveryClass } = {
  // The page is useless before the answer; a host that has not answered by then will not.
  "bridge.hello": { type: "request", deadline: 10_000 },
  // Both read and parse a whole document, and the largest ones take seconds.
  "checkpoint.restore": { type: "request", deadline: 60_000 },
  "document.open": { type: "request", deadline: 60_000 },
  // Both write a whole document.
  "document.export": { type: "request", deadline: 60_000 },
  "checkpoint.request": { type: "request", deadline: 60_000 },
  // Nothing here waits for anything outside the page.
  "document.close": { type: "request", deadline: 10_000 },
  "document.setReadOnly": { type: "request", deadline: 10_000 },
  "editor.focus": { type: "request", deadline: 10_000 },
  // Sent once; the host sends no business message before it.
  "bridge.ready": { type: "durable" },
  // Only the present state matters to whoever shows it.
  "document.state": { type: "latest" },
  // Diagnostics: worth having, not worth slowing typing for, never worth growing without a bound.
  "trace.spans": { type: "sampled", lists: ["milestones", "spans"], bound: 512 },
  "log.records": { type: "sampled", lists: ["records"], bound: 256 },
};

export interface QueuedEvent {
  readonly method: string;
  readonly payload: JSONValue;
}

/** Whether an event left at once, or how soon the queue wants to be drained. */
export type Urgency = "immediate" | "soon" | "eventually";

/** Events waiting to be sent, kept as their class demands. Pure: the driver asks when to drain and sends what comes out. */
export class Outbox {
  private readonly latest = new Map<string, JSONValue>();
  private readonly sampled = new Map<string, Batch>();

  /** Takes an event. `immediate` means it was not queued: the caller sends it now, after what `drain` returns. */
  put(method: EventMethod, payload: JSONValue): Urgency {
    const delivery = deliveryClasses[method];
    switch (delivery.type) {
      case "request":
      case "durable":
        return "immediate";
      case "latest":
        // Deleting first moves the key to the end: order among methods is the order of their newest values.
        this.latest.delete(method);
        this.latest.set(method, payload);
        return "soon";
      case "sampled": {
        const batch = this.sampled.get(method) ?? new Batch(delivery.lists, delivery.bound);
        batch.add(payload);
        this.sampled.set(method, batch);
        return "eventually";
      }
    }
  }

  get isEmpty(): boolean {
    return this.latest.size === 0 && this.sampled.size === 0;
  }

  /** Everything queued, oldest class first; the queue is empty afterwards. */
  drain(): QueuedEvent[] {
    const drained: QueuedEvent[] = [];
    for (const [method, payload] of this.latest) drained.push({ method, payload });
    for (const [method, batch] of this.sampled) drained.push({ method, payload: batch.payload() });
    this.latest.clear();
    this.sampled.clear();
    return drained;
  }
}

class Batch {
  private readonly members = new Map<string, JSONValue[]>();
  private dropped = 0;

  constructor(
    lists: readonly string[],
    private readonly bound: number,
  ) {
    for (const list of lists) this.members.set(list, []);
  }

  add(payload: JSONValue): void {
    if (!isObject(payload)) return;
    for (const [list, members] of this.members) {
      const added = payload[list];
      if (Array.isArray(added)) members.push(...(added as JSONValue[]));
      const excess = members.length - this.bound;
      if (excess > 0) {
        members.splice(0, excess);
        this.dropped += excess;
      }
    }
    if (typeof payload.dropped === "number") this.dropped += payload.dropped;
  }

  payload(): JSONObject {
    const payload: { [key: string]: JSONValue } = {};
    for (const [list, members] of this.members) payload[list] = members;
    payload.dropped = this.dropped;
    return payload;
  }
}
