import type { Clock } from "../clock.ts";
import { done, type Outcome, type Refused, refused } from "../outcome.ts";
import type { SecurityLog } from "../security-log.ts";
import type { FailureCounts } from "./failure-counts.ts";
import { createHashQueue } from "./hash-queue.ts";
import { nameKey, type SignInLimits } from "./rules.ts";
import { createSlowNames } from "./slow-names.ts";

/** Stands before every check of a password: who may try now, who waits, and who is to come back later (AUTH-3, SEC-3). */
export interface SignInGuard {
  /** Runs the check in its turn; it answers null for a wrong name or password. Nothing is asked of the store before. */
  run<T>(comer: Comer, check: () => Promise<T | null>): Promise<Outcome<T | null>>;
}

interface Comer {
  /** As it was typed. */
  readonly username: string;
  /** As limits count it (`addressGroup`). */
  readonly address: string;
}

/** What the guard needs. */
export interface SignInGuardParts {
  readonly counts: FailureCounts;
  readonly limits: SignInLimits;
  readonly security: SecurityLog;
  readonly clock: Pick<Clock, "setTimeout">;
}

/** What can be met, as the log of security events names it. */
type Met = "sign-in-failures" | "sign-in-failures-of-address" | "sign-in-failures-of-name" | "sign-in-queue";

/** What decides whose turn it is. */
interface Standing {
  readonly address: string;
  readonly isKnown: boolean;
  readonly hasFailed: boolean;
}

type Attempt<T> = () => Promise<Outcome<T | null>>;

interface Limit {
  readonly met: Met;
  readonly address: string;
  readonly key: string;
  readonly failuresMax: number;
}

/** When to come back while one's address has too many checks waiting. */
const crowdedRetryMs = 2000;
/** Pairs of name and address that are remembered for a right sign-in. */
const knownMax = 20_000;

/** Makes the guard. A try counts as failed from its beginning, so that many at once pass no limit together. */
export function createSignInGuard(parts: SignInGuardParts): SignInGuard {
  return new CountingGuard(parts);
}

class CountingGuard implements SignInGuard {
  readonly #parts: SignInGuardParts;
  readonly #hashQueue = createHashQueue();
  readonly #slowNames;
  /** Which addresses signed in to which names, the latest last. */
  readonly #known = new Set<string>();

  constructor(parts: SignInGuardParts) {
    this.#parts = parts;
    this.#slowNames = createSlowNames(parts.clock);
  }

  async run<T>({ username, address }: Comer, check: () => Promise<T | null>): Promise<Outcome<T | null>> {
    const { failuresPerAddressPerMinute, failuresPerMinute } = this.#parts.limits;
    const name = nameKey(username);
    const account = `${address} ${name}`;
    const ofAddress = { met: "sign-in-failures-of-address", key: `address ${address}` } as const;
    const ofAccount = { met: "sign-in-failures", key: `account ${account}` } as const;
    const hasFailed = await this.#parts.counts.has(ofAddress.key);
    const comer = { address, isKnown: this.#known.has(account), hasFailed };
    const outcome = await this.#limited({ ...ofAddress, address, failuresMax: failuresPerAddressPerMinute }, () =>
      this.#limited({ ...ofAccount, address, failuresMax: failuresPerMinute }, () =>
        this.#inTurnOfName(name, comer, check),
      ),
    );
    if (outcome.ok && outcome.value !== null) this.#remember(account);
    return outcome;
  }

  async #limited<T>({ met, address, key, failuresMax }: Limit, attempt: Attempt<T>): ReturnType<Attempt<T>> {
    const fullForMs = await this.#parts.counts.take(key, failuresMax);
    if (fullForMs > 0) return this.#refuse(met, address, fullForMs);
    return await this.#givingBack(key, attempt);
  }

  /** SEC-3: a name with too many failures is tried once a second, and never closed. */
  async #inTurnOfName<T>(name: string, comer: Standing, check: () => Promise<T | null>): ReturnType<Attempt<T>> {
    const { counts, limits } = this.#parts;
    const key = `name ${name}`;
    const attempt = () => this.#inTurnOfAddress(comer, check);
    const isSlow = (await counts.take(key, limits.failuresPerNamePerMinute)) > 0;
    if (!isSlow) return await this.#givingBack(key, attempt);
    const turn = await this.#slowNames.run(name, comer, attempt);
    if ("retryAfterMs" in turn) return this.#refuse("sign-in-failures-of-name", comer.address, turn.retryAfterMs);
    if (isWrong(turn.value)) await counts.add(key);
    return turn.value;
  }

  async #inTurnOfAddress<T>(comer: Standing, check: () => Promise<T | null>): ReturnType<Attempt<T>> {
    const checking = this.#hashQueue.run(comer, check);
    return checking === null ? this.#refuse("sign-in-queue", comer.address, crowdedRetryMs) : done(await checking);
  }

  /** What was taken stays counted only where the check said that name or password are wrong. */
  async #givingBack<T>(key: string, attempt: Attempt<T>): ReturnType<Attempt<T>> {
    let isFailure = false;
    try {
      const outcome = await attempt();
      isFailure = isWrong(outcome);
      return outcome;
    } finally {
      if (!isFailure) await this.#parts.counts.giveBack(key);
    }
  }

  #refuse(met: Met, address: string, retryAfterMs: number): Refused {
    this.#parts.security.note("limit.met", { who: null, what: met, from: address });
    return refused("too_many_requests", { retryAfterMs });
  }

  #remember(account: string): void {
    this.#known.delete(account);
    this.#known.add(account);
    const [oldest] = this.#known;
    if (this.#known.size > knownMax && oldest !== undefined) this.#known.delete(oldest);
  }
}

const isWrong = <T>(outcome: Outcome<T | null>): boolean => outcome.ok && outcome.value === null;
