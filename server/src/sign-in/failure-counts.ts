import { RecentTimes } from "../kernel/recent-times.ts";
import { failureWindowMs, type SignInLimits } from "./rules.ts";

/** A sign-in try by name (`nameKey`) and address (`addressGroup`); failures are counted for both. */
interface SignInTry {
  readonly name: string;
  readonly address: string;
}

/** A try beyond the limit of its account (name and address) or of its address. It is not counted. */
interface RefusedTry {
  readonly refusedBy: "account" | "address";
  readonly retryAfterMs: number;
}

/** A try that may proceed. Until it ends it counts as failed, so that concurrent tries together cannot exceed a limit. */
interface CountedTry {
  readonly refusedBy: null;
  /** Whether the name has reached its limit (SEC-3). */
  readonly isNameFull: boolean;
  /** Whether another try from this address currently counts as failed. */
  readonly hasFailed: boolean;
  /** Must be called once; the try remains counted only if it failed. */
  end(isFailure: boolean): void;
}

/** Failed sign-ins of the last minute (AUTH-3, SEC-3). Several processes may share counts (LIM-2). */
export interface FailureCounts {
  begin(tried: SignInTry): Promise<RefusedTry | CountedTry>;
}

export function countedBy(
  { name, address }: SignInTry,
  limits: SignInLimits,
): { readonly keys: readonly [string, string, string]; readonly maxima: readonly [number, number, number] } {
  return {
    keys: [`address ${address}`, `account ${address} ${name}`, `name ${name}`],
    maxima: [limits.failuresPerAddressPerMinute, limits.failuresPerMinute, limits.failuresPerNamePerMinute],
  };
}

/** Decides on a try, given how long each of its keys remains at its limit (ms). `takeBack` removes the try's own failures from keys. */
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

/** Counts in this process's memory; `now` must be monotonic. */
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
