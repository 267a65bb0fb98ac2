import { isObject, JSONObject, JSONValue } from "./wire";

/** How a message is treated while it waits to be sent. A property of the method, never of the moment. */
export type DeliveryClass = "request" | "durable" | "latest" | "sampled" | "expiring";

/** What the protocol says about one method. */
export interface MethodDescriptor {
  readonly from: "host" | "page";
  readonly delivery: DeliveryClass;
  /** Of a request, in milliseconds; null where a person or a network decides how long it takes. */
  readonly deadline: number | null;
  /** Whether making the request again does no harm, so that a caller may when it does not know what became of it. */
  readonly idempotent: boolean;
}

function request(from: "host" | "page", deadline: number | null, idempotent = false): MethodDescriptor {
  return { from, delivery: "request", deadline, idempotent };
}

function event(from: "host" | "page", delivery: Exclude<DeliveryClass, "request">): MethodDescriptor {
  return { from, delivery, deadline: null, idempotent: false };
}

/** Every method of version 1, also those that only the native side speaks yet: a known method the wrong way round is told from an unknown one. */
const table: { readonly [method: string]: MethodDescriptor } = {
  // The page is useless before the answer; a host that has not answered by then will not.
  "bridge.hello": request("page", 10_000, true),
  // Sent once; the host sends no business message before it.
  "bridge.ready": event("page", "durable"),

  // These read or write a whole document, and the largest ones take seconds.
  "document.open": request("host", 60_000, true),
  "document.export": request("host", 60_000, true),
  "checkpoint.restore": request("host", 60_000, true),
  "checkpoint.request": request("host", 30_000, true),
  // Nothing from here on waits for anything outside the page.
  "document.close": request("host", 10_000, true),
  "document.setReadOnly": request("host", 5_000, true),
  "editor.focus": request("host", 5_000, true),
  "editor.blur": request("host", 5_000, true),
  "editor.undo": request("host", 5_000),
  "editor.redo": request("host", 5_000),
  "editor.command": request("host", 5_000),
  "selection.set": request("host", 5_000, true),
  "attachment.insert": request("host", 10_000),
  // Only the present one is of use.
  "theme.set": event("host", "latest"),
  "locale.set": event("host", "latest"),
  "connectivity.changed": event("host", "latest"),
  "memory.pressure": event("host", "latest"),
  "keyboard.changed": event("host", "latest"),
  // Each transition carries meaning, and so does their order.
  "lifecycle.changed": event("host", "durable"),
  "permission.changed": event("host", "durable"),
  "auth.tokenRefreshed": event("host", "durable"),

  "auth.token": request("page", 30_000, true),
  "navigation.open": request("page", 10_000),
  "storage.loadCheckpoint": request("page", 10_000, true),
  "storage.appendPending": request("page", 10_000, true),
  "storage.acknowledgePending": request("page", 10_000, true),
  "clipboard.write": request("page", 5_000, true),
  "accessibility.announce": request("page", 5_000),
  // A person, or the size of a file, decides how long these take.
  "attachment.pick": request("page", null),
  "attachment.upload": request("page", null),
  "attachment.download": request("page", null, true),
  "clipboard.read": request("page", null, true),
  "menu.present": request("page", null),
  // Only the present state matters to whoever shows it.
  "document.state": event("page", "latest"),
  "selection.changed": event("page", "latest"),
  "cursor.geometry": event("page", "latest"),
  "scroll.changed": event("page", "latest"),
  "undo.changed": event("page", "latest"),
  "collaboration.health": event("page", "latest"),
  "attachment.progress": event("page", "latest"),
  // Recovery and resources hang on these.
  "document.closed": event("page", "durable"),
  "checkpoint.committed": event("page", "durable"),
  // A cursor of some seconds ago is wrong rather than late.
  "presence.changed": event("page", "expiring"),
  // Diagnostics: worth having, not worth slowing typing for, never worth growing without a bound.
  "analytics.samples": event("page", "sampled"),
  "log.records": event("page", "sampled"),
  "trace.spans": event("page", "sampled"),
};

/** What the protocol says about a method; undefined for one it does not know. */
export function methodDescriptor(method: string): MethodDescriptor | undefined {
  return Object.prototype.hasOwnProperty.call(table, method) ? table[method] : undefined;
}

/** The lists that the batches of a sampled method join, and how many members each may hold while it waits. */
const batches: { readonly [method: string]: { readonly lists: readonly string[]; readonly bound: number } } = {
  "trace.spans": { lists: ["milestones", "spans"], bound: 512 },
  "log.records": { lists: ["records"], bound: 256 },
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
  put(method: string, payload: JSONValue): Urgency {
    switch (methodDescriptor(method)?.delivery) {
      case "latest":
        // Deleting first moves the key to the end: order among methods is the order of their newest values.
        this.latest.delete(method);
        this.latest.set(method, payload);
        return "soon";
      case "sampled": {
        const { lists, bound } = batches[method] ?? { lists: [], bound: 0 };
        const batch = this.sampled.get(method) ?? new Batch(lists, bound);
        batch.add(payload);
        this.sampled.set(method, batch);
        return "eventually";
      }
      default:
        return "immediate";
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
