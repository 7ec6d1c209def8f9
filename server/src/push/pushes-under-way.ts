/** PUSH-6c: pushes that are under way at once, and of these to one push service: so many that the thread never waits for the database. */
const [pushesMax, pushesToOneMax] = [512, 256];

/** Pushes that have no answer yet. */
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

  /** Push services that have as many as they may. */
  fullOrigins(): readonly string[] {
    return [...this.#byOrigin].filter(([, pushes]) => pushes >= pushesToOneMax).map(([origin]) => origin);
  }

  /** How many may begin: all of them may be to the service, of those that are not full, that has least left. */
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
