import { readQuery } from "@cuplaj/protocol/search-text.ts";
import { useTranslations } from "use-intl";

interface Term {
  readonly kind: "word" | "code" | "phrase";
  readonly text: string;
}

/** FIND-3h, FIND-4d: what was typed, as the search understands it. */
export const termsOf = (typed: string): readonly Term[] =>
  readQuery(typed).clauses.flatMap((clause): readonly Term[] => {
    if (clause.kind === "phrase") return [{ kind: "phrase", text: clause.words.join(" ") }];
    const code = clause.words.join("");
    if (clause.codes.includes(code)) return [{ kind: "code", text: code }];
    return clause.words.map((text) => ({ kind: /\p{N}/u.test(text) ? "code" : "word", text }));
  });

/** The same in words. */
export function useUnderstood(typed: string): readonly string[] {
  const t = useTranslations("found.understood");
  return termsOf(typed).map(({ kind, text }) => t(kind, { text }));
}
