import { closedForMs, recentFailures } from "./rules.ts";

/** Failed sign-ins of the last minute by key. A shared store may stand behind it (LIM-2). */
export interface FailureCounts {
  /** Counts a try as failed, or answers how long (ms) the key has its fill of them, and counts nothing; 0 where it counted. */
  take(key: string, failuresMax: number): Promise<number>;
  /** Takes back what was taken: the try was right, or nothing was tried. */
  giveBack(key: string): Promise<void>;
  /** Whether a try of the key counts as failed now. */
  has(key: string): Promise<boolean>;
  /** Counts a failure also where the key has its fill. */
  add(key: string): Promise<void>;
}

/**
 * Keys remembered; past it the one that failed longest ago is forgotten. What stays counted was checked, so two checks at a
 * time fill it in no minute.
 */
const keysMax = 50_000;

/** Counts in the memory of this process. */
export function createMemoryFailureCounts(now: () => number): FailureCounts {
  const failures = new Map<string, readonly number[]>();
  const recent = (key: string): readonly number[] => recentFailures(failures.get(key) ?? [], now());
  const keep = (key: string, times: readonly number[]): void => {
    failures.delete(key);
    if (times.length > 0) failures.set(key, times);
    const [oldest] = failures.keys();
    if (failures.size > keysMax && oldest !== undefined) failures.delete(oldest);
  };
  return {
    take(key, failuresMax) {
      const fullForMs = closedForMs(recent(key), failuresMax, now());
      if (fullForMs === 0) keep(key, [...recent(key), now()]);
      return Promise.resolve(fullForMs);
    },
    giveBack(key) {
      keep(key, recent(key).slice(0, -1));
      return Promise.resolve();
    },
    has: (key) => Promise.resolve(recent(key).length > 0),
    add(key) {
      keep(key, [...recent(key), now()]);
      return Promise.resolve();
    },
  };
}

/** Counts nothing (`LIMITS=off`). */
export const uncounted: FailureCounts = {
  take: () => Promise.resolve(0),
  giveBack: () => Promise.resolve(),
  has: () => Promise.resolve(false),
  add: () => Promise.resolve(),
};
