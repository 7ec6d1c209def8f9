import type { HistoryRange, QuietLine } from "./history-shape.ts";
import type { Message } from "../entities.ts";
import { emptyLog } from "./empty-timeline.ts";
import { logUpto, messagesOf, withMessages } from "./message-log.ts";
import { linesUpto, withLines } from "./quiet-lines.ts";

/** What a page covers: every message from one `seq` to another, and the lines since the message before each (MSG-9). */
export interface Covered {
  readonly from: number;
  readonly to: number;
  readonly messages: readonly Message[];
  readonly lines: readonly QuietLine[];
}

/** The range that a page covers. */
export const rangeOf = ({ from, to, messages, lines }: Covered): HistoryRange => ({
  log: withMessages(emptyLog, messages),
  lines: withLines([], lines),
  from,
  to,
  older: from <= 1 ? "none" : "some",
  newer: isLive({ to }) ? "none" : "some",
});

/** Whether a range ends at the live end. */
export const isLive = ({ to }: Pick<HistoryRange, "to">): boolean => to === Number.POSITIVE_INFINITY;

/** Whether a range covers a `seq`. */
export const covers = ({ from, to }: HistoryRange, seq: number): boolean => from <= seq && seq <= to;

/** Whether nothing can lie between two ranges. */
export const doMeet = (a: Pick<HistoryRange, "from" | "to">, b: Pick<HistoryRange, "from" | "to">): boolean =>
  a.from <= b.to + 1 && b.from <= a.to + 1;

/** The ranges and one more, in order; those that meet merge. */
export function withRange(ranges: readonly HistoryRange[], added: HistoryRange): readonly HistoryRange[] {
  const met = ranges.filter((range) => doMeet(range, added));
  const others = ranges.filter((range) => !met.includes(range));
  const merged = met.reduce((sum, range) => united(range, sum), added);
  return [...others, merged].toSorted((a, b) => a.from - b.from);
}

/** Merges two ranges. Each edge keeps its state unless the other range reaches further there. */
function united(held: HistoryRange, added: HistoryRange): HistoryRange {
  const [long, short] = held.log.length >= added.log.length ? [held.log, added.log] : [added.log, held.log];
  return {
    log: withMessages(long, messagesOf(short)),
    lines: withLines(held.lines, added.lines),
    from: Math.min(held.from, added.from),
    to: Math.max(held.to, added.to),
    older: added.from < held.from ? added.older : held.older,
    newer: added.to > held.to ? added.newer : held.newer,
  };
}

/** The ranges, none live any more: the live one ends at a `seq`, or is dropped. */
export const closedAt = (ranges: readonly HistoryRange[], seq: number): readonly HistoryRange[] =>
  ranges.flatMap((range) => {
    if (!isLive(range)) return range;
    const log = logUpto(range.log, seq);
    return log.length === 0
      ? []
      : { ...range, log, lines: linesUpto(range.lines, seq), to: seq, newer: "some" as const };
  });
