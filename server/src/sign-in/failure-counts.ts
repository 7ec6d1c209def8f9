import { RecentTimes } from "../kernel/recent-times.ts";
import { failureWindowMs, type SignInLimits } from "./rules.ts";

/** Who tries to sign in, by the name (`nameKey`) and the address (`addressGroup`) that failures are counted by. */
interface SignInTry {
  readonly name: string;
  readonly address: string;
}

/** A try that met the limit of its account (name and address) or of its address. It was not counted. */
interface RefusedTry {
  readonly refusedBy: "account" | "address";
  readonly retryAfterMs: number;
}

/** A try that may go on. It counts as failed until its end is known, so that many at once pass no limit together. */
interface CountedTry {
  readonly refusedBy: null;
  /** The name has its fill of failures (SEC-3). */
  readonly isNameFull: boolean;
  /** Another try from the address counts as failed now. */
  readonly hasFailed: boolean;
  /** To be called once; the try stays counted only if it is a failure. */
  end(isFailure: boolean): void;
}

/** Failed sign-ins of the last minute (AUTH-3, SEC-3). Several processes may count together (LIM-2). */
export interface FailureCounts {
  begin(tried: SignInTry): Promise<RefusedTry | CountedTry>;
}

/** The keys that a try is counted by, and how many failures each may have in a minute: address, account, name. */
export function countedBy(
  { name, address }: SignInTry,
  limits: SignInLimits,
): { readonly keys: readonly [string, string, string]; readonly maxima: readonly [number, number, number] } {
  return {
    keys: [`address ${address}`, `account ${address} ${name}`, `name ${name}`],
    maxima: [limits.failuresPerAddressPerMinute, limits.failuresPerMinute, limits.failuresPerNamePerMinute],
  };
}

/**
 * Decides about a try by how long (ms) each key is full, and how many failures the address had before; `lists` adds a failure to a
 * key, or takes back that of the try.
 */
export function triedBy(
  keys: readonly [address: string, account: string, name: string],
  [addressMs = 0, accountMs = 0, nameMs = 0, failuresOfAddress = 0]: readonly number[],
  lists: { readonly add: (key: string) => void; readonly takeBack: (keys: readonly string[]) => void },
): RefusedTry | CountedTry {
  if (addressMs > 0) return { refusedBy: "address", retryAfterMs: addressMs };
  if (accountMs > 0) return { refusedBy: "account", retryAfterMs: accountMs };
  const [address, account, name] = keys;
  const isNameFull = nameMs > 0;
  return {
    refusedBy: null,
    isNameFull,
    hasFailed: failuresOfAddress > 0,
    end(isFailure) {
      if (!isFailure) lists.takeBack(isNameFull ? [address, account] : keys);
      else if (isNameFull) lists.add(name);
    },
  };
}

/** Counts in the memory of this process, by a clock that never jumps back. */
export function createMemoryFailureCounts(limits: SignInLimits, now: () => number): FailureCounts {
  const failures = new RecentTimes(failureWindowMs);
  const add = (key: string): void => failures.add(key, now());
  const takeBack = (keys: readonly string[]): void => {
    for (const key of keys) failures.takeBack(key, now());
  };
  return {
    begin(tried) {
      const { keys, maxima } = countedBy(tried, limits);
      const fullForMs = keys.map((key, n) => failures.fullForMs(key, maxima[n] ?? 0, now()));
      const outcome = triedBy(keys, [...fullForMs, failures.count(keys[0], now())], { add, takeBack });
      if (outcome.refusedBy === null) keys.filter((_key, n) => fullForMs[n] === 0).forEach(add);
      return Promise.resolve(outcome);
    },
  };
}

/** Counts nothing (`LIMITS=off`). */
export const uncounted: FailureCounts = {
  begin: () => Promise.resolve({ refusedBy: null, isNameFull: false, hasFailed: false, end: () => undefined }),
};
