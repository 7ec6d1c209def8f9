import {
  indexedCharactersMax,
  indexedQuery,
  insideMark,
  mayBeginInside,
  partCharactersMin,
  type SearchQuery,
} from "@cuplaj/protocol/search-text.ts";
import { authorWord, fileWord } from "./cut-chunks.ts";

/** Further conditions on messages; author ids and times are as in the protocol. */
export interface MessageFilter {
  readonly authorId: number | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly hasFile: boolean;
}

/** Queries as PostgreSQL `tsquery`s: `found` is for the index, whose cost grows with each prefix, and `checked` for rows. Null matches everything. */
export interface Terms {
  readonly found: string | null;
  readonly checked: string | null;
}

/** Maximum number of clauses in an index query. Those with the longest words are rarest, and the texts that they find are checked afterwards. */
const indexTermsMax = 6;
/** Maximum number of a code's groups in an index query: codes begin alike, so the last groups are rarest. */
const groupsMax = 2;
/** Operator that requires words to be in the same message of a chunk: their positions are message numbers. */
const inOneMessage = " <0> ";

export function termsOf(query: SearchQuery, filter: MessageFilter): Terms {
  const beside = lexemesOf(filter).map((lexeme) => `'${lexeme}'`);
  const checked = [...partsOf(query, 1).map((part) => alternativesOf(part, inOneMessage)), ...beside];
  return {
    found: allOf([...foundParts(query), ...beside]),
    checked: checked.length === 0 ? null : checked.map(inBrackets).join(inOneMessage),
  };
}

/** Returns the query for rooms, in which each word may match a different field. */
export function roomTermsOf(query: SearchQuery): Terms {
  const checked = allOf(partsOf(query, 1).map((part) => alternativesOf(part, " & ")));
  return { found: allOf(foundParts(query)) ?? checked, checked };
}

/** Returns a query per clause; null if the index cannot help. */
export const clauseTerms = ({ clauses }: SearchQuery): readonly (string | null)[] =>
  clauses.map((clause) => roomTermsOf({ clauses: [clause] }).checked);

/** A code without gaps is found by suffixes that begin with its groups, except groups that are too short. */
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

/** Only suffixes that begin with a letter can have the mark. */
const both = (word: string): readonly string[] => (/^\p{N}/u.test(word) ? [word] : [word, `${insideMark}${word}`]);
/** Returns the forms that a word's prefix can have in the index. */
const spellingsOf = (word: string): readonly string[] => (mayBeginInside(word) ? both(word) : [word]);

/** The alternatives of a clause: all words of one of them must match. */
type Part = readonly (readonly string[])[];

/** Returns the clauses with which the index can help. Words are letters and digits, so they need no escaping. */
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

/** Requires all terms; null for an empty list. */
export const allOf = (terms: readonly string[]): string | null =>
  terms.length === 0 ? null : terms.map(inBrackets).join(" & ");

export const anyOf = (terms: readonly string[]): string => terms.map(inBrackets).join(" | ");

const inBrackets = (term: string): string => `(${term})`;

/** Matches a whole word or code; null if it is too short or too long for the index. */
export const wholeTerm = (word: string): string | null =>
  word.length < partCharactersMin || word.length > indexedCharactersMax ? null : `'${word}'`;

const alternativesOf = (part: Part, joint: string): string => anyOf(part.map((words) => words.join(joint)));

const longest = (words: readonly string[], count: number): string[] =>
  words.toSorted((a, b) => b.length - a.length).slice(0, count);

/** Length of the shortest, and therefore least selective, alternative. */
const lengthOf = (part: Part): number => Math.min(...part.map((words) => words.join("").length));

/** Words of the index that never occur in a text. */
const lexemesOf = ({ authorId, hasFile }: MessageFilter): string[] => [
  ...(authorId === null ? [] : [authorWord(authorId)]),
  ...(hasFile ? [fileWord] : []),
];
