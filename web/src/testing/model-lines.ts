import { linesCountedMax, linesNamedMax, linesPerPageMax } from "@cuplaj/protocol/limits.ts";
import type { QuietLine } from "../state/history/history-shape.ts";
import type { NamedLine } from "../state/history/group-lines.ts";

/**
 * MSG-9a: the lines of a page, as a server returns them. `ends` has the `seq` of each of its messages and of the head; `after` is the message before
 * the page.
 */
export function pageLines(lines: readonly NamedLine[], after: number, ends: readonly number[]): readonly QuietLine[] {
  const gaps = ends.map((end, i) => lines.filter(({ seq }) => seq > (ends[i - 1] ?? after) && seq <= end));
  if (gaps.flat().length <= linesPerPageMax) return gaps.flat();
  let room = linesPerPageMax - 1;
  const isNamed = gaps.toReversed().map(({ length }) => {
    const fits = length <= linesNamedMax && length <= room;
    if (fits) room -= length;
    return fits;
  });
  return gaps.flatMap((gap, i): readonly QuietLine[] => {
    if (isNamed.at(-1 - i) === true) return gap;
    const of = (wanted: NamedLine["kind"]): number =>
      Math.min(linesCountedMax, gap.filter(({ kind }) => kind === wanted).length);
    const counts = {
      joined: of("joined"),
      left: of("left"),
      takeOvers: of("take-over"),
      offers: of("offer"),
      requests: of("request"),
      afterHours: of("after-hours"),
      unknown: 0,
    };
    return [{ seq: gap.at(-1)?.seq ?? 0, kind: "left-out", counts }];
  });
}
