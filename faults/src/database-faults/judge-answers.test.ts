import { expect, test } from "vitest";
import { type HistoryLine, type NewLine, toLine } from "../history/history-line.ts";
import { judgeAnswers } from "./judge-answers.ts";

const fault = (type: "invoke" | "ok", time: number): HistoryLine => line({ proc: "nemesis", f: "fault", type }, time);

const line = (part: NewLine, time: number): HistoryLine => toLine(part, time);

const send = (proc: string, askedAt: number, answeredAt: number, word: string): HistoryLine[] => [
  line({ proc, f: "publish", type: "invoke", room: 1 }, askedAt),
  line({ proc, f: "publish", type: word === "201" ? "ok" : "info", room: 1, value: word }, answeredAt),
];

const away = [fault("invoke", 1000), ...send("a", 1100, 4000, "503"), fault("ok", 9000)];

test("[ERR-5] timely refusals with 503, also shortly after the return, are sound", () => {
  const judged = judgeAnswers([...away, ...send("b", 9500, 9600, "503"), ...send("b", 9700, 9800, "201")]);
  expect(judged).toEqual({ refused: 2, slowestMs: 2900, recoveryMs: 500, broken: [] });
});

test("[ERR-5] a write in flight when the next fault began counts for that fault", () => {
  const next = [fault("invoke", 18_001), ...send("b", 18_000, 18_050, "503"), fault("ok", 19_000)];
  const judged = judgeAnswers([...away, ...next].toSorted((one, two) => one.t_mono - two.t_mono));
  expect(judged).toMatchObject({ recoveryMs: 0, broken: [] });
});

test.each([
  ["another answer than 503", send("b", 2000, 2100, "500"), "a write was answered: 500"],
  ["a 503 that does not say when to come back", send("b", 2000, 2100, "503 without Retry-After"), "503 without"],
  ["a call that hangs", send("b", 1100, 6200, "503"), "a write took 5.1 s to be answered 503"],
  ["a refusal long after the return", send("b", 14_100, 14_110, "503"), "a write was refused 5100 ms after the return"],
])("[ERR-5] %s is found", (_what, lines, words) => {
  expect(judgeAnswers([...away, ...lines].toSorted((one, two) => one.t_mono - two.t_mono)).broken).toEqual([
    expect.stringContaining(words),
  ]);
});

test("[ERR-5] a run in which nothing was refused proves nothing", () => {
  expect(judgeAnswers([fault("invoke", 1), fault("ok", 2), ...send("a", 3, 4, "201")]).broken).toHaveLength(1);
});
