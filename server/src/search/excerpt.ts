import { excerptCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { Range } from "@cuplaj/protocol/search-text.ts";

interface Excerpt {
  readonly excerpt: string;
  readonly ranges: [from: number, to: number][];
}

const cutMark = "…";
/** Length of the context before the first hit, in characters. */
const leadCharacters = 40;
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Cuts at most 160 code points around the first hit, between words if possible and never within a grapheme. Ranges refer to the excerpt. */
export function excerptOf(text: string, ranges: readonly Range[]): Excerpt {
  if (countOf(text) <= excerptCharactersMax) return { excerpt: text, ranges: ranges.map(([from, to]) => [from, to]) };
  const first = ranges[0] ?? [0, 0];
  const from = startBefore(text, first[0]);
  const prefix = from === 0 ? "" : cutMark;
  const to = endAfter(text, from, excerptCharactersMax - prefix.length - cutMark.length, first[1]);
  const shift = prefix.length - from;
  return {
    excerpt: `${prefix}${text.slice(from, to)}${to < text.length ? cutMark : ""}`,
    ranges: ranges.flatMap(([begins, ends]): [number, number][] =>
      begins >= to ? [] : [[begins + shift, Math.min(ends, to) + shift]],
    ),
  };
}

/** Returns where the excerpt starts: some characters before a position, after a gap if there is one. */
function startBefore(text: string, position: number): number {
  const before = Array.from(text.slice(Math.max(0, position - 2 * leadCharacters), position)).slice(-leadCharacters);
  const lead = before.join("");
  const at = position - lead.length;
  if (at === 0) return 0;
  const gap = at + lead.search(/\s\S/u) + 1;
  if (gap > at && boundaryBefore(text, gap) === gap) return gap;
  // Without a gap to start after, the excerpt may begin inside a word, but not inside a grapheme.
  const boundary = boundaryBefore(text, at);
  return boundary === at ? at : Math.min(position, boundary + (segmentAt(text, at)?.segment.length ?? 0));
}

/** Returns where the excerpt ends: after at most `count` characters, at a gap if one follows the hit. */
function endAfter(text: string, from: number, count: number, found: number): number {
  const rest = Array.from(text.slice(from, from + 2 * (count + 1)));
  // The ellipsis would take as much space as the last character.
  if (rest.length <= count + 1 && from + rest.join("").length === text.length) return text.length;
  const at = from + rest.slice(0, count).join("").length;
  const gap = from + text.slice(from, at).search(/\s+\S*$/u);
  if (gap > from && gap >= Math.min(found, at)) return gap;
  const boundary = boundaryBefore(text, at);
  return boundary > from ? boundary : at;
}

const segmentAt = (text: string, position: number): Intl.SegmentData | undefined =>
  characters.segment(text).containing(position);

const boundaryBefore = (text: string, position: number): number => segmentAt(text, position)?.index ?? position;

const countOf = (text: string): number => (text.length <= excerptCharactersMax ? text.length : Array.from(text).length);
