import type { User } from "@cuplaj/protocol/participant.ts";

/** Whom a session belongs to. */
interface KnownCaller {
  readonly user: User;
  readonly session: string;
}

/** Remembers for a moment whom tokens belong to, so that a busy session does not ask the store for every call (AUTH-7). */
export interface CallerCache {
  /** The caller that is remembered for the session, or else what `look` answers. */
  find(session: string, look: () => Promise<KnownCaller | null>): Promise<KnownCaller | null>;
  /** Whether the session was good here lately (SEC-4); it need not be any more. */
  knows(session: string): boolean;
  forgetSession(session: string): void;
  forgetPerson(participantId: number): void;
}

/** What the cache depends on. */
interface CallerCacheParts {
  /** The connection that hears of ended sign-ins, by a number of its own; null while there is none. */
  readonly hearing: () => number | null;
  readonly now: () => number;
}

/** What changes without anybody being told, such as a role, holds after so long too. */
const keptMs = 2000;
const keptMax = 20_000;

/** A cache that remembers nobody. */
export const forgetfulCallerCache: CallerCache = {
  find: (_session, look) => look(),
  knows: () => false,
  forgetSession: () => undefined,
  forgetPerson: () => undefined,
};

/** AUTH-7: remembers only while this process hears of ended sign-ins, and forgets what it hears of at once. */
export function createCallerCache(parts: CallerCacheParts): CallerCache {
  return new ShortCallerCache(parts);
}

interface Kept {
  readonly caller: KnownCaller;
  readonly hearing: number;
  readonly atMs: number;
}

class ShortCallerCache implements CallerCache {
  readonly #parts: CallerCacheParts;
  readonly #kept = new Map<string, Kept>();
  /** Moves with everything that is forgotten: an answer that was asked for before may be out of date. */
  #forgotten = 0;

  constructor(parts: CallerCacheParts) {
    this.#parts = parts;
  }

  async find(session: string, look: () => Promise<KnownCaller | null>): Promise<KnownCaller | null> {
    const hearing = this.#parts.hearing();
    if (hearing === null) return await look();
    const askedAtMs = this.#parts.now();
    const kept = this.#kept.get(session);
    if (kept?.hearing === hearing && askedAtMs >= kept.atMs && askedAtMs - kept.atMs < keptMs) return kept.caller;
    const forgotten = this.#forgotten;
    const caller = await look();
    const isCurrent = forgotten === this.#forgotten && hearing === this.#parts.hearing();
    if (caller === null || !isCurrent) this.#kept.delete(session);
    else this.#keep(session, { caller, hearing, atMs: askedAtMs });
    return caller;
  }

  knows(session: string): boolean {
    return this.#kept.has(session);
  }

  forgetSession(session: string): void {
    this.#forgotten += 1;
    this.#kept.delete(session);
  }

  forgetPerson(participantId: number): void {
    this.#forgotten += 1;
    for (const [session, { caller }] of this.#kept) if (caller.user.id === participantId) this.#kept.delete(session);
  }

  #keep(session: string, kept: Kept): void {
    this.#kept.delete(session);
    this.#kept.set(session, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest);
  }
}
