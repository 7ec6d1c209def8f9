import type { NewEntry } from "./store.ts";

/** AUD-1b: maximum entries per window for one account, and for everybody who is not signed in. Further ones are only counted by kind. */
const entriesOfPersonMax = 300;
const entriesOfStrangersMax = 200;
/** Maximum number of distinct entries per window; further ones are only counted by kind. */
const entriesMax = 20_000;

interface Repeated {
  readonly entry: NewEntry;
  /** Repetitions since the entry was stored, or all occurrences if it was never stored. */
  times: number;
}

/** AUD-1b: stores an event at once, and its repetitions as one entry at the end of the window. */
export class Repeats {
  readonly #seen = new Map<string, Repeated>();
  /** Entries per participant; null collects those of people who are not signed in. */
  readonly #entriesOf = new Map<number | null, number>();

  /** Returns the entry to store now; null if it is only counted. */
  take(entry: NewEntry): NewEntry | null {
    const seen = this.#seen.get(keyOf(entry));
    if (seen !== undefined) {
      this.#seen.set(keyOf(entry), { entry, times: seen.times + 1 });
      return null;
    }
    const { participant_id: id } = entry;
    const count = this.#entriesOf.get(id) ?? 0;
    if (count >= (id === null ? entriesOfStrangersMax : entriesOfPersonMax) || this.#seen.size >= entriesMax) {
      this.#countByKind(entry);
      return null;
    }
    this.#entriesOf.set(id, count + 1);
    this.#seen.set(keyOf(entry), { entry, times: 0 });
    return entry;
  }

  end(): readonly NewEntry[] {
    const again = [...this.#seen.values()].filter(({ times }) => times > 0);
    this.#seen.clear();
    this.#entriesOf.clear();
    return again.map(({ entry, times }) => ({ ...entry, times }));
  }

  /** These counts need no limit, since there are few kinds of entries and few accounts exceed their limit. */
  #countByKind(entry: NewEntry): void {
    const rest = { ...entry, address: null, about: null, detail: "more" };
    const key = keyOf(rest);
    this.#seen.set(key, { entry: rest, times: (this.#seen.get(key)?.times ?? 0) + 1 });
  }
}

const keyOf = ({ kind, by_kind: by, participant_id: id, address, about, detail }: NewEntry): string =>
  JSON.stringify([kind, by, id, address, about, detail]);
