import type { Clock } from "./clock.ts";

/** What waits, in turns of those who wait: whoever has one goes behind the others, however much of theirs waits. */
export class WaitingLine<Who, Waiting> {
  readonly #waiting = new Map<Who, readonly Waiting[]>();

  /** Of how many something waits. */
  get size(): number {
    return this.#waiting.size;
  }

  /** How much of somebody's waits; of all together without a name. */
  count(who?: Who): number {
    if (who !== undefined) return this.#waiting.get(who)?.length ?? 0;
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  add(who: Who, waiting: Waiting): void {
    this.#waiting.set(who, [...(this.#waiting.get(who) ?? []), waiting]);
  }

  /** Takes the next turn of those that may have one; undefined where there is none. */
  take(mayHaveTurn: (who: Who) => boolean): { readonly who: Who; readonly next: Waiting } | undefined {
    for (const [who, [next, ...others]] of this.#waiting) {
      if (next === undefined || !mayHaveTurn(who)) continue;
      this.#waiting.delete(who);
      if (others.length > 0) this.#waiting.set(who, others);
      return { who, next };
    }
    return undefined;
  }

  /** Has somebody's next turn come after those of all who wait now. */
  moveBehind(who: Who): void {
    const waiting = this.#waiting.get(who);
    if (waiting === undefined) return;
    this.#waiting.delete(who);
    this.#waiting.set(who, waiting);
  }

  /** Takes something out before its turn. */
  remove(who: Who, waiting: Waiting): void {
    const others = (this.#waiting.get(who) ?? []).filter((each) => each !== waiting);
    if (others.length > 0) this.#waiting.set(who, others);
    else this.#waiting.delete(who);
  }
}

/** How long something may wait for its turn (ms), and behind how much else. */
export interface WaitLimits {
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
  readonly waitMsMax: number;
  readonly waitingMax: number;
}

/** Runs a few pieces of work at a time, one of a person, and people take turns: whoever has many waits behind the few of others. */
export class Turns {
  readonly #atOnce: number;
  readonly #running = new Set<number>();
  readonly #line = new WaitingLine<number, () => void>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** The work, once its turn has come. */
  async run<T>(personId: number, work: () => Promise<T>): Promise<T> {
    if (!this.#begin(personId)) await new Promise<void>((resolve) => this.#line.add(personId, resolve));
    return await this.#finish(personId, work);
  }

  /** The same; null where too much waits already, or the turn does not come in time. */
  async runWithin<T>(limits: WaitLimits, personId: number, work: () => Promise<T>): Promise<T | null> {
    if (!this.#begin(personId) && !(await this.#waitWithin(limits, personId))) return null;
    return await this.#finish(personId, work);
  }

  async #waitWithin({ clock, waitMsMax, waitingMax }: WaitLimits, personId: number): Promise<boolean> {
    if (this.#line.count() >= waitingMax) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const begin = (): void => resolve(true);
    this.#line.add(personId, begin);
    const timer = clock.setTimeout(() => {
      this.#line.remove(personId, begin);
      resolve(false);
    }, waitMsMax);
    return await promise.finally(() => clock.clearTimeout(timer));
  }

  #begin(personId: number): boolean {
    if (this.#running.size >= this.#atOnce || this.#running.has(personId)) return false;
    this.#running.add(personId);
    return true;
  }

  async #finish<T>(personId: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#running.delete(personId);
      this.#line.moveBehind(personId);
      const turn = this.#line.take((who) => !this.#running.has(who));
      if (turn !== undefined) {
        this.#running.add(turn.who);
        turn.next();
      }
    }
  }
}
