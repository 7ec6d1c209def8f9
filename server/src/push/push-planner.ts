import type { Clock } from "../kernel/clock.ts";
import type { PushJobStore } from "./jobs.ts";

interface PushPlannerParts {
  readonly store: Pick<PushJobStore, "plan">;
  readonly clock: Pick<Clock, "steadyMs">;
  /** How long a message is unread before it is pushed. */
  readonly delayMs: number;
}

const planEveryMs = 1000;
/** Rooms that are planned for at a time. */
const roomsMax = 200;
/** How much later than it was begun a message may be committed. */
const lateCommitMs = 100_000;

/** Looks every second for rooms with messages that nobody looked at yet (PUSH-8), and stores their pushes. */
export class PushPlanner {
  readonly #parts: PushPlannerParts;
  /** Up to when, by the database's clock, all rooms were looked at; the first look is at all of them. */
  #levelAtMs = 0;
  #dueAtMs = 0;

  constructor(parts: PushPlannerParts) {
    this.#parts = parts;
  }

  /** Whether there are more rooms to look at; null where it is not time yet. */
  async plan(): Promise<boolean | null> {
    const { store, clock, delayMs } = this.#parts;
    if (clock.steadyMs() < this.#dueAtMs) return null;
    const sinceMs = Math.max(0, this.#levelAtMs - delayMs - lateCommitMs);
    const { rooms, isElsewhere, atMs } = await store.plan(sinceMs, delayMs, roomsMax);
    if (rooms === roomsMax) return true;
    if (!isElsewhere) this.#levelAtMs = atMs;
    this.#dueAtMs = clock.steadyMs() + planEveryMs;
    return false;
  }
}
