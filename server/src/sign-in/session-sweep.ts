import type { Clock, Timer } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { tokenIdleMsMax } from "./rules.ts";
import type { SignInStore } from "./store.ts";

/** AUTH-6: how long a socket may outlive its token where nobody told that the token ended. */
const sweepEveryMs = 8000;
/** Looks never follow one another faster, whatever runs out when. */
const sweepMsMin = 500;

/** Compares the sessions of the live sockets with the tokens there are. */
export interface SessionSweep {
  /** Looks within half a second: sign-ins may have been ended unheard. */
  lookSoon(): void;
  close(): void;
}

/** What a sweep takes. */
export interface SessionSweepParts {
  readonly store: Pick<SignInStore, "findGoodTokens">;
  /** The sessions that live sockets of this process are bound to. */
  readonly sessions: () => Iterable<string>;
  readonly closeSession: (session: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** AUTH-6: closes the sockets of tokens that ran out or were forgotten, which no logging out tells of. */
export function startSessionSweep(parts: SessionSweepParts): SessionSweep {
  return new TimedSweep(parts);
}

class TimedSweep implements SessionSweep {
  readonly #parts: SessionSweepParts;
  #timer: Timer | null = null;
  #dueAtMs = Infinity;
  #isSweeping = false;
  #isClosed = false;

  constructor(parts: SessionSweepParts) {
    this.#parts = parts;
    this.#lookIn(sweepEveryMs);
  }

  lookSoon(): void {
    this.#lookIn(sweepMsMin);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) this.#parts.clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** The earliest look that was asked for counts. */
  #lookIn(delayMs: number): void {
    const { clock } = this.#parts;
    const atMs = clock.now() + delayMs;
    if (this.#isClosed || this.#dueAtMs <= atMs) return;
    if (this.#timer !== null) clock.clearTimeout(this.#timer);
    this.#dueAtMs = atMs;
    this.#timer = clock.setTimeout(() => void this.#look(), delayMs);
  }

  async #look(): Promise<void> {
    this.#timer = null;
    this.#dueAtMs = Infinity;
    if (this.#isSweeping) {
      this.#lookIn(sweepMsMin);
      return;
    }
    this.#isSweeping = true;
    let nextMs = sweepEveryMs;
    try {
      nextMs = Math.min(nextMs, await this.#sweep());
    } catch (error) {
      // While the database is away nobody can tell a dead token from a good one: the sockets stay.
      this.#parts.log.warn({ reason: reasonOf(error) }, "live sessions could not be compared with their tokens");
    }
    this.#isSweeping = false;
    this.#lookIn(Math.max(sweepMsMin, nextMs));
  }

  /** Answers how long (ms) the first of the good tokens has left. */
  async #sweep(): Promise<number> {
    const { store, sessions, closeSession, clock } = this.#parts;
    const live = new Set(sessions());
    if (live.size === 0) return Infinity;
    const good = await store.findGoodTokens(
      [...live].map((session) => Buffer.from(session, "hex")),
      clock.now(),
    );
    let nextMs = Infinity;
    for (const { session, lastUsedAt } of good) {
      live.delete(session);
      nextMs = Math.min(nextMs, lastUsedAt + tokenIdleMsMax - clock.now());
    }
    for (const session of live) closeSession(session);
    return nextMs;
  }
}
