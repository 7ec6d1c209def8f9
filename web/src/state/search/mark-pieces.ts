import { matchText, type Range, readQuery } from "@cuplaj/protocol/search-text.ts";

/** A piece of a text, from `at` on: found, or between. */
export interface TextPiece {
  readonly at: number;
  readonly text: string;
  readonly isFound: boolean;
}

/** The query read last: every message on screen is searched for the same. */
let last: { readonly words: string; readonly query: ReturnType<typeof readQuery> } | null = null;

/** Where in a text the words are found; none where they are not. */
export function foundRanges(words: string, text: string): readonly Range[] {
  if (last?.words !== words) last = { words, query: readQuery(words) };
  return matchText(last.query, text)?.ranges[0] ?? [];
}

/** Cuts a part of a whole text, which begins there at `from`, at what was found in the whole (FIND-4c). */
export function markPieces(part: string, from: number, ranges: readonly Range[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  const add = (begin: number, end: number, isFound: boolean): void => {
    if (end > begin) pieces.push({ at: begin, text: part.slice(begin, end), isFound });
  };
  let done = 0;
  for (const [begin, end] of ranges) {
    const [first, after] = [begin - from, end - from].map((at) => Math.min(Math.max(at, done), part.length));
    if (first === undefined || after === undefined || after <= first) continue;
    add(done, first, false);
    add(first, after, true);
    done = after;
  }
  add(done, part.length, false);
  return pieces;
}
