import type { Clock } from "../kernel/clock.ts";
import type { ActiveRoom } from "../rooms/store.ts";
import type { PushJobStore } from "./jobs.ts";

interface PushPlannerParts {
  readonly store: Pick<PushJobStore, "plan">;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly delayMs: number;
}

const planEveryMs = 1000;
const roomsMax = 200;

/** PUSH-8: plans pushes every second for rooms with new messages. */
export class PushPlanner {
  readonly #parts: PushPlannerParts;
  /** Rooms that may have unplanned messages; null means all, as at startup. */
  #roomIds: Set<number> | null = null;
  #dueAtMs = 0;

  constructor(parts: PushPlannerParts) {
    this.#parts = parts;
  }

  /** Adds recently active rooms; their messages are planned once they are old enough. */
  note(rooms: readonly Pick<ActiveRoom, "id">[]): void {
    for (const { id } of rooms) this.#roomIds?.add(id);
  }

  /** Returns true if more rooms are due, or null if less than a second has passed. */
  async plan(): Promise<boolean | null> {
    const { store, clock, delayMs } = this.#parts;
    if (clock.steadyMs() < this.#dueAtMs) return null;
    const roomIds = this.#roomIds === null ? null : [...this.#roomIds];
    const { rooms, youngIds, isElsewhere } = await store.plan(roomIds, delayMs, roomsMax);
    if (rooms === roomsMax) return true;
    // Rooms that were noted during planning will be noted again a second later.
    if (!isElsewhere) this.#roomIds = new Set(youngIds);
    this.#dueAtMs = clock.steadyMs() + planEveryMs;
    return false;
  }
}
