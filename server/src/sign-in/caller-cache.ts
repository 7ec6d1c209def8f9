import type { User } from "@cuplaj/protocol/participant.ts";
import { setNewest } from "../kernel/bounded-map.ts";

/** Whom a session belongs to. */
interface KnownCaller {
  readonly user: User;
  readonly session: string;
}

/** Remembers for a moment whom tokens belong to, so that a busy session does not ask the store for every call (AUTH-7). */
export interface CallerCache {
  /** The caller that is remembered for the session, or else what `look` answers. */
  find(session: string, look: () => Promise<KnownCaller | null>): Promise<KnownCaller | null>;
  /** Whether the session was good when it was last asked for here, also where that is not remembered for calls any more. */
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

/** What an answer of the store is worth: on which connection ended sign-ins were heard of then, and when that was (ms). */
interface Asked {
  readonly hearing: number | null;
  readonly atMs: number;
}

interface Kept extends Asked {
  readonly caller: KnownCaller;
}

interface Looking extends Asked {
  readonly forgotten: number;
  readonly answer: Promise<KnownCaller | null>;
}

class ShortCallerCache implements CallerCache {
  readonly #parts: CallerCacheParts;
  readonly #kept = new Map<string, Kept>();
  /** The looks at the store that are under way: calls of one session at the same moment share one. */
  readonly #looking = new Map<string, Looking>();
  /** Moves with everything that is forgotten: an answer that was asked for before may be out of date. */
  #forgotten = 0;

  constructor(parts: CallerCacheParts) {
    this.#parts = parts;
  }

  async find(session: string, look: () => Promise<KnownCaller | null>): Promise<KnownCaller | null> {
    const kept = this.#kept.get(session);
    if (kept !== undefined && this.#isFresh(kept)) return kept.caller;
    const looking = this.#looking.get(session);
    // What was asked for before a sign-in ended says nothing to a call that came after it.
    const isShared = looking?.forgotten === this.#forgotten && this.#isFresh(looking);
    return await (isShared ? looking.answer : this.#look(session, look));
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

  async #look(session: string, look: () => Promise<KnownCaller | null>): Promise<KnownCaller | null> {
    const asked = { hearing: this.#parts.hearing(), atMs: this.#parts.now() };
    const looking = { ...asked, forgotten: this.#forgotten, answer: look() };
    this.#looking.set(session, looking);
    try {
      const caller = await looking.answer;
      if (caller === null || looking.forgotten !== this.#forgotten) this.#kept.delete(session);
      else setNewest(this.#kept, session, { ...asked, caller }, keptMax);
      return caller;
    } finally {
      if (this.#looking.get(session) === looking) this.#looking.delete(session);
    }
  }

  #isFresh({ hearing, atMs }: Asked): boolean {
    const ageMs = this.#parts.now() - atMs;
    return hearing !== null && hearing === this.#parts.hearing() && ageMs >= 0 && ageMs < keptMs;
  }
}
