import type { Line } from "./line.ts";
import { isTile } from "./tiles.ts";

/** Pictures of one mosaic at most; the next one begins another. */
export const mosaicMax = 10;
/** Tiles that are drawn; the others stand behind the last one. */
export const tilesMax = 4;

/** Pictures that are drawn as one: where they begin in the list, and their messages. */
export interface Mosaic {
  readonly first: number;
  readonly lines: readonly Line[];
}

/**
 * SEE-3: the mosaic of the line at an index; null where it stands alone. `continuesGroup` says whether a line has neither a name nor
 * anything else above it.
 */
export function mosaicAt(
  index: number,
  lineOf: (index: number) => Line | null,
  continuesGroup: (index: number) => boolean,
): Mosaic | null {
  const joins = (at: number): boolean => isTileAt(lineOf, at - 1) && isTileAt(lineOf, at) && continuesGroup(at);
  let start = index;
  while (joins(start)) start -= 1;
  const first = start + Math.floor((index - start) / mosaicMax) * mosaicMax;
  let last = index;
  while (last + 1 < first + mosaicMax && joins(last + 1)) last += 1;
  if (first === last) return null;
  const lines = Array.from({ length: last - first + 1 }, (_, offset) => lineOf(first + offset));
  return { first, lines: sameLines(lines.filter((line) => line !== null)) };
}

const mosaics = new WeakMap<Line, readonly Line[]>();

/** The same array while its lines are the same: unchanged rows are not drawn again. */
function sameLines(lines: readonly Line[]): readonly Line[] {
  const [first] = lines;
  const known = first && mosaics.get(first);
  if (known?.length === lines.length && known.every((line, at) => line === lines[at])) return known;
  if (first) mosaics.set(first, lines);
  return lines;
}

const isTileAt = (lineOf: (index: number) => Line | null, index: number): boolean => {
  const line = index < 0 ? null : lineOf(index);
  return line !== null && isTile(line);
};
