import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import type { LineGroup } from "../state/history/group-lines.ts";
import type { Me, PendingMessage } from "../state/entities.ts";
import { linesBefore } from "./drawn-lines.ts";
import { dividerIndex, type Line, lineAt, type LineShape, shapeOf, withheld } from "./line.ts";
import { type Mosaic, mosaicAt } from "./mosaic.ts";

/** The rows of a list by their index, the first drawn message at 0. */
export interface DrawnRows {
  readonly length: number;
  /** The row of the unread divider, or -1. */
  readonly divider: number;
  readonly lineOf: (row: number) => Line | null;
  readonly shapeAt: (row: number, line: Line) => LineShape & { readonly lines: LineGroup | null };
  /** SEE-3: the pictures with which a message is drawn as one; null where it stands alone. */
  readonly mosaicOf: (row: number) => Mosaic | null;
  /** The row in which a message is drawn: its own, or the first of its mosaic. */
  readonly drawnAt: (row: number) => number;
}

interface Shown {
  readonly range: HistoryRange;
  readonly pending: readonly PendingMessage[];
  readonly self: Me | null;
  readonly timeline: Pick<Timeline, "dividerSeq">;
}

/** The rows of what a list shows. */
export function drawnRows({ range, pending, self, timeline }: Shown): DrawnRows {
  const first = withheld(range);
  const divider = Math.max(-1, dividerIndex(range, timeline, self) - first);
  const lineOf = (row: number) => (row < 0 ? null : lineAt(range, pending, self, row + first));
  const shapeAt = (row: number, line: Line) => {
    const at = row + first;
    const before = at === 0 ? null : lineAt(range, pending, self, at - 1);
    const lines = linesBefore(range, at);
    return { lines, ...shapeOf(before, line, row === divider, lines !== null) };
  };
  const continuesGroup = (row: number) => {
    const line = lineOf(row);
    return line !== null && !shapeAt(row, line).startsGroup;
  };
  const mosaicOf = (row: number) => mosaicAt(row, lineOf, continuesGroup);
  return {
    divider,
    length: range.log.length - first + pending.length,
    lineOf,
    shapeAt,
    mosaicOf,
    drawnAt: (row) => mosaicOf(row)?.first ?? row,
  };
}
