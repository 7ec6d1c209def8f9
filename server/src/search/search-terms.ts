import {
  indexedCharactersMax,
  indexedQuery,
  insideMark,
  mayBeginInside,
  partCharactersMin,
  type SearchQuery,
} from "@cuplaj/protocol/search-text.ts";
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
/** Of a code's groups: each beginning costs what it names, and codes begin alike, so the last are in the fewest texts. */
const groupsMax = 2;
/** Everything in one message of a chunk: its words have the messages' numbers for their positions. */
const inOneMessage = " <0> ";

/** What chunks of messages are found by. */
export function termsOf(query: SearchQuery, filter: MessageFilter): Terms {
  const beside = lexemesOf(filter).map((lexeme) => `'${lexeme}'`);
  const checked = [...partsOf(query, 1).map((part) => alternativesOf(part, inOneMessage)), ...beside];
  return {
    found: allOf([...foundParts(query), ...beside]),
    checked: checked.length === 0 ? null : checked.map(inBrackets).join(inOneMessage),
  };
}

/** What rooms are found by: each word may stand in another of their fields. */
export function roomTermsOf(query: SearchQuery): Terms {
  const checked = allOf(partsOf(query, 1).map((part) => alternativesOf(part, " & ")));
  return { found: allOf(foundParts(query)) ?? checked, checked };
}

/** The same for each clause alone; what the index has nothing to say of is left out. */
export const clauseTerms = ({ clauses }: SearchQuery): readonly (string | null)[] =>
  clauses.map((clause) => roomTermsOf({ clauses: [clause] }).checked);

/**
 * What words of a message begin with, in one of the spellings, wherever the query is found in it: where its code stands in one piece, endings
 * of that begin with its groups, but for those that are too short.
 */
export const beginningsOf = ({ clauses }: SearchQuery): readonly string[] => [
  ...new Set(
    clauses.flatMap((clause) => {
      const isWords = clause.kind === "phrase" || clause.codes.length === 0;
      return indexedQuery({ clauses: [clause] }, isWords ? 1 : partCharactersMin).flatMap(
        (alternatives) => alternatives.at(-1)?.flatMap((word) => (isWords ? spellingsOf(word) : both(word))) ?? [],
      );
    }),
  ),
];

const both = (word: string): readonly string[] => [word, `${insideMark}${word}`];
/** What words of the index may begin with where a text has a beginning. */
const spellingsOf = (word: string): readonly string[] => (mayBeginInside(word) ? both(word) : [word]);

/** Of a clause, one of the alternatives: what has to be there. */
type Part = readonly (readonly string[])[];

/** The clauses that the index has something to say of. Words are letters and digits, so that nothing in them needs an escape. */
function partsOf({ clauses }: SearchQuery, shortest: number): readonly Part[] {
  return clauses
    .map((clause) =>
      indexedQuery({ clauses: [clause] }, shortest).flatMap((alternatives) =>
        alternatives.map((words) =>
          words.map((word) =>
            clause.kind === "phrase" && word.length < indexedCharactersMax
              ? `'${word}'`
              : anyOf(spellingsOf(word).map((spelling) => `'${spelling}':*`)),
          ),
        ),
      ),
    )
    .filter((part) => part.length > 0);
}

const foundParts = (query: SearchQuery): readonly string[] =>
  partsOf(query, partCharactersMin)
    .map((part) => part.map((words) => longest(words.toReversed(), groupsMax)))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, indexTermsMax)
    .map((part) => alternativesOf(part, " & "));

/** All of several questions; null where there is none. */
export const allOf = (terms: readonly string[]): string | null =>
  terms.length === 0 ? null : terms.map(inBrackets).join(" & ");

/** Any of several questions. */
export const anyOf = (terms: readonly string[]): string => terms.map(inBrackets).join(" | ");

const inBrackets = (term: string): string => `(${term})`;

/** A word or code as a whole; null where the index has none that is so short or so long. */
export const wholeTerm = (word: string): string | null =>
  word.length < partCharactersMin || word.length > indexedCharactersMax ? null : `'${word}'`;

const alternativesOf = (part: Part, joint: string): string => anyOf(part.map((words) => words.join(joint)));

const longest = (words: readonly string[], count: number): string[] =>
  words.toSorted((a, b) => b.length - a.length).slice(0, count);

/** Of the least telling alternative. */
const lengthOf = (part: Part): number => Math.min(...part.map((words) => words.join("").length));

/** Words of the index that no text has. */
const lexemesOf = ({ authorId, hasFile }: MessageFilter): string[] => [
  ...(authorId === null ? [] : [authorWord(authorId)]),
  ...(hasFile ? [fileWord] : []),
];
