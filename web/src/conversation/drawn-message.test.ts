import { dayNumber } from "../platform/today.ts";
import { expect, test } from "vitest";
import type { Message, Participant } from "../state/entities.ts";
import { dividerIndex, drawnMessageAt, type DrawnMessage, shapeOf, withheld } from "./drawn-message.ts";
import { emptyLog } from "../state/history/empty-timeline.ts";
import { rangeOf } from "../state/history/history-ranges.ts";
import { withMessages } from "../state/history/message-log.ts";

const ana: Participant = { id: 1, name: "Ana", kind: "customer" };
const radu: Participant = { id: 2, name: "Radu", kind: "erp" };
const noon = new Date(2026, 2, 10, 12).getTime();
const minute = 60_000;

const message = (seq: number, author = ana, at = noon + seq * 1000): Message => ({
  id: seq,
  roomId: 1,
  seq,
  clientId: null,
  author,
  sentAt: new Date(at).toISOString(),
  text: `mesajul ${seq}`,
  file: null,
  actions: [],
  likesTotal: 0,
  updatedSeq: seq,
  editedAt: null,
  isDeleted: false,
  quote: null,
});
const drawn = (author: Participant | null, at: number): DrawnMessage => ({
  key: `${at}`,
  author,
  isOwn: false,
  at,
  day: dayNumber(at),
  sentAt: new Date(at).toISOString(),
  text: "",
  stored: null,
  pending: null,
});

test("[MSG-1] one person's messages within five minutes share a header", () => {
  const first = drawn(ana, noon);
  expect(shapeOf(null, first, false)).toEqual({ startsDay: true, hasDivider: false, startsGroup: true });
  expect(shapeOf(first, drawn(ana, noon + 4.9 * minute), false).startsGroup).toBe(false);
  expect(shapeOf(first, drawn(ana, noon + 5 * minute), false).startsGroup).toBe(true);
});

test("[MSG-1] another person, another kind with the same id, and the divider end a group", () => {
  const first = drawn(ana, noon);
  expect(shapeOf(first, drawn(radu, noon + 1), false).startsGroup).toBe(true);
  expect(shapeOf(first, drawn({ ...ana, kind: "erp" }, noon + 1), false).startsGroup).toBe(true);
  expect(shapeOf(first, drawn(null, noon + 1), false).startsGroup).toBe(true);
  expect(shapeOf(first, drawn(ana, noon + 1), true).startsGroup).toBe(true);
});

test("[MSG-1] midnight starts a day and a group", () => {
  const late = new Date(2026, 2, 10, 23, 59).getTime();
  const shape = shapeOf(drawn(ana, late), drawn(ana, late + 2 * minute), false);
  expect(shape).toEqual({ startsDay: true, hasDivider: false, startsGroup: true });
});

test("[MSG-1] pending messages follow the stored ones and keep their key", () => {
  const clientId = "0b6f8a52-7c11-4a7e-9d3f-000000000001";
  const log = withMessages(emptyLog, [message(1), message(2)]);
  const pending = [
    {
      clientId,
      roomId: 1,
      text: "vreau",
      writtenAt: new Date(noon).toISOString(),
      status: "sending",
      error: null,
      position: 1,
      tabId: "tab",
      attempts: 0,
    },
  ] as const;
  const stored = withMessages(log, [{ ...message(3), clientId }]);
  expect(drawnMessageAt({ log }, pending, null, 1)?.text).toBe("mesajul 2");
  expect(drawnMessageAt({ log }, pending, null, 2)?.key).toBe(clientId);
  expect(drawnMessageAt({ log: stored }, [], null, 2)?.key).toBe(clientId);
  expect(drawnMessageAt({ log }, pending, null, 3)).toBeNull();
});

test("[READ-3] the unread divider precedes the first unread message, in the range that covers it", () => {
  const messages = [message(5), message(6), message(7)];
  const range = rangeOf({ from: 5, to: 7, messages, lines: [] });
  expect(dividerIndex(range, { dividerSeq: 6 })).toBe(1);
  expect(dividerIndex(range, { dividerSeq: 5 })).toBe(0);
  expect(dividerIndex(range, { dividerSeq: 3 })).toBe(-1);
  expect(dividerIndex(rangeOf({ from: 2, to: 7, messages, lines: [] }), { dividerSeq: 3 })).toBe(0);
  expect(dividerIndex(range, { dividerSeq: 8 })).toBe(-1);
  expect(dividerIndex(rangeOf({ from: 5, to: 9, messages, lines: [] }), { dividerSeq: 8 })).toBe(-1);
  expect(dividerIndex(range, { dividerSeq: null })).toBe(-1);
});

test("[OLDER-2] the oldest loaded message stays hidden while older ones may come, so that drawn rows never change", () => {
  const log = withMessages(emptyLog, [message(5), message(6)]);
  expect(withheld({ log, older: "some" })).toBe(1);
  expect(withheld({ log, older: "loading" })).toBe(1);
  expect(withheld({ log, older: "failed" })).toBe(1);
  expect(withheld({ log, older: "none" })).toBe(0);
  expect(withheld({ log: withMessages(emptyLog, [message(5)]), older: "some" })).toBe(0);
});
