/** FIND-1: search ignores case and marks (`ș` is `s`). Words match from their beginning, codes anywhere and in any spacing; O and 0 differ. */
import { isCode, isLongWord, joinGroup, lettersOf, readGroups, type Token } from "./search-tokens.ts";

/** A half-open range, in UTF-16 units. */
export type Range = readonly [from: number, to: number];

/** All clauses must match, in any order. */
export interface SearchQuery {
  readonly clauses: readonly Clause[];
}
/** `words`: each word matches somewhere, or one of `codes` (longest first) matches in one piece. `phrase`: whole words, adjacent. */
export type Clause =
  | { readonly kind: "words"; readonly words: readonly string[]; readonly codes: readonly string[] }
  | { readonly kind: "phrase"; readonly words: readonly string[] };

/** Match quality: whole words, word beginnings or part of a code; a query's rank is that of its weakest match. */
export type SearchRank = "whole" | "beginning" | "part";

/** `ranges` per text, ascending and disjoint. */
export interface SearchMatch {
  readonly ranges: readonly (readonly Range[])[];
  readonly rank: SearchRank;
}

/** Longest prefix stored in and looked up from the index; longer words are checked against the text. */
export const indexedCharactersMax = 24;
/** Shorter input matches only word beginnings, not parts of codes. */
export const partCharactersMin = 3;
const quotationMarks = /["„”“«»]/u;

/** Parses search input. */
export function readQuery(typed: string): SearchQuery {
  const pieces = typed.split(quotationMarks);
  const clauses = pieces.flatMap((piece, index): Clause[] => {
    const groups = readGroups(piece);
    const words = wordsOf(groups.flat());
    // An unclosed quotation mark is ignored.
    const isQuoted = index % 2 === 1 && index + 1 < pieces.length;
    if (isQuoted && words.length > 1) return [{ kind: "phrase", words }];
    return groups.flatMap(clausesOf);
  });
  return { clauses: [...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values()] };
}

/** A long first word may be the beginning of the code or a separate word. */
function clausesOf(group: readonly Token[]): Clause[] {
  const [first, ...rest] = group;
  const codes = group.length > 1 ? [joinGroup(group)] : [];
  if (first === undefined || rest.length === 0 || !isLongWord(first))
    return [{ kind: "words", words: wordsOf(group), codes }];
  return [
    { kind: "words", words: [first.text], codes },
    { kind: "words", words: wordsOf(rest), codes: rest.length > 1 ? [...codes, joinGroup(rest)] : codes },
  ];
}

const wordsOf = (tokens: readonly Token[]): string[] => tokens.map(({ text }) => text);

/** Counts the characters compared; below 3 nothing is searched (FIND-1). */
export const queryCharacters = ({ clauses }: SearchQuery): number =>
  clauses.reduce((sum, { words }) => sum + words.join("").length, 0);

/** Marks index entries that start within the letters of a code, such as `kmc06134` in "VKMC 06134". */
export const insideMark = "~";
/** Only parts that reach the digits match inside letters: "str" must not match "Astra 1.6". */
export const mayBeginInside = (part: string): boolean => /^\P{N}+\p{N}/u.test(cut(part));

/** Index entries of a text: its words and every suffix of its codes, cut to `indexedCharactersMax`. */
export function indexedWords(text: string): Set<string> {
  const found = new Set<string>();
  for (const group of readGroups(text)) {
    for (const { text: word } of group) found.add(cut(word));
    if (!isCode(group)) continue;
    const code = joinGroup(group);
    let from = 0;
    for (const { text: word, hasDigit } of group)
      for (let at = 0; at < word.length; at += 1, from += 1)
        if (from + partCharactersMin <= code.length)
          found.add(`${at === 0 || hasDigit ? "" : insideMark}${cut(code.slice(from))}`);
  }
  return found;
}

/**
 * Returns the index lookups of each clause: a text must have all prefixes of at least one alternative. A clause without words of `shortest`
 * characters is checked only in the text.
 */
export function indexedQuery(
  { clauses }: SearchQuery,
  shortest: number = partCharactersMin,
): readonly (readonly (readonly string[])[])[] {
  return clauses.map((clause) => {
    const words = clause.words.filter(({ length }) => length >= shortest).map(cut);
    if (words.length === 0) return [];
    const codes = clause.kind === "words" ? clause.codes : [];
    // The index lacks short parts from the middle of codes.
    return codes.some(({ length }) => length < partCharactersMin) ? [] : [...codes.map((code) => [cut(code)]), words];
  });
}

/** Cuts a word for the index, and drops half of a surrogate pair at the cut. */
const cut = (word: string): string => word.slice(0, indexedCharactersMax).replace(/[\uD800-\uDBFF]$/u, "");

/** Matches one text; null if the query does not match. */
export const matchText = (query: SearchQuery, text: string): SearchMatch | null => matchTexts(query, [text]);

/** Matches texts that belong together, such as a room's title and its people: each word may be in any of them. Null if one is missing. */
export function matchTexts(query: SearchQuery, texts: readonly string[]): SearchMatch | null {
  // Rejects most texts at a tenth of the cost of parsing.
  const letters = texts.map(lettersOf);
  const mayStand = (word: string): boolean => letters.some((each) => each.includes(word));
  if (!query.clauses.every(({ words }) => words.every(mayStand))) return null;
  const read = texts.map(readGroups);
  const ranges: Range[][] = texts.map(() => []);
  const ranks = new Set<SearchRank>();
  for (const clause of query.clauses) {
    const found = findClause(clause, read);
    if (found === null) return null;
    for (const { text, range, rank } of found) {
      ranges[text]?.push(range);
      ranks.add(rank);
    }
  }
  if (ranks.size === 0) return null;
  const rank = (["part", "beginning", "whole"] as const).find((each) => ranks.has(each)) ?? "whole";
  return { ranges: ranges.map(uniteRanges), rank };
}

interface Found {
  readonly text: number;
  readonly range: Range;
  readonly rank: SearchRank;
}

function findClause(clause: Clause, texts: readonly Token[][][]): Found[] | null {
  if (clause.kind === "phrase") return orNull(texts.flatMap((groups, text) => findPhrase(clause.words, groups, text)));
  for (const code of clause.codes) {
    const inOnePiece = texts.flatMap((groups, text) => findPart(code, groups, text));
    if (inOnePiece.length > 0) return best(inOnePiece);
  }
  const found: Found[] = [];
  for (const word of new Set(clause.words)) {
    const somewhere = texts.flatMap((groups, text) => findWord(word, groups, text));
    if (somewhere.length === 0) return null;
    found.push(...best(somewhere));
  }
  return found;
}

/** Keeps only the strongest matches of a word. */
function best(found: readonly Found[]): Found[] {
  for (const rank of ["whole", "beginning"] as const) {
    const some = found.filter((each) => each.rank === rank);
    if (some.length > 0) return some;
  }
  return [...found];
}

const orNull = (found: Found[]): Found[] | null => (found.length === 0 ? null : found);

function findWord(word: string, groups: readonly Token[][], text: number): Found[] {
  const begun: Found[] = [];
  for (const group of groups)
    for (const token of group)
      if (token.text.startsWith(word))
        begun.push({
          text,
          range: spanOf(token.positions, 0, word.length),
          rank: token.text.length === word.length ? "whole" : "beginning",
        });
  return word.length < partCharactersMin ? begun : [...begun, ...findPart(word, groups, text)];
}

function findPart(part: string, groups: readonly Token[][], text: number): Found[] {
  return groups.filter(isCode).flatMap((group) => {
    const code = joinGroup(group);
    const found = occurrences(code, part);
    if (found.length === 0) return [];
    const positions = group.flatMap((token) => token.positions);
    const edges = edgesOf(group);
    const hasDigits = group.flatMap((token) => Array.from(token.positions, () => token.hasDigit));
    const ofCode = found.filter(
      (at) =>
        hasDigits.slice(at, at + part.length).includes(true) &&
        (hasDigits[at] === true || edges.has(at) || mayBeginInside(part)),
    );
    return ofCode.map((at): Found => {
      const [begins, ends] = [edges.has(at), edges.has(at + part.length)];
      const rank = begins && ends ? "whole" : begins ? "beginning" : "part";
      return { text, range: spanOf(positions, at, at + part.length), rank };
    });
  });
}

/** Offsets at which groups of a code begin and end. */
function edgesOf(group: readonly Token[]): Set<number> {
  let at = 0;
  return new Set([0, ...group.map(({ text }) => (at += text.length))]);
}

function findPhrase(words: readonly string[], groups: readonly Token[][], text: number): Found[] {
  const tokens = groups.flat();
  const found: Found[] = [];
  for (let index = 0; index + words.length <= tokens.length; index += 1) {
    if (!words.every((word, at) => tokens[index + at]?.text === word)) continue;
    const [first, last] = [tokens[index]?.positions[0], tokens[index + words.length - 1]?.positions.at(-1)];
    found.push({ text, range: [first?.[0] ?? 0, last?.[1] ?? 0], rank: "whole" });
    index += words.length - 1;
  }
  return found;
}

function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

const spanOf = (positions: readonly Range[], from: number, to: number): Range => [
  positions[from]?.[0] ?? 0,
  positions[to - 1]?.[1] ?? 0,
];

function uniteRanges(ranges: readonly Range[]): Range[] {
  const united: Range[] = [];
  for (const range of ranges.toSorted(([a], [b]) => a - b)) {
    const last = united.at(-1);
    if (last === undefined || range[0] > last[1]) united.push(range);
    else united[united.length - 1] = [last[0], Math.max(last[1], range[1])];
  }
  return united;
}
