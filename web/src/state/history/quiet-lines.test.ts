import { linesCountedMax } from "@cuplaj/protocol/limits.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { linesBefore, linesAtEnd } from "../../conversation/drawn-rows.ts";
import { groupOf, type LineGroup, type NamedLine } from "./group-lines.ts";
import { pageLines } from "../../testing/model-lines.ts";
import { ana, message, mia, radu } from "../../testing/people.ts";
import type { HistoryRange, QuietLine, Timeline } from "./history-shape.ts";
import { type Covered, lineIndexAt, linesUpto, withLines } from "./history-ranges.ts";
import { messageAt } from "./message-log.ts";
import { openedTimeline, withArrived, withArrivedLine, withPage } from "./timeline.ts";

interface Log {
  readonly messages: readonly number[];
  readonly lines: readonly NamedLine[];
  readonly head: number;
}

function lineAt(seq: number, kind: number): NamedLine {
  const person = [ana, radu, mia][seq % 3] ?? ana;
  if (kind === 2) return { seq, kind: "take-over", change: { holder: person, from: null, by: person, how: "taken" } };
  return { seq, kind: kind === 0 ? "joined" : "left", person };
}

function logOf(gaps: readonly number[], pattern: readonly number[]): Log {
  const messages: number[] = [];
  const lines: NamedLine[] = [];
  let head = 0;
  for (const [at, gap] of gaps.entries()) {
    for (let i = 0; i < gap; i += 1) lines.push(lineAt((head += 1), pattern[head % pattern.length] ?? 0));
    if (at < gaps.length - 1) messages.push((head += 1));
  }
  return { messages, lines, head };
}

const pageLength = 4;

function pageOf({ messages, lines }: Log, head: number, wanted: readonly number[], given: Partial<Covered>): Covered {
  const known = messages.filter((seq) => seq <= head);
  const after = known.findLast((seq) => seq < (wanted[0] ?? 0)) ?? 0;
  const isNewest = !known.some((seq) => seq > (wanted.at(-1) ?? 0));
  const held = lines.filter(({ seq }) => seq <= head);
  return {
    from: wanted[0] === known[0] ? 0 : (wanted[0] ?? 0),
    to: isNewest ? head : (wanted.at(-1) ?? 0),
    messages: wanted.map((seq) => message(1, seq)),
    lines: pageLines(held, after, isNewest ? [...wanted, head] : wanted),
    ...given,
  };
}

const newest = (log: Log, head: number): Covered => {
  const wanted = log.messages.filter((seq) => seq <= head).slice(-pageLength);
  const isFull = wanted.length === pageLength;
  return pageOf(log, head, wanted, { from: isFull ? wanted[0]! : 0, to: head });
};

function older(log: Log, head: number, before: number): Covered {
  const wanted = log.messages.filter((seq) => seq < before).slice(-pageLength);
  return pageOf(log, head, wanted, { from: wanted.length === pageLength ? wanted[0]! : 0, to: before - 1 });
}

function applied(timeline: Timeline, { messages, lines }: Log, seq: number): Timeline {
  if (messages.includes(seq)) return withArrived(timeline, message(1, seq));
  const line = lines.find((one) => one.seq === seq);
  return line ? withArrivedLine(timeline, line) : timeline;
}

const drawn = (range: HistoryRange): (LineGroup | null)[] => [
  ...Array.from({ length: range.log.length }, (_, i) => linesBefore(range, i)),
  linesAtEnd(range),
];

const few = fc.integer({ min: 0, max: 12 });
const gapLength = fc.oneof(few, few, fc.constantFrom(30, 180, 260, 999, 1000, 1300));
const gaps = fc.array(gapLength, { minLength: 1, maxLength: 9 });
const pattern = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 });

test("[MSG-9] however they arrive, by pages, live or by catching up, the lines between two messages look the same", () => {
  fc.assert(
    fc.property(gaps, pattern, fc.nat(100), fc.array(fc.nat(3), { maxLength: 20 }), (lengths, kinds, part, steps) => {
      const log = logOf(lengths, kinds);
      let cursor = Math.floor((log.head * part) / 100);
      // The server reads the page when the room is opened, but its response may arrive at any later time.
      const opening = newest(log, cursor);
      let timeline = openedTimeline(cursor, null);
      let isPaged = false;
      const page = (): void => {
        timeline = withPage(timeline, cursor, isPaged ? newest(log, cursor) : opening);
        isPaged = true;
      };
      const events = (count: number): void => {
        for (let left = count; left > 0 && cursor < log.head; left -= 1)
          timeline = applied(timeline, log, (cursor += 1));
      };
      for (const step of steps) {
        if (step === 0) page();
        else events(step * step * 40);
      }
      page();
      events(log.head);
      for (let left = 10; timeline.ranges[0]!.older !== "none" && left > 0; left -= 1) {
        timeline = withPage(timeline, cursor, older(log, cursor, timeline.ranges[0]!.from));
      }
      const all = logOf(lengths, kinds);
      const whole = [0, ...all.messages].map((seq, at) => {
        const between = all.lines.filter((one) => one.seq > seq && one.seq <= (all.messages[at] ?? all.head));
        return between.length === 0 ? null : groupOf(between);
      });
      expect(timeline.ranges).toHaveLength(1);
      expect(timeline.ranges[0]!.log.length).toBe(log.messages.length);
      expect(drawn(timeline.ranges[0]!)).toEqual(whole);
    }),
  );
});

test("[MSG-9] lines are ordered and unique, and a counting line stays when one of its lines comes again", () => {
  const leftOut: QuietLine = {
    seq: 4,
    kind: "left-out",
    counts: { joined: 4, left: 0, takeOvers: 0, offers: 0, requests: 0, afterHours: 0, unknown: 0 },
  };
  const lines = withLines(withLines([], [lineAt(7, 0), lineAt(5, 1)]), [leftOut, lineAt(5, 1)]);
  expect(lines.map(({ seq }) => seq)).toEqual([4, 5, 7]);
  expect(withLines(lines, [lineAt(4, 0)])[0]).toBe(leftOut);
  expect(withLines(lines, [])).toBe(lines);
  expect(linesUpto(lines, 5).map(({ seq }) => seq)).toEqual([4, 5]);
  expect([0, 4, 6, 8].map((seq) => lineIndexAt(lines, seq))).toEqual([0, 0, 2, 3]);
});

test("[MSG-9] a row's lines are found without reading others, and keep their identity while unchanged", () => {
  const log = logOf([0, 10_000, 3, 2], [0]);
  let timeline = withPage(openedTimeline(log.head, null), log.head, newest(log, log.head));
  const range = timeline.ranges[0]!;
  expect(linesBefore(range, 1)).toMatchObject({ kind: "many" });
  timeline = withArrivedLine(timeline, lineAt(log.head + 1, 1));
  const after = timeline.ranges[0]!;
  for (const index of [0, 1, 2]) expect(linesBefore(after, index)).toBe(linesBefore(range, index));
  expect(linesAtEnd(after)).not.toBe(linesAtEnd(range));
  expect(messageAt(after.log, 1)?.seq).toBe(10_002);
  expect(range.lines.length).toBeLessThan(linesCountedMax);
});
