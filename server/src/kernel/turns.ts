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

/** How long something may wait for its turn (ms), and behind how much else: in all, and of the same person's. */
export interface WaitLimits {
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
  readonly waitMsMax: number;
  readonly waitingMax?: number;
  readonly waitingOfOneMax?: number;
  /** Ends the waiting. */
  readonly gone?: Promise<unknown>;
}

/** Runs a few pieces of work at a time, one or a few of a person, and people take turns: whoever has many waits behind the few of others. */
export class Turns<Who = number> {
  readonly #atOnce: number;
  readonly #ofOne: number;
  readonly #running = new Map<Who, number>();
  #runningTotal = 0;
  readonly #line = new WaitingLine<Who, () => void>();

  constructor(atOnce: number, ofOne = 1) {
    this.#atOnce = atOnce;
    this.#ofOne = ofOne;
  }

  /** The work, once its turn has come. */
  async run<T>(who: Who, work: () => Promise<T>): Promise<T> {
    if (!this.#begin(who)) await new Promise<void>((resolve) => this.#line.add(who, resolve));
    return await work().finally(() => this.#end(who));
  }

  /** The same; null where too much waits already, or the turn does not come in time. */
  async runWithin<T>(limits: WaitLimits, who: Who, work: () => Promise<T>): Promise<T | null> {
    const end = await this.enter(limits, who);
    return end === null ? null : await work().finally(end);
  }

  /** A turn that lasts until it is ended, in the same way. */
  async enter(limits: WaitLimits, who: Who): Promise<(() => void) | null> {
    if (!this.#begin(who) && !(await this.#waitWithin(limits, who))) return null;
    return () => this.#end(who);
  }

  async #waitWithin(limits: WaitLimits, who: Who): Promise<boolean> {
    const { clock, waitMsMax, waitingMax = Infinity, waitingOfOneMax = Infinity, gone } = limits;
    if (this.#line.count() >= waitingMax || this.#line.count(who) >= waitingOfOneMax) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const begin = (): void => resolve(true);
    const giveUp = (): void => {
      this.#line.remove(who, begin);
      resolve(false);
    };
    this.#line.add(who, begin);
    const timer = clock.setTimeout(giveUp, waitMsMax);
    void gone?.then(giveUp);
    return await promise.finally(() => clock.clearTimeout(timer));
  }

  #begin(who: Who): boolean {
    if (this.#runningTotal >= this.#atOnce || !this.#mayBegin(who)) return false;
    this.#count(who, 1);
    return true;
  }

  #mayBegin(who: Who): boolean {
    return (this.#running.get(who) ?? 0) < this.#ofOne;
  }

  #count(who: Who, change: 1 | -1): void {
    const running = (this.#running.get(who) ?? 0) + change;
    this.#runningTotal += change;
    if (running > 0) this.#running.set(who, running);
    else this.#running.delete(who);
  }

  #end(who: Who): void {
    this.#count(who, -1);
    this.#line.moveBehind(who);
    const turn = this.#line.take((each) => this.#mayBegin(each));
    if (turn === undefined) return;
    this.#count(turn.who, 1);
    turn.next();
  }
}
