import type { Clock } from "./clock.ts";

/** A round-robin queue: each owner gets one item per round, however many are waiting. */
export class WaitingLine<Who, Waiting> {
  readonly #waiting = new Map<Who, readonly Waiting[]>();

  get size(): number {
    return this.#waiting.size;
  }

  count(who?: Who): number {
    if (who !== undefined) return this.#waiting.get(who)?.length ?? 0;
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  add(who: Who, waiting: Waiting): void {
    this.#waiting.set(who, [...(this.#waiting.get(who) ?? []), waiting]);
  }

  /** Takes the next item of an owner that may have a turn; undefined if no owner may. */
  take(mayHaveTurn: (who: Who) => boolean): { readonly who: Who; readonly next: Waiting } | undefined {
    for (const [who, [next, ...others]] of this.#waiting) {
      if (next === undefined || !mayHaveTurn(who)) continue;
      this.#waiting.delete(who);
      if (others.length > 0) this.#waiting.set(who, others);
      return { who, next };
    }
    return undefined;
  }

  moveBehind(who: Who): void {
    const waiting = this.#waiting.get(who);
    if (waiting === undefined) return;
    this.#waiting.delete(who);
    this.#waiting.set(who, waiting);
  }

  remove(who: Who, waiting: Waiting): void {
    const others = (this.#waiting.get(who) ?? []).filter((each) => each !== waiting);
    if (others.length > 0) this.#waiting.set(who, others);
    else this.#waiting.delete(who);
  }
}

/** Longest wait for a turn (ms), and most items waiting: in total and per owner. */
export interface WaitLimits {
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
  readonly waitMsMax: number;
  readonly waitingMax?: number;
  readonly waitingOfOneMax?: number;
  /** Resolves when the caller has gone, which ends the wait. */
  readonly gone?: Promise<unknown>;
}

/** Runs a few pieces of work at a time, limited per person, in round-robin order, so that nobody waits for all the work of another. */
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

  async run<T>(who: Who, work: () => Promise<T>): Promise<T> {
    if (!this.#begin(who)) await new Promise<void>((resolve) => this.#line.add(who, resolve));
    return await work().finally(() => this.#end(who));
  }

  /** Like `run`, but null if too many wait or the turn comes too late. */
  async runWithin<T>(limits: WaitLimits, who: Who, work: () => Promise<T>): Promise<T | null> {
    const end = await this.enter(limits, who);
    return end === null ? null : await work().finally(end);
  }

  /** Takes a turn that lasts until the returned function is called; null in the same cases as `runWithin`. */
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
