import type { Clock } from "./clock.ts";

const everyMs = 60_000;

/** Something that others can bring about as often as they like: told at once, then once a minute with how often it was. */
export class RareLine {
  readonly #clock: Pick<Clock, "now">;
  readonly #write: (count: number) => void;
  #count = 0;
  #toldAtMs = -Infinity;

  constructor(clock: Pick<Clock, "now">, write: (count: number) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  count(): void {
    this.#count += 1;
    const now = this.#clock.now();
    if (now - this.#toldAtMs < everyMs) return;
    this.#write(this.#count);
    this.#toldAtMs = now;
    this.#count = 0;
  }
}
