import type { NewEntry } from "./store.ts";

/** AUD-1b: entries in a window of one account, and of all who are not known together. What goes beyond is counted by its kind alone. */
const entriesOfPersonMax = 300;
const entriesOfStrangersMax = 200;
/** Different entries of a window in all; beyond them everything is counted by its kind alone. */
const entriesMax = 20_000;

interface Repeated {
  readonly entry: NewEntry;
  /** Since the entry was stored, or in all where it never was. */
  times: number;
}

/** AUD-1b: in a window the same thing by the same one is one entry at once, and one with how often it came again at the end. */
export class Repeats {
  readonly #seen = new Map<string, Repeated>();
  /** How many entries an account has in the window; strangers are one. */
  readonly #entriesOf = new Map<number | null, number>();

  /** The entry that is to be stored now; null where it is counted. */
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

  /** Ends the window: what came again in it. */
  end(): readonly NewEntry[] {
    const again = [...this.#seen.values()].filter(({ times }) => times > 0);
    this.#seen.clear();
    this.#entriesOf.clear();
    return again.map(({ entry, times }) => ({ ...entry, times }));
  }

  /** Kinds are few, and so are the accounts that reach their limit: these go past no limit of their own. */
  #countByKind(entry: NewEntry): void {
    const rest = { ...entry, address: null, about: null, detail: "more" };
    const key = keyOf(rest);
    this.#seen.set(key, { entry: rest, times: (this.#seen.get(key)?.times ?? 0) + 1 });
  }
}

const keyOf = ({ kind, by_kind: by, participant_id: id, address, about, detail }: NewEntry): string =>
  JSON.stringify([kind, by, id, address, about, detail]);
