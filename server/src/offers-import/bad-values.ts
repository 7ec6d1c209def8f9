import type { BadValue } from "./bad-value.ts";

/** Maximum number of bad values listed; further ones are only counted. */
const namedMax = 100;

export class BadValues {
  readonly #named: BadValue[] = [];
  #total = 0;

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  add(bad: readonly BadValue[]): void {
    this.#total += bad.length;
    this.#named.push(...bad.slice(0, namedMax - this.#named.length));
  }

  lines(): readonly string[] {
    const named = this.#named.map(({ line, problem }) => `line ${line}: ${problem}`);
    const others = this.#total - named.length;
    return others === 0 ? named : [...named, `and ${others} more`];
  }
}
