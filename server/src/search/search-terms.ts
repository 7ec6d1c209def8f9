import {
  indexedCharactersMax,
  indexedQuery,
  insideMark,
  mayBeginInside,
  partCharactersMin,
  type SearchQuery,
} from "@cuplaj/protocol/search-text.ts";
import { authorWord, fileWord } from "./cut-chunks.ts";

/** Further conditions on messages; author id and times as in the protocol. */
export interface MessageFilter {
  readonly authorId: number | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly hasFile: boolean;
}

/** PostgreSQL `tsquery`s: `found` for the index, whose cost grows with each prefix, and `checked` for rows. Null matches all. */
export interface Terms {
  readonly found: string | null;
  readonly checked: string | null;
}

/** Most clauses to ask the index for: those with the longest words are the rarest, and the texts decide in the end. */
const indexTermsMax = 6;
/** Groups of a code to ask for: codes begin alike, so their last groups are the rarest. */
const groupsMax = 2;
/** Requires words in the same message of a chunk: their positions are message numbers. */
const inOneMessage = " <0> ";

export function termsOf(query: SearchQuery, filter: MessageFilter): Terms {
  const beside = lexemesOf(filter).map((lexeme) => `'${lexeme}'`);
  const checked = [...partsOf(query, 1).map((part) => alternativesOf(part, inOneMessage)), ...beside];
  return {
    found: allOf([...foundParts(query), ...beside]),
    checked: checked.length === 0 ? null : checked.map(inBrackets).join(inOneMessage),
  };
}

/** The query for rooms, in which each word may match another field. */
export function roomTermsOf(query: SearchQuery): Terms {
  const checked = allOf(partsOf(query, 1).map((part) => alternativesOf(part, " & ")));
  return { found: allOf(foundParts(query)) ?? checked, checked };
}

/** The query for each clause; null if the index cannot help. */
export const clauseTerms = ({ clauses }: SearchQuery): readonly (string | null)[] =>
  clauses.map((clause) => roomTermsOf({ clauses: [clause] }).checked);

/** A code in one piece is found by suffixes that begin with its groups, except groups that are too short. */
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

/** A suffix with the mark begins with a letter. */
const both = (word: string): readonly string[] => (/^\p{N}/u.test(word) ? [word] : [word, `${insideMark}${word}`]);
/** Forms of a word's prefix in the index. */
const spellingsOf = (word: string): readonly string[] => (mayBeginInside(word) ? both(word) : [word]);

/** Alternatives of a clause: all words of one must match. */
type Part = readonly (readonly string[])[];

/** The clauses with which the index can help. Words are letters and digits, so they need no escaping. */
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

/** Null without terms. */
export const allOf = (terms: readonly string[]): string | null =>
  terms.length === 0 ? null : terms.map(inBrackets).join(" & ");

export const anyOf = (terms: readonly string[]): string => terms.map(inBrackets).join(" | ");

const inBrackets = (term: string): string => `(${term})`;

/** A whole word or code; null if too short or too long for the index. */
export const wholeTerm = (word: string): string | null =>
  word.length < partCharactersMin || word.length > indexedCharactersMax ? null : `'${word}'`;

const alternativesOf = (part: Part, joint: string): string => anyOf(part.map((words) => words.join(joint)));

const longest = (words: readonly string[], count: number): string[] =>
  words.toSorted((a, b) => b.length - a.length).slice(0, count);

/** Length of the shortest, and so least selective, alternative. */
const lengthOf = (part: Part): number => Math.min(...part.map((words) => words.join("").length));

/** Words of the index that no text yields. */
const lexemesOf = ({ authorId, hasFile }: MessageFilter): string[] => [
  ...(authorId === null ? [] : [authorWord(authorId)]),
  ...(hasFile ? [fileWord] : []),
];
