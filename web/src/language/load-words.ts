import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { WordFiles } from "../part.ts";
import type { Words } from "../state/shape.ts";
import type { LoadWords } from "../state/app-context.ts";

/** Loads the words of slices, each language once. Rejects when a file cannot be fetched; a new call tries again. */
export function createWordLoader(files: readonly WordFiles[]): LoadWords {
  const loading = new Map<LanguageCode, Promise<Words>>();
  return (language) => {
    const known = loading.get(language);
    if (known) return known;
    const words: Promise<Words> = Promise.all(files.map((file) => file[language]())).then((all) =>
      Object.assign({}, ...all),
    );
    loading.set(language, words);
    words.catch(() => loading.delete(language));
    return words;
  };
}
