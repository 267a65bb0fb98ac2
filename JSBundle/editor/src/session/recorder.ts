import { LogLevel, MilestoneStage, WireLogRecord, WireMilestone, WireSpan } from "../bridge";

/** Where records go; the bridge, which batches and bounds them. */
export interface RecorderPorts {
  /** Milliseconds since 1970 with a fraction, on the page's clock. */
  now(): number;
  trace(spans: readonly WireSpan[], milestones: readonly WireMilestone[]): void;
  log(records: readonly WireLogRecord[]): void;
}

/** Notes what takes how long, which stages of opening were reached, and what somebody should read. */
export class Recorder {
  constructor(private readonly ports: RecorderPorts) {}

  milestone(stage: MilestoneStage): void {
    this.ports.trace([], [{ stage, at: this.ports.now() }]);
  }

  /** Notes a stretch of work that began at `start` and ends now. */
  span(name: string, start: number): void {
    this.ports.trace([{ name, category: "editor", start, end: Math.max(start, this.ports.now()) }], []);
  }

  /** Runs synchronous work and notes how long it took, whether or not it failed. */
  measure<T>(name: string, work: () => T): T {
    const start = this.ports.now();
    try {
      return work();
    } finally {
      this.span(name, start);
    }
  }

  async measureAsync<T>(name: string, work: () => Promise<T>): Promise<T> {
    const start = this.ports.now();
    try {
      return await work();
    } finally {
      this.span(name, start);
    }
  }

  now(): number {
    return this.ports.now();
  }

  /** Messages are for people who look after the editor; they never hold document text. */
  log(level: LogLevel, message: string): void {
    this.ports.log([{ level, message, at: this.ports.now() }]);
  }
}
