import { closedForMs, recentFailures } from "./rules.ts";

/** Remembers failed sign-ins per account and address (AUTH-3). */
export interface FailureLog {
  /** Runs attempts of one account and address one after the other, so that parallel guesses count one by one. */
  inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T>;
  /** How long (ms) the account is closed to the address; 0 where it is open. */
  closedForMs(key: string): number;
  addFailure(key: string): void;
}

/** Keys remembered; past it the one that failed longest ago is forgotten. */
const keysMax = 50_000;

/** A failure log in the memory of this process. */
export function createFailureLog(failuresMax: number, now: () => number): FailureLog {
  const failures = new Map<string, readonly number[]>();
  const turns = new Map<string, Promise<unknown>>();
  return {
    async inTurn(key, attempt) {
      const before = turns.get(key) ?? Promise.resolve();
      const mine = before.then(attempt, attempt);
      turns.set(key, mine);
      try {
        return await mine;
      } finally {
        if (turns.get(key) === mine) turns.delete(key);
      }
    },
    closedForMs: (key) => closedForMs(failures.get(key) ?? [], failuresMax, now()),
    addFailure(key) {
      const kept = [...recentFailures(failures.get(key) ?? [], now()), now()];
      failures.delete(key);
      failures.set(key, kept);
      const [oldest] = failures.keys();
      if (failures.size > keysMax && oldest !== undefined) failures.delete(oldest);
    },
  };
}

/** Counts nothing (`LIMITS=off`). */
export const forgetfulFailureLog: FailureLog = {
  inTurn: (_key, attempt) => attempt(),
  closedForMs: () => 0,
  addFailure: () => undefined,
};
