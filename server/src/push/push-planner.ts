import type { Clock } from "../kernel/clock.ts";
import type { ActiveRoom } from "../rooms/store.ts";
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

/** Looks every second for rooms with messages that nobody looked at yet (PUSH-8), and stores their pushes. */
export class PushPlanner {
  readonly #parts: PushPlannerParts;
  /** Where there may be messages that nobody looked at; null for all rooms, at which the first look is. */
  #roomIds: Set<number> | null = null;
  #dueAtMs = 0;

  constructor(parts: PushPlannerParts) {
    this.#parts = parts;
  }

  /** Takes rooms that are lately active; what was said in them is looked at once it is old enough. */
  note(rooms: readonly Pick<ActiveRoom, "id">[]): void {
    for (const { id } of rooms) this.#roomIds?.add(id);
  }

  /** Whether there are more rooms to look at; null where it is not time yet. */
  async plan(): Promise<boolean | null> {
    const { store, clock, delayMs } = this.#parts;
    if (clock.steadyMs() < this.#dueAtMs) return null;
    const roomIds = this.#roomIds === null ? null : [...this.#roomIds];
    const { rooms, youngIds, isElsewhere } = await store.plan(roomIds, delayMs, roomsMax);
    if (rooms === roomsMax) return true;
    // Whatever was noted meanwhile is noted again in a second.
    if (!isElsewhere) this.#roomIds = new Set(youngIds);
    this.#dueAtMs = clock.steadyMs() + planEveryMs;
    return false;
  }
}
