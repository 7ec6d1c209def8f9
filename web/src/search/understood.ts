import { readQuery } from "@cuplaj/protocol/search-text.ts";

interface Term {
  readonly kind: "word" | "code" | "phrase";
  readonly text: string;
}

/** FIND-3h: what was typed, as the search understands it. */
export const understood = (typed: string): readonly Term[] =>
  readQuery(typed).clauses.flatMap((clause): readonly Term[] => {
    if (clause.kind === "phrase") return [{ kind: "phrase", text: clause.words.join(" ") }];
    if (clause.code !== null) return [{ kind: "code", text: clause.code }];
    return clause.words.map((text) => ({ kind: /\p{N}/u.test(text) ? "code" : "word", text }));
  });
