/** Timers that a test moves by hand. Callbacks run in order of time, then of setting. */
export class ManualTimers {
  now = 1_000;
  private next = 1;
  private readonly timers = new Map<number, { readonly at: number; readonly callback: () => void }>();

  get pending(): number {
    return this.timers.size;
  }

  readonly set = (callback: () => void, milliseconds: number): number => {
    const timer = this.next;
    this.next += 1;
    this.timers.set(timer, { at: this.now + milliseconds, callback });
    return timer;
  };

  readonly clear = (timer: number): void => {
    this.timers.delete(timer);
  };

  advance(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      let due: [number, { at: number; callback: () => void }] | undefined;
      for (const entry of this.timers) {
        if (entry[1].at <= end && (due === undefined || entry[1].at < due[1].at)) due = entry;
      }
      if (due === undefined) break;
      this.timers.delete(due[0]);
      this.now = Math.max(this.now, due[1].at);
      due[1].callback();
    }
    this.now = end;
  }
}

/** Lets every promise that can settle without a timer settle. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
