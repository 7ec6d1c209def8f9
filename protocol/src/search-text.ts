/**
 * What search takes for equal, for server and page alike (FIND-1): case and marks make no difference (`ș` is `s`, in either
 * encoding), part codes are found without what separates their groups and from the middle, words from their beginning. Letters
 * and digits that only look alike (O and 0, I and 1) stay apart.
 */
import { isCode, isLongWord, joinGroup, lettersOf, readGroups, type Token } from "./search-tokens.ts";

/** A stretch of a text, from its first UTF-16 unit up to before the last. */
export type Range = readonly [from: number, to: number];

/** What was searched for. All clauses must be found, in any order. */
export interface SearchQuery {
  readonly clauses: readonly Clause[];
}
/**
 * Words that are each found somewhere, or, where they may be groups of a code, one of the `codes` in one piece, the longest first; in quotes,
 * whole words behind one another.
 */
export type Clause =
  | { readonly kind: "words"; readonly words: readonly string[]; readonly codes: readonly string[] }
  | { readonly kind: "phrase"; readonly words: readonly string[] };

/** How well something was found: every word whole, every word from its beginning, or part of a code. */
export type SearchRank = "whole" | "beginning" | "part";

/** Where a query was found: `ranges` for each text, ascending and apart. */
export interface SearchMatch {
  readonly ranges: readonly (readonly Range[])[];
  readonly rank: SearchRank;
}

/** Longest beginning of a word or code that the index holds and is asked for; past it the text itself decides. */
export const indexedCharactersMax = 24;
/** Fewer characters are found at the beginning of a word alone. */
export const partCharactersMin = 3;
const quotationMarks = /["„”“«»]/u;

/** Reads what somebody typed into a search field. */
export function readQuery(typed: string): SearchQuery {
  const pieces = typed.split(quotationMarks);
  const clauses = pieces.flatMap((piece, index): Clause[] => {
    const groups = readGroups(piece);
    const words = wordsOf(groups.flat());
    // A quotation mark that is not closed yet is none.
    const isQuoted = index % 2 === 1 && index + 1 < pieces.length;
    if (isQuoted && words.length > 1) return [{ kind: "phrase", words }];
    return groups.flatMap(clausesOf);
  });
  // What was typed twice is searched for once.
  return { clauses: [...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values()] };
}

/** A long word in front may begin the code or be a word of its own. */
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

/** How many characters a query has that are compared; under 3 nothing is searched (FIND-1). */
export const queryCharacters = ({ clauses }: SearchQuery): number =>
  clauses.reduce((sum, { words }) => sum + words.join("").length, 0);

/** Marks, in the index, endings of a code that begin inside letters, as `kmc06134` in "VKMC 06134". */
export const insideMark = "~";
/** Only a part that reaches the digits is found inside letters: "str" never means "Astra 1.6". */
export const mayBeginInside = (part: string): boolean => /^\P{N}+\p{N}/u.test(cut(part));

/** What a text is found by in the index: its words, and of its codes every ending, each cut to what an index is asked for. */
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
 * What the index is asked for, a list for each clause: one of its alternatives must have all its beginnings in the text. Empty where a
 * clause has only words that are shorter than `shortest`, so that it is left to the text.
 */
export function indexedQuery(
  { clauses }: SearchQuery,
  shortest: number = partCharactersMin,
): readonly (readonly (readonly string[])[])[] {
  return clauses.map((clause) => {
    const words = clause.words.filter(({ length }) => length >= shortest).map(cut);
    if (words.length === 0) return [];
    const codes = clause.kind === "words" ? clause.codes : [];
    // A short code stands in the middle of others, where the index has none.
    return codes.some(({ length }) => length < partCharactersMin) ? [] : [...codes.map((code) => [cut(code)]), words];
  });
}

/** Half a character is none. */
const cut = (word: string): string => word.slice(0, indexedCharactersMax).replace(/[\uD800-\uDBFF]$/u, "");

/** Whether a text is what was searched for, and where; null where it is not. */
export const matchText = (query: SearchQuery, text: string): SearchMatch | null => matchTexts(query, [text]);

/** The same for what belongs together, such as a room's title and its people: each word may stand in another of the texts. */
export function matchTexts(query: SearchQuery, texts: readonly string[]): SearchMatch | null {
  // Most texts are not what was searched for, which their letters tell at a tenth of the cost.
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
  /** Which of the texts. */
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

/** Where a word was found whole, the beginnings and parts of others beside it are not what was meant. */
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

/** A code, or what may be a part of one, wherever it stands in a code; inside of letters what goes on into the digits. */
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

/** Where the groups of a code begin and end. */
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
