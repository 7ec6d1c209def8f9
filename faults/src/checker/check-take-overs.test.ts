import { expect, test } from "vitest";
import type { ActionShown } from "../clients/room-log.ts";
import type { HistoryLine, NewLine } from "../history/history-line.ts";
import { check } from "./check.ts";
import { numbered, soundHistory } from "./sound-history.ts";

const procs = ["ana", "radu"] as const;
const takeOver = (message: number, isGiven: boolean, person = 2): ActionShown => ({
  message,
  person,
  action: "take-over",
  isGiven,
});
/** Radu takes the room over by message 101, then by message 102. The events are numbered from 5. */
const entries: readonly (ActionShown | { readonly holder: number | null })[] = [
  takeOver(101, true),
  { holder: 2 },
  takeOver(101, false),
  takeOver(102, true),
];
const head = 4 + entries.length;
const call = { proc: "radu", f: "take-over", room: 10 } as const;
const calls: readonly NewLine[] = [
  { ...call, type: "invoke", id: 101 },
  { ...call, type: "ok", id: 101, seq: 5, value: entries[0] },
  { ...call, type: "invoke", id: 102 },
  { ...call, type: "ok", id: 102, seq: 8, value: entries[3] },
  { ...call, proc: "ana", type: "invoke", id: 102 },
  { ...call, proc: "ana", type: "fail", id: 102, seq: 8, value: entries[3], kind: "409" },
];

const taken: readonly HistoryLine[] = numbered([
  ...soundHistory.flatMap((line): NewLine[] => {
    if (line.f === "reload") return [{ ...line, seq: head }];
    return line.f === "whole" ? [...shownTo(line.proc), { ...line, seq: head }] : [line];
  }),
  ...calls,
  ...entries.map((entry, index): NewLine => ({
    proc: "database",
    f: "row",
    type: "ok",
    room: 10,
    seq: 5 + index,
    kind: "action" in entry ? "action" : "take-over",
  })),
  ...procs.flatMap((proc): NewLine[] => [
    { proc, f: "taken", type: "ok", room: 10, seq: 8, value: entries[3] },
    { proc, f: "holder", type: "ok", room: 10, id: 102, seq: 8, value: 2 },
  ]),
]);

function shownTo(proc: string): readonly NewLine[] {
  return entries.map((value, index) => {
    const kind = "action" in value ? "ChatMessageAction" : "RoomUpdated";
    return { proc, f: "apply", type: "ok", room: 10, kind, seq: 5 + index, value };
  });
}

function faultsOf(match: Partial<HistoryLine>, change: Partial<HistoryLine> | null): readonly string[] {
  const isMeant = (line: HistoryLine): boolean =>
    Object.entries(match).every(([name, value]) => line[name as keyof HistoryLine] === value);
  expect(taken.some(isMeant)).toBe(true);
  const bent = taken.flatMap((line) => (isMeant(line) ? (change === null ? [] : [{ ...line, ...change }]) : [line]));
  return [...new Set(check(bent).faults.map(({ kind }) => kind))];
}

test("[ACT-2] a take-over that is acknowledged, moved, refused to another, shown and found is sound", () => {
  expect(check(taken).faults).toEqual([]);
});

test("[ACT-2] a take-over that was acknowledged and is not on disk is lost", () => {
  expect(faultsOf({ f: "row", seq: 8 }, { kind: "read" })).toEqual(["lost"]);
});

test("[ACT-2] a take-over that was shown differently from its response is lost, also where it prevented another", () => {
  expect(faultsOf({ f: "take-over", type: "ok", seq: 8 }, { value: takeOver(102, true, 1) })).toEqual(["lost"]);
  expect(faultsOf({ f: "take-over", type: "fail" }, { value: takeOver(101, true) })).toEqual(["lost"]);
});

test("[ACT-2] two holders at once are unexpected", () => {
  expect(faultsOf({ f: "apply", proc: "ana", seq: 7 }, { value: takeOver(101, true, 1) })).toContain("unexpected");
  expect(faultsOf({ f: "apply", seq: 7 }, { value: null })).toEqual(["unexpected"]);
  const two = check([...taken, ...taken.filter(({ f, proc }) => f === "taken" && proc === "ana")]);
  expect(two.faults.map(({ kind }) => kind)).toEqual(["unexpected"]);
});

test("[ACT-2] a take-over that is removed from somebody who does not hold the room is unexpected", () => {
  expect(faultsOf({ f: "apply", seq: 7 }, { value: takeOver(101, false, 1) })).toEqual(["unexpected"]);
});

test("[ACT-2j] a holder that differs from the one that the actions give is unexpected", () => {
  expect(faultsOf({ f: "apply", proc: "ana", seq: 6 }, { value: { holder: 1 } })).toEqual(["unexpected"]);
  expect(faultsOf({ f: "apply", proc: "ana", seq: 6 }, { value: { holder: null } })).toEqual(["unexpected"]);
});

test("[ACT-2j] a holder that one person finds and another does not is lost, and so is one that no message names", () => {
  expect(faultsOf({ f: "holder", proc: "radu" }, { value: null, id: null })).toContain("lost");
  expect(faultsOf({ f: "holder" }, { id: 101 })).toContain("lost");
  expect(faultsOf({ f: "taken", proc: "ana" }, null)).toEqual(["lost"]);
});
