import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { groupBetween, type LineGroup } from "../state/history/group-lines.ts";
import { lastMessage, messageAt } from "../state/history/message-log.ts";
import type { Me, PendingMessage } from "../state/entities.ts";
import { dividerIndex, isTile, type DrawnMessage, drawnMessageAt, shapeOf, withheld } from "./drawn-message.ts";

interface Shown {
  readonly range: HistoryRange;
  readonly pending: readonly PendingMessage[];
  readonly self: Me | null;
  readonly timeline: Pick<Timeline, "dividerSeq">;
}

/** A list's rows by index; 0 is the first drawn message. */
export function drawnRows({ range, pending, self, timeline }: Shown) {
  const first = withheld(range);
  const divider = Math.max(-1, dividerIndex(range, timeline, self) - first);
  const drawnOf = (row: number): DrawnMessage | null =>
    row < 0 ? null : drawnMessageAt(range, pending, self, row + first);
  const shapeAt = (row: number, drawn: DrawnMessage) => {
    const at = row + first;
    const before = at === 0 ? null : drawnMessageAt(range, pending, self, at - 1);
    const lines = linesBefore(range, at);
    return { lines, ...shapeOf(before, drawn, row === divider, lines !== null) };
  };
  const continuesGroup = (row: number) => {
    const drawn = drawnOf(row);
    return drawn !== null && !shapeAt(row, drawn).startsGroup;
  };
  const mosaicOf = (row: number) => mosaicAt(row, drawnOf, continuesGroup);
  return {
    divider,
    length: range.log.length - first + pending.length,
    drawnOf,
    shapeAt,
    /** SEE-3: the row's mosaic of pictures; null if it is not a mosaic. */
    mosaicOf,
    /** The row that draws a message: its own, or the first of its mosaic. */
    drawnAt: (row: number): number => mosaicOf(row)?.first ?? row,
  };
}

export type DrawnRows = ReturnType<typeof drawnRows>;

type Between = Pick<HistoryRange, "log" | "lines">;

/** MSG-9: the quiet lines before the message at an index from the oldest (0). */
export function linesBefore({ log, lines }: Between, index: number): LineGroup | null {
  if (index > log.length) return null;
  return groupBetween(lines, messageAt(log, index - 1)?.seq ?? 0, messageAt(log, index)?.seq ?? Infinity);
}

export const linesAtEnd = ({ log, lines }: Between): LineGroup | null =>
  groupBetween(lines, lastMessage(log)?.seq ?? 0, Infinity);

export const mosaicMax = 10;

/**
 * SEE-3: the mosaic that includes the message at an index, with its start; null outside mosaics. `continuesGroup` is true if nothing, not even a
 * name, is drawn above the message.
 */
function mosaicAt(
  index: number,
  drawnOf: (index: number) => DrawnMessage | null,
  continuesGroup: (index: number) => boolean,
) {
  const isTileAt = (at: number): boolean => {
    const drawn = at < 0 ? null : drawnOf(at);
    return drawn !== null && isTile(drawn);
  };
  const joins = (at: number): boolean => isTileAt(at - 1) && isTileAt(at) && continuesGroup(at);
  let start = index;
  while (joins(start)) start -= 1;
  const first = start + Math.floor((index - start) / mosaicMax) * mosaicMax;
  let last = index;
  while (last + 1 < first + mosaicMax && joins(last + 1)) last += 1;
  if (first === last) return null;
  const tiles = Array.from({ length: last - first + 1 }, (_, offset) => drawnOf(first + offset));
  return { first, tiles: sameTiles(tiles.filter((tile) => tile !== null)) };
}

const mosaics = new WeakMap<DrawnMessage, readonly DrawnMessage[]>();

/** Returns the same array for the same tiles, so that unchanged rows are not drawn again. */
function sameTiles(tiles: readonly DrawnMessage[]): readonly DrawnMessage[] {
  const [first] = tiles;
  const known = first && mosaics.get(first);
  if (known?.length === tiles.length && known.every((tile, at) => tile === tiles[at])) return known;
  if (first) mosaics.set(first, tiles);
  return tiles;
}
