import type { Clock, Timer } from "../kernel/clock.ts";
import { failureLog, type Log } from "../kernel/log.ts";
import type { StoreEvent } from "../kernel/security-log.ts";
import { newEntry } from "./new-entry.ts";
import { Repeats } from "./repeats.ts";
import type { AuditStore, NewEntry } from "./store.ts";

interface AuditWriterParts {
  readonly store: Pick<AuditStore, "addAll">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

/** Entries wait this long to be batched, and this long for a retry while the database is down. */
const gatherMs = 500;
const retryMs = 5000;
/** Maximum numbers of entries in a statement and in the queue. A full queue drops new entries and logs how many. */
const batchMax = 500;
const waitingMax = 10_000;
/** AUD-1b: repetitions within this window become one entry. */
const windowMs = 10 * 60 * 1000;

/** AUD-1a: stores security events in batches after the response; a killed process loses at most half a second of them. */
export class AuditWriter {
  readonly #parts: AuditWriterParts;
  readonly #repeats = new Repeats();
  readonly #logFailure;
  #waiting: NewEntry[] = [];
  #lost = 0;
  #isStoring = false;
  #timer: Timer | null = null;
  readonly #window: Timer;

  constructor(parts: AuditWriterParts) {
    this.#parts = parts;
    this.#logFailure = failureLog(parts.log, parts.clock, "audit log entries could not be stored");
    this.#window = parts.clock.setInterval(() => this.#endWindow(), windowMs);
  }

  /** Merges repetitions, except those of the operator's events. */
  readonly add: StoreEvent = (kind, fact) => {
    const entry = newEntry(kind, fact, this.#parts.clock.now());
    const taken = entry.by_kind === "command-line" ? entry : this.#repeats.take(entry);
    if (taken !== null) this.#queue([taken]);
  };

  /** Stores all queued entries and counts of repetitions; gives up at the first failure. */
  async stop(): Promise<void> {
    const { clock } = this.#parts;
    clock.clearInterval(this.#window);
    this.#endWindow();
    if (this.#timer !== null) clock.clearTimeout(this.#timer);
    while (this.#waiting.length > 0) if (!(await this.#storeSome())) return;
  }

  #endWindow(): void {
    this.#queue(this.#repeats.end());
  }

  #queue(entries: readonly NewEntry[]): void {
    const room = Math.max(0, waitingMax - this.#waiting.length);
    this.#waiting.push(...entries.slice(0, room));
    this.#lost += Math.max(0, entries.length - room);
    if (this.#waiting.length > 0) this.#plan(gatherMs);
  }

  #plan(delayMs: number): void {
    if (!this.#isStoring) this.#timer ??= this.#parts.clock.setTimeout(() => void this.#storeAll(), delayMs);
  }

  async #storeAll(): Promise<void> {
    this.#timer = null;
    this.#isStoring = true;
    let isStored = true;
    while (isStored && this.#waiting.length > 0) isStored = await this.#storeSome();
    this.#isStoring = false;
    if (this.#waiting.length > 0) this.#plan(retryMs);
  }

  async #storeSome(): Promise<boolean> {
    const batch = this.#waiting.slice(0, batchMax);
    try {
      await this.#parts.store.addAll(batch);
    } catch (error) {
      this.#logFailure(error);
      return false;
    }
    this.#waiting = this.#waiting.slice(batch.length);
    if (this.#lost > 0) this.#parts.log.error({ lost: this.#lost }, "audit log entries were lost");
    this.#lost = 0;
    return true;
  }
}
