import { linesCountedMax, linesPerPageMax } from "@cuplaj/protocol/limits.ts";
import type { QuietLine } from "../history/history-shape.ts";
import type { NamedLine } from "../lines/group-lines.ts";

/**
 * MSG-9a: the lines of a page as a server answers them. `ends` are the `seq` of its messages and of the head, in order, each the end
 * of what lies between two messages; `after` is the message before the page.
 */
export function pageLines(lines: readonly NamedLine[], after: number, ends: readonly number[]): readonly QuietLine[] {
  const gaps = ends.map((end, i) => lines.filter(({ seq }) => seq > (ends[i - 1] ?? after) && seq <= end));
  const ranked = gaps
    .flatMap((gap, at) => gap.toReversed().map((line, rank) => ({ line, rank, at })))
    .filter(({ rank }) => rank < linesCountedMax)
    .toSorted((a, b) => a.rank - b.rank || b.line.seq - a.line.seq);
  const isWhole = ranked.length <= linesPerPageMax;
  const named = isWhole ? ranked : ranked.slice(0, linesPerPageMax - 1);
  const counted = isWhole ? [] : ranked.slice(linesPerPageMax - 1);
  const leftOut = gaps.flatMap((_gap, at): QuietLine[] => {
    const rest = counted.filter((one) => one.at === at).map(({ line }) => line);
    const of = (wanted: NamedLine["kind"]): number => rest.filter(({ kind }) => kind === wanted).length;
    const counts = { joined: of("joined"), left: of("left"), takeOvers: of("take-over"), unknown: 0 };
    return rest.length === 0 ? [] : [{ seq: Math.max(...rest.map(({ seq }) => seq)), kind: "left-out", counts }];
  });
  return [...leftOut, ...named.map(({ line }) => line)].toSorted((a, b) => a.seq - b.seq);
}
