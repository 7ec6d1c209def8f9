import { expect, test } from "vitest";
import { type Counts, judgeCounts, otherLines } from "./night.ts";

const before: Counts = {
  rows: { tokens: 1, messages: 0, rooms: 2, push_rooms: 0, push_jobs: 0 },
  gauges: { sockets: 0 },
};
const wrong = (rows: Record<string, number>, gauges: Record<string, number> = {}): readonly string[] => {
  const after = { rows: { ...before.rows, ...rows }, gauges: { ...before.gauges, ...gauges } };
  return judgeCounts(before, after).flatMap(({ what, holds }) => (holds ? [] : [what]));
};

test("[OPS-7] what people wrote stays, and a helper table must have as many rows as before", () => {
  expect(wrong({ messages: 9000 })).toEqual([]);
  expect(wrong({ push_jobs: 1 })).toEqual(["rows of push_jobs, as before"]);
  expect(wrong({ tokens: 0 })).toEqual(["rows of tokens, as before"]);
  // An unknown table counts as a helper until it is listed.
  expect(wrong({ something_new: 1 })).toEqual(["rows of something_new, as before"]);
});

test("[OPS-7] a helper has at most one row for each thing that it describes", () => {
  expect(wrong({ push_rooms: 2 })).toEqual([]);
  expect(wrong({ push_rooms: 3 })).toEqual(["rows of push_rooms, and of rooms"]);
});

test("[OPS-7] nobody is connected at night, and a gauge that is missing proves nothing", () => {
  expect(wrong({}, { sockets: 1 })).toEqual(["sockets"]);
  expect(wrong({}, { sockets: Number.NaN })).toEqual(["sockets"]);
});

test("[OPS-7] only security events and delivered decisions are logged while people work", () => {
  const event = '{"level":30,"event":"sign-in.succeeded","msg":"security"}';
  const delivered = '{"level":30,"offer":1,"msg":"a webhook was delivered to the ERP"}';
  const other = '{"level":40,"msg":"a round began"}';
  expect(otherLines([event, "Debugger attached.", delivered, other, ""].join("\n"))).toEqual([other]);
});
