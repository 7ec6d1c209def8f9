import type { Range } from "@cuplaj/protocol/search-text.ts";

/** A text, and where in it something was found. */
export interface MarkedText {
  readonly text: string;
  readonly ranges: readonly Range[];
}

/** So much stands before what was found, where there is one line alone, in characters. */
const beforeMax = 12;

/** FIND-3p: an excerpt from shortly before what was found, at a word's beginning, so that one line shows it. */
export function nearFirst({ text, ranges }: MarkedText): MarkedText {
  const first = ranges[0]?.[0] ?? 0;
  if (first <= beforeMax) return { text, ranges };
  const space = text.slice(first - beforeMax, first).search(/\s[\p{L}\p{N}]/u);
  const from = space < 0 ? first : first - beforeMax + space + 1;
  return {
    text: `…${text.slice(from)}`,
    ranges: ranges.map(([begin, end]) => [begin - from + 1, end - from + 1] as const),
  };
}
