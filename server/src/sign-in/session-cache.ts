import { setNewest } from "../kernel/bounded-map.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Clock } from "../kernel/clock.ts";
import { tokenState } from "./rules.ts";
import type { SignInStore } from "./store.ts";
import { hashOfSession, hashToken, sessionOf } from "./token.ts";

/** `listenerGeneration` numbers the connections that receive revocations; null while none is connected. */
interface SessionCacheParts {
  readonly store: Pick<SignInStore, "findTokenOwner" | "touchToken">;
  readonly listenerGeneration: () => number | null;
  readonly clock: Pick<Clock, "now" | "steadyMs">;
}

interface Lookup {
  readonly generation: number | null;
  readonly startedAtMs: number;
  /** The last result, possibly of an earlier lookup; null before the first. */
  caller: Caller | null;
  pending: Promise<Caller | null> | null;
}

/** Changes without a revocation, such as a different role, also take effect within this time. */
const freshMs = 2000;
const sessionsMax = 20_000;

/** AUTH-7: caches token owners as long as revocations reach this process, so that busy sessions need no query per call. */
export class SessionCache {
  readonly #parts: SessionCacheParts;
  /** Lookups by session, most recent last. Concurrent calls of a session share one. */
  readonly #lookups = new Map<string, Lookup>();

  constructor(parts: SessionCacheParts) {
    this.#parts = parts;
  }

  /**
   * Returns the token's owner. Null if it is unknown, expired or disabled (AUTH-2), or if it was not valid recently and `mayAsk` denies a query
   * (SEC-4).
   */
  async find(token: string, mayAsk: () => Promise<boolean>): Promise<Caller | null> {
    return await this.findSession(sessionOf(hashToken(token)), mayAsk);
  }

  /** Like `find`, but by session name. */
  async findSession(session: string, mayAsk: () => Promise<boolean>): Promise<Caller | null> {
    // Decided for each call, since lookups are shared: a caller refused because of its address must not get the result of another.
    if (!this.#lookups.get(session)?.caller && !(await mayAsk())) return null;
    const lookup = this.#lookups.get(session);
    if (lookup === undefined || !this.#isFresh(lookup)) return await this.#lookUp(session, lookup);
    return lookup.pending === null ? lookup.caller : await lookup.pending;
  }

  forgetSession(session: string): void {
    this.#lookups.delete(session);
  }

  /** Also discards lookups in progress. */
  forgetPerson(participantId: number): void {
    for (const [session, { caller }] of this.#lookups) {
      if (caller === null || caller.user.id === participantId) this.#lookups.delete(session);
    }
  }

  #isFresh({ generation, startedAtMs }: Lookup): boolean {
    const ageMs = this.#parts.clock.steadyMs() - startedAtMs;
    return generation !== null && generation === this.#parts.listenerGeneration() && ageMs < freshMs;
  }

  async #lookUp(session: string, previous: Lookup | undefined): Promise<Caller | null> {
    const { listenerGeneration, clock } = this.#parts;
    const [generation, startedAtMs] = [listenerGeneration(), clock.steadyMs()];
    const pending = this.#load(session);
    const lookup: Lookup = { generation, startedAtMs, caller: previous?.caller ?? null, pending };
    this.#lookups.set(session, lookup);
    try {
      lookup.caller = await pending;
      lookup.pending = null;
      this.#replace(session, lookup, lookup);
      return lookup.caller;
    } catch (error) {
      this.#replace(session, lookup, previous);
      throw error;
    }
  }

  /** Replaces a lookup, unless the session was forgotten or looked up again in the meantime. */
  #replace(session: string, pending: Lookup, next: Lookup | undefined): void {
    if (this.#lookups.get(session) !== pending) return;
    if (next?.caller) setNewest(this.#lookups, session, next, sessionsMax);
    else this.#lookups.delete(session);
  }

  /** Looks up a token, and writes its use at most every few minutes. */
  async #load(session: string): Promise<Caller | null> {
    const { store, clock } = this.#parts;
    const hash = hashOfSession(session);
    const owner = await store.findTokenOwner(hash);
    const state = owner === null ? "expired" : tokenState(owner, clock.now());
    if (owner === null || state === "expired") return null;
    // ERR-5: the write is not awaited, so that lookups work while the database refuses writes; the next lookup retries it.
    if (state === "good-touch") void store.touchToken(hash, clock.now()).catch(() => undefined);
    return { user: owner.user, session, isProgram: owner.isProgram };
  }
}
