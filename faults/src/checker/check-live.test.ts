import { expect, test } from "vitest";
import type { HistoryLine } from "../history/history-line.ts";
import { check } from "./check.ts";
import { soundHistory } from "./sound-history.ts";

/** Radu's frame of that `seq`. */
const frameOf = (seq: number): HistoryLine => {
  const found = soundHistory.find((line) => line.f === "live" && line.proc === "radu" && line.seq === seq);
  if (found === undefined) throw new Error(`no frame of ${seq}`);
  return found;
};

const followedBy = (lines: readonly HistoryLine[], last: HistoryLine, next: HistoryLine): readonly HistoryLine[] =>
  lines.flatMap((line) => (line === last ? [line, next] : [line]));

test("[MSG-5a] events of one process keep their order on a socket, those of several may overtake each other", () => {
  const [first, second] = [frameOf(3), frameOf(4)];
  const overtaken = followedBy(
    soundHistory.filter((line) => line !== first),
    second,
    first,
  );
  expect(check(overtaken).faults.map(({ kind }) => kind)).toEqual(["reordered"]);
  expect(check(overtaken, 3)).toMatchObject({ faults: [], announcedLate: 1 });
  const twice = followedBy(soundHistory, second, first);
  expect(check(twice, 3).counts).toMatchObject({ "duplicate-shown": 1, reordered: 0 });
});
