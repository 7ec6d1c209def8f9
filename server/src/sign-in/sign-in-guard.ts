import { setNewest } from "../kernel/bounded-map.ts";
import type { Clock } from "../kernel/clock.ts";
import { done, type Outcome, type Refused, refused } from "../kernel/outcome.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import type { FailureCounts } from "./failure-counts.ts";
import { type Applicant, HashQueue } from "./hash-queue.ts";
import { nameKey } from "./rules.ts";
import { createSlowNames } from "./slow-names.ts";

interface SignInGuardParts {
  readonly counts: FailureCounts;
  readonly security: SecurityLog;
  readonly clock: Pick<Clock, "setTimeout">;
}

/** Names of the limits in security events. */
const limitNames = { account: "sign-in-failures", address: "sign-in-failures-of-address" } as const;

type Attempt<T> = () => Promise<Outcome<T | null>>;

/** Retry delay for an address with too many queued checks. */
const crowdedRetryMs = 2000;
/** Maximum number of pairs of name and address remembered after successful sign-ins. */
const knownMax = 20_000;

/** Decides before each password check who may try now, who must wait, and who must retry later (AUTH-3, SEC-3). */
export class SignInGuard {
  readonly #parts: SignInGuardParts;
  readonly #hashQueue = new HashQueue();
  readonly #slowNames;
  readonly #known = new Map<string, true>();

  constructor(parts: SignInGuardParts) {
    this.#parts = parts;
    this.#slowNames = createSlowNames(parts.clock);
  }

  /** Runs a sign-in; null means a wrong name or password. Queries nothing before its turn. `address` is an `addressGroup`. */
  async run<T>(
    { username, address }: Record<"username" | "address", string>,
    check: () => Promise<T | null>,
  ): Promise<Outcome<T | null>> {
    const name = nameKey(username);
    const account = `${address} ${name}`;
    const tried = await this.#parts.counts.begin({ name, address });
    if (tried.refusedBy !== null) return this.#refuse(limitNames[tried.refusedBy], address, tried.retryAfterMs);
    const applicant = { address, isKnown: this.#known.has(account), hasFailed: tried.hasFailed };
    const attempt: Attempt<T> = () => this.#inTurnOfAddress(applicant, check);
    let isFailure = false;
    try {
      const outcome = await (tried.isNameFull ? this.#inTurnOfName(name, applicant, attempt) : attempt());
      isFailure = outcome.ok && outcome.value === null;
      if (outcome.ok && !isFailure) setNewest(this.#known, account, true, knownMax);
      return outcome;
    } finally {
      tried.end(isFailure);
    }
  }

  /** SEC-3: a name with too many failures gets one try a second, but is never locked. */
  async #inTurnOfName<T>(name: string, applicant: Applicant, attempt: Attempt<T>): ReturnType<Attempt<T>> {
    const turn = await this.#slowNames.run(name, applicant, attempt);
    if ("value" in turn) return turn.value;
    return this.#refuse("sign-in-failures-of-name", applicant.address, turn.retryAfterMs);
  }

  async #inTurnOfAddress<T>(applicant: Applicant, check: () => Promise<T | null>): ReturnType<Attempt<T>> {
    const checking = this.#hashQueue.run(applicant, check);
    return checking === null ? this.#refuse("sign-in-queue", applicant.address, crowdedRetryMs) : done(await checking);
  }

  #refuse(what: string, address: string, retryAfterMs: number): Refused {
    this.#parts.security.note("limit.met", { who: null, what, from: address });
    return refused("too_many_requests", { retryAfterMs });
  }
}
