import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Words } from "../state/shape.ts";
import type { LoadWords, WordStep } from "../state/app-context.ts";

/**
 * All slices' words, from their `ro.ts`, `room-ro.ts` and `late-ro.ts`: one file per step and language (PERF-1). Romanian is the original.
 */
const files = {
  ro: {
    first: () => import("./words-ro.ts"),
    room: () => import("./words-room-ro.ts"),
    late: () => import("./words-late-ro.ts"),
  },
  en: {
    first: () => import("./words-en.ts"),
    room: () => import("./words-room-en.ts"),
    late: () => import("./words-late-en.ts"),
  },
} satisfies Record<LanguageCode, Record<WordStep, () => Promise<{ readonly words: Record<string, object> }>>>;

const steps = ["first", "room", "late"] as const satisfies readonly WordStep[];

/** Loads each file once. A language's promises resolve to one shared object, which fills up. Rejects if a file fails, and the next call retries. */
export function createWordLoader(): LoadWords {
  const words = { ro: {}, en: {} };
  const loading = new Map<string, Promise<Words>>();
  return (language, upTo = "late") => {
    const key = `${language} ${upTo}`;
    const known = loading.get(key);
    if (known) return known;
    const wanted = steps.slice(0, steps.indexOf(upTo) + 1).map(async (step) => files[language][step]());
    const filled = Promise.all(wanted).then((loaded) => {
      for (const each of loaded) fill(words[language], Object.values(each.words));
      return words[language] as Words;
    });
    loading.set(key, filled);
    filled.catch(() => loading.delete(key));
    return filled;
  };
}

function fill(words: Record<string, object>, slices: readonly object[]): void {
  for (const [name, said] of slices.flatMap((slice) => Object.entries<object>({ ...slice })))
    words[name] = Object.assign(words[name] ?? {}, said);
}
