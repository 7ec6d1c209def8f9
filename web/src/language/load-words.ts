import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Words } from "./words.ts";

const loading = new Map<LanguageCode, Promise<Words>>();

/** The words of a language, from a file of its own, fetched once. Rejects when the file cannot be fetched; asking again tries again. */
export function loadWords(language: LanguageCode): Promise<Words> {
  const known = loading.get(language);
  if (known) return known;
  const words = fetchWords(language);
  loading.set(language, words);
  words.catch(() => loading.delete(language));
  return words;
}

async function fetchWords(language: LanguageCode): Promise<Words> {
  switch (language) {
    case "ro":
      return (await import("./ro.ts")).ro;
    case "en":
      return (await import("./en.ts")).en;
  }
}
