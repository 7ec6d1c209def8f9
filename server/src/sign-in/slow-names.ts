import { type Clock, pause } from "../kernel/clock.ts";
import type { Applicant } from "./hash-queue.ts";

type NameApplicant = Pick<Applicant, "address" | "isKnown">;

interface SlowNames {
  /** Runs the try in its turn, or returns when to retry (ms). */
  run<T>(
    name: string,
    applicant: NameApplicant,
    work: () => Promise<T>,
  ): Promise<{ value: T } | { retryAfterMs: number }>;
}

const turnMs = 1000;
/** Maximum number of tries held open per name, separately for known and unknown addresses; also the maximum number of turns that a try waits. */
const heldMax = 5;
/** Number of held tries that are reserved for the newest unknown addresses. */
const heldOfNewest = 2;
/** Maximum number of addresses remembered per name, with their first try and number of turns. */
const ticketsMax = 1000;

interface Waiting extends NameApplicant {
  readonly ticket: number;
  readonly isNew: boolean;
  turnsHeld: number;
  /** Ends the wait: 0 for a turn, otherwise when to retry (ms). */
  readonly end: (retryAfterMs: number) => void;
  readonly over: Promise<void>;
}

/**
 * SEC-3: known addresses go first; then, alternately, the newest address that has had no turn, and the one whose last turn was longest ago. A crowd
 * therefore does not delay newcomers, and each unknown address waits at most two seconds for each address that came before it.
 */
export function createSlowNames(clock: Pick<Clock, "setTimeout">): SlowNames {
  const lines = new Map<string, NameLine>();
  const serve = async (name: string, line: NameLine): Promise<void> => {
    for (let next = line.next(); next !== undefined; next = line.next()) {
      next.end(0);
      await Promise.all([next.over, pause(clock, turnMs)]);
    }
    lines.delete(name);
  };
  return {
    async run(name, applicant, work) {
      const [turn, over] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
      const line = lines.get(name) ?? new NameLine();
      line.add({ ...applicant, end: turn.resolve, over: over.promise });
      if (!lines.has(name)) {
        lines.set(name, line);
        void serve(name, line);
      }
      const retryAfterMs = await turn.promise;
      if (retryAfterMs > 0) return { retryAfterMs };
      try {
        return { value: await work() };
      } finally {
        over.resolve();
      }
    },
  };
}

class NameLine {
  readonly #tickets = new Map<string, number>();
  readonly #hadTurn = new Set<string>();
  #ticketLast = 0;
  #isNewestNext = false;
  #waiting: readonly Waiting[] = [];

  add(applicant: Omit<Waiting, "ticket" | "isNew" | "turnsHeld">): void {
    const { address } = applicant;
    const waiting = { ...applicant, ticket: this.#ticketOf(address), isNew: !this.#hadTurn.has(address), turnsHeld: 0 };
    // An address that asks again, for example after a reload, replaces its earlier try.
    this.#sendAway(this.#waiting.find((other) => other.address === address));
    this.#waiting = [...this.#waiting, waiting].toSorted(
      (one, other) => Number(other.isKnown) - Number(one.isKnown) || one.ticket - other.ticket,
    );
    this.#sendAway(this.#waiting.filter(({ isKnown }) => isKnown)[heldMax]);
    this.#sendAway(this.#oneTooMany());
  }

  next(): Waiting | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const next = first.isKnown ? first : this.#nextUnknown(first);
    const others = this.#waiting.filter((other) => other !== next);
    this.#waiting = others;
    this.#tickets.delete(next.address);
    this.#hadTurn.add(next.address);
    forgetOldest(this.#hadTurn);
    for (const waiting of others) {
      waiting.turnsHeld += 1;
      if (waiting.turnsHeld > heldMax) this.#sendAway(waiting);
    }
    return next;
  }

  #nextUnknown(first: Waiting): Waiting {
    const newest = this.#isNewestNext ? this.#waiting.findLast(({ isNew }) => isNew) : undefined;
    this.#isNewestNext = !this.#isNewestNext;
    return newest ?? first;
  }

  /** Returns the unknown address to turn away: one that is neither among the first to ask nor among the newest. */
  #oneTooMany(): Waiting | undefined {
    const unknown = this.#waiting.filter(({ isKnown }) => !isKnown);
    if (unknown.length <= heldMax) return undefined;
    const rest = unknown.slice(heldMax - heldOfNewest);
    const newest = rest.filter(({ isNew }) => isNew).slice(-heldOfNewest);
    return rest.findLast((waiting) => !newest.includes(waiting));
  }

  #sendAway(waiting: Waiting | undefined): void {
    if (waiting === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    const ahead = [...this.#tickets.keys()].indexOf(waiting.address);
    waiting.end(Math.max(1, ahead + 1) * turnMs);
  }

  #ticketOf(address: string): number {
    const ticket = this.#tickets.get(address) ?? (this.#ticketLast += 1);
    this.#tickets.set(address, ticket);
    forgetOldest(this.#tickets);
    return ticket;
  }
}

function forgetOldest(addresses: Set<string> | Map<string, number>): void {
  const [oldest] = addresses.keys();
  if (addresses.size > ticketsMax && oldest !== undefined) addresses.delete(oldest);
}
