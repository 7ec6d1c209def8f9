import type { BadValue } from "./bad-value.ts";

/** Bad values that are named; the others are counted. */
const namedMax = 100;

/** What is wrong with a file: as much as is named, and how much there is. */
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

  /** A line for each that is named, and one for the others. */
  lines(): readonly string[] {
    const named = this.#named.map(({ line, problem }) => `line ${line}: ${printable(problem)}`);
    const others = this.#total - named.length;
    return others === 0 ? named : [...named, `and ${others} more`];
  }
}

/** ERP-2k: control characters of a file, those that nobody sees, and what turns the direction of a text, as `\\u` and digits. */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16);
    return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
  });
