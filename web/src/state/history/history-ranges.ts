import type { HistoryRange, QuietLine } from "./history-shape.ts";
import type { Message } from "../entities.ts";
import { emptyLog } from "./empty-timeline.ts";
import { logUpto, messagesOf, withMessages, lastIndexWhere } from "./message-log.ts";

export interface Covered {
  readonly from: number;
  readonly to: number;
  readonly messages: readonly Message[];
  readonly lines: readonly QuietLine[];
}

export const rangeOf = ({ from, to, messages, lines }: Covered): HistoryRange => ({
  log: withMessages(emptyLog, messages),
  lines: withLines([], lines),
  from,
  to,
  older: from <= 1 ? "none" : "some",
  newer: isLive({ to }) ? "none" : "some",
});

export const isLive = ({ to }: Pick<HistoryRange, "to">): boolean => to === Number.POSITIVE_INFINITY;
export const covers = ({ from, to }: HistoryRange, seq: number): boolean => from <= seq && seq <= to;

export const doMeet = (a: Pick<HistoryRange, "from" | "to">, b: Pick<HistoryRange, "from" | "to">): boolean =>
  a.from <= b.to + 1 && b.from <= a.to + 1;

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

/** Ends the live range at a `seq`, or drops it if nothing is left. */
export const closedAt = (ranges: readonly HistoryRange[], seq: number): readonly HistoryRange[] =>
  ranges.flatMap((range) => {
    if (!isLive(range)) return range;
    const log = logUpto(range.log, seq);
    return log.length === 0
      ? []
      : { ...range, log, lines: linesUpto(range.lines, seq), to: seq, newer: "some" as const };
  });

/** Merges lines, each once, ordered by `seq`. A line that counts replaces the line with the same `seq`. */
export function withLines(held: readonly QuietLine[], added: readonly QuietLine[]): readonly QuietLine[] {
  if (added.length === 0) return held;
  const sorted = added.toSorted((a, b) => a.seq - b.seq);
  const from = lineIndexAt(held, sorted[0]?.seq ?? 0);
  return [...held.slice(0, from), ...merged(held.slice(from), sorted)];
}

function merged(held: readonly QuietLine[], added: readonly QuietLine[]): readonly QuietLine[] {
  const bySeq = new Map(held.map((line) => [line.seq, line]));
  for (const line of added) if (bySeq.get(line.seq)?.kind !== "left-out") bySeq.set(line.seq, line);
  return held.length === 0 ? [...bySeq.values()] : [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

export const linesUpto = (lines: readonly QuietLine[], seq: number): readonly QuietLine[] =>
  lines.slice(0, lineIndexAt(lines, seq + 1));

export const lineIndexAt = (lines: readonly QuietLine[], seq: number): number =>
  lastIndexWhere(lines.length, (i) => (lines[i]?.seq ?? 0) < seq) + 1;
