import { indexedQuery, type SearchQuery } from "@cuplaj/protocol/search-text.ts";
import { authorWord, fileWord } from "./cut-chunks.ts";

/** What messages have to be beside holding what was searched for; the author's id and moments as the wire writes them. */
export interface MessageFilter {
  readonly authorId: number | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly hasFile: boolean;
}

/**
 * A question to the index, as PostgreSQL's `tsquery` reads it: `found` is for the index, whose cost grows with each beginning it is
 * asked for, `checked` for one row after the other. Null where everything passes.
 */
export interface Terms {
  readonly found: string | null;
  readonly checked: string | null;
}

/** Beginnings that the index is asked for at once: the longest are in the fewest texts, and the texts themselves decide. */
const indexTermsMax = 6;

/** What chunks of messages are found by. */
export function termsOf(query: SearchQuery, filter?: MessageFilter): Terms {
  const beside = filter === undefined ? [] : lexemesOf(filter).map((lexeme) => `'${lexeme}'`);
  const found = indexedQuery(query)
    .filter((alternatives) => alternatives.length > 0)
    .map((alternatives) => alternatives.map((words) => longest(words, 3)))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, indexTermsMax);
  const checked = indexedQuery(query, 1).filter((alternatives) => alternatives.length > 0);
  return {
    found: allOf([...found.map(alternativesOf), ...beside]),
    checked: allOf([...checked.map(alternativesOf), ...beside]),
  };
}

/** The same for each clause alone; what the index has nothing to say of is left out. */
export const clauseTerms = ({ clauses }: SearchQuery): readonly (string | null)[] =>
  clauses.map((clause) => termsOf({ clauses: [clause] }).checked);

/** All of several questions; null where there is none. */
export const allOf = (terms: readonly string[]): string | null =>
  terms.length === 0 ? null : terms.map((term) => `(${term})`).join(" & ");

/** Any of several questions. */
export const anyOf = (terms: readonly string[]): string => terms.map((term) => `(${term})`).join(" | ");

/** A word or code as a whole; null where the index has none that is so short or so long. */
export const wholeTerm = (word: string): string | null => (word.length < 3 || word.length > 24 ? null : `'${word}'`);

/** Words are letters and digits, so that nothing in them needs an escape. */
const alternativesOf = (alternatives: readonly (readonly string[])[]): string =>
  anyOf(alternatives.map((words) => words.map((word) => `'${word}':*`).join(" & ")));

const longest = (words: readonly string[], count: number): string[] =>
  words.toSorted((a, b) => b.length - a.length).slice(0, count);

/** Of the least telling alternative. */
const lengthOf = (alternatives: readonly (readonly string[])[]): number =>
  Math.min(...alternatives.map((words) => words.join("").length));

/** Words of the index that no text has. */
const lexemesOf = ({ authorId, hasFile }: MessageFilter): string[] => [
  ...(authorId === null ? [] : [authorWord(authorId)]),
  ...(hasFile ? [fileWord] : []),
];
