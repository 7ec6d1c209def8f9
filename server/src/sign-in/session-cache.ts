import { setNewest } from "../kernel/bounded-map.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Clock } from "../kernel/clock.ts";
import { tokenState } from "./rules.ts";
import type { SignInStore } from "./store.ts";
import { hashOfSession, hashToken, sessionOf } from "./token.ts";

/** `listenerGeneration` numbers the connection on which revocations arrive, null while there is none. */
interface SessionCacheParts {
  readonly store: Pick<SignInStore, "findTokenOwner" | "touchToken">;
  readonly listenerGeneration: () => number | null;
  readonly clock: Pick<Clock, "now" | "steadyMs">;
}

interface Lookup {
  readonly generation: number | null;
  readonly startedAtMs: number;
  /** The last answer for the session, also of a lookup before this one; null while there is none. */
  caller: Caller | null;
  pending: Promise<Caller | null> | null;
}

/** What changes without a revocation, such as a role, applies after this time too. */
const freshMs = 2000;
const sessionsMax = 20_000;

/** AUTH-7: whom tokens belong to, so that a busy session does not query the store for every call; only while revocations arrive. */
export class SessionCache {
  readonly #parts: SessionCacheParts;
  /** By session, the latest last; calls of one session at the same moment share a lookup. */
  readonly #lookups = new Map<string, Lookup>();

  constructor(parts: SessionCacheParts) {
    this.#parts = parts;
  }

  /**
   * Whoever a token belongs to; null for one that is unknown, expired or a disabled person's (AUTH-2), or was not good here lately
   * where `mayAsk` says that the store is not to be asked for it (SEC-4).
   */
  async find(token: string, mayAsk: () => Promise<boolean>): Promise<Caller | null> {
    return await this.findSession(sessionOf(hashToken(token)), mayAsk);
  }

  /** The same for a session by its name. */
  async findSession(session: string, mayAsk: () => Promise<boolean>): Promise<Caller | null> {
    // Each call by itself, since a lookup may be shared: who is refused for an address must not take another's answer for theirs.
    if (!this.#lookups.get(session)?.caller && !(await mayAsk())) return null;
    const lookup = this.#lookups.get(session);
    if (lookup === undefined || !this.#isFresh(lookup)) return await this.#lookUp(session, lookup);
    return lookup.pending === null ? lookup.caller : await lookup.pending;
  }

  forgetSession(session: string): void {
    this.#lookups.delete(session);
  }

  /** Also drops the lookups whose person is not known yet. */
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

  /** Leaves alone what was forgotten or looked up again meanwhile. */
  #replace(session: string, pending: Lookup, next: Lookup | undefined): void {
    if (this.#lookups.get(session) !== pending) return;
    if (next?.caller) setNewest(this.#lookups, session, next, sessionsMax);
    else this.#lookups.delete(session);
  }

  /** A token in use is written down every few minutes only. */
  async #load(session: string): Promise<Caller | null> {
    const { store, clock } = this.#parts;
    const hash = hashOfSession(session);
    const owner = await store.findTokenOwner(hash);
    const state = owner === null ? "expired" : tokenState(owner, clock.now());
    if (owner === null || state === "expired") return null;
    // ERR-5: a database that takes no writes still answers whose the token is, and nobody waits for that; the next lookup tries again.
    if (state === "good-touch") void store.touchToken(hash, clock.now()).catch(() => undefined);
    return { user: owner.user, session, isProgram: owner.isProgram };
  }
}
