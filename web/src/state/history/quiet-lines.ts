import type { QuietLine } from "./history-shape.ts";

/** The lines and these, each once and in order of `seq`; one that counts those up to its `seq` replaces the one there. */
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

/** The lines without what follows a `seq`. */
export const linesUpto = (lines: readonly QuietLine[], seq: number): readonly QuietLine[] =>
  lines.slice(0, lineIndexAt(lines, seq + 1));

/** The index of the first line at or after a `seq`; their number when all are before. */
export function lineIndexAt(lines: readonly QuietLine[], seq: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
