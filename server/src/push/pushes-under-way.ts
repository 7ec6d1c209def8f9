/** PUSH-6c: maximum numbers of pushes in progress, in total and per service; enough that the thread never waits for the database. */
const [pushesMax, pushesToOneMax] = [512, 256];

export class PushesUnderWay {
  readonly #pushes = new Set<Promise<void>>();
  readonly #byOrigin = new Map<string, number>();

  add(origin: string, push: Promise<void>): void {
    this.#count(origin, 1);
    const ended = push.finally(() => {
      this.#count(origin, -1);
      this.#pushes.delete(ended);
    });
    this.#pushes.add(ended);
  }

  fullOrigins(): readonly string[] {
    return [...this.#byOrigin].filter(([, pushes]) => pushes >= pushesToOneMax).map(([origin]) => origin);
  }

  /** Returns how many more pushes may start, even if all of them go to the busiest service that is below its limit. */
  free(): number {
    const others = [...this.#byOrigin.values()].filter((pushes) => pushes < pushesToOneMax);
    return Math.min(pushesToOneMax - Math.max(0, ...others), pushesMax - this.#pushes.size);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#pushes);
  }

  #count(origin: string, more: number): void {
    const pushes = (this.#byOrigin.get(origin) ?? 0) + more;
    if (pushes > 0) this.#byOrigin.set(origin, pushes);
    else this.#byOrigin.delete(origin);
  }
}
