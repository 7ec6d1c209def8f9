import fc from "fast-check";
import { expect, test } from "vitest";
import type { Timeline } from "./history-shape.ts";
import type { Message } from "../entities.ts";
import { seqsOf } from "../../testing/held-history.ts";
import { message } from "../../testing/people.ts";
import type { Covered } from "./history-ranges.ts";
import { aimed, openedTimeline, shownRange, withArrived, withPage } from "./timeline.ts";

const isMessage = (pattern: readonly boolean[], seq: number): boolean => pattern[seq % pattern.length] ?? true;

const messagesIn = (pattern: readonly boolean[], from: number, to: number): Message[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
    .filter((seq) => seq > 0 && isMessage(pattern, seq))
    .map((seq) => message(1, seq));

const pageLength = 4;

function pageOf(pattern: readonly boolean[], head: number, { kind, seq }: Asked): Covered {
  const before = (at: number, most: number): Covered => {
    const messages = messagesIn(pattern, 1, Math.min(at - 1, head)).slice(-most);
    return { from: messages.length < most ? 0 : messages[0]!.seq, to: Math.min(at - 1, head), messages, lines: [] };
  };
  const after = (at: number, most: number): Covered => {
    const messages = messagesIn(pattern, at + 1, head).slice(0, most);
    return {
      from: at + 1,
      to: messages.length < most ? Math.max(head, at) : messages.at(-1)!.seq,
      messages,
      lines: [],
    };
  };
  switch (kind) {
    case "newest":
      return before(head + 1, pageLength);
    case "before":
      return before(seq, pageLength);
    case "after":
      return after(seq, pageLength);
    case "around": {
      const [older, newer] = [before(seq + 1, pageLength / 2), after(seq, pageLength / 2)];
      const messages = [...older.messages, ...newer.messages];
      return { from: older.from, to: Math.min(newer.to, head), messages, lines: [] };
    }
  }
}

interface Asked {
  readonly kind: "newest" | "before" | "after" | "around";
  readonly seq: number;
}

const kinds = [
  "newest",
  "before",
  "after",
  "around",
  "write",
  "write",
  "apply",
  "apply",
  "own",
  "answer",
  "answer",
] as const;
type Kind = (typeof kinds)[number];
const step = fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(60) });

/** Expects a range to include every message between its ends, up to the last event applied. */
function expectWhole({ timeline, pattern, cursor }: World): void {
  for (const [at, { log, from, to }] of timeline.ranges.entries()) {
    const until = to === Number.POSITIVE_INFINITY ? cursor : to;
    const seqs = seqsOf(log).filter((seq) => seq !== undefined && seq <= until);
    expect(seqs).toEqual(messagesIn(pattern, from, until).map(({ seq }) => seq));
    expect(from).toBeGreaterThan((timeline.ranges[at - 1]?.to ?? -2) + 1);
  }
}

interface World {
  readonly pattern: readonly boolean[];
  readonly head: number;
  readonly cursor: number;
  readonly timeline: Timeline;
  readonly answers: readonly Covered[];
}

const arrive = (world: World, seq: number): Timeline =>
  seq > 0 && isMessage(world.pattern, seq) ? withArrived(world.timeline, message(1, seq)) : world.timeline;

function happen(world: World, kind: Kind, n: number): World {
  const { pattern, head, cursor, timeline, answers } = world;
  switch (kind) {
    case "write":
      return { ...world, head: head + 1 + (n % 6) };
    case "apply":
      return cursor === head ? world : { ...world, cursor: cursor + 1, timeline: arrive(world, cursor + 1) };
    case "own":
      return { ...world, timeline: arrive(world, head) };
    case "answer": {
      const page = answers[n % Math.max(1, answers.length)];
      const left = answers.filter((one) => one !== page);
      return page ? { ...world, answers: left, timeline: withPage(timeline, cursor, page) } : world;
    }
    case "newest":
    case "before":
    case "after":
    case "around":
      return { ...world, answers: [...answers, pageOf(pattern, head, { kind, seq: Math.max(1, Math.min(n, head)) })] };
  }
}

test("[OLDER-2] after any pages and events in any order each range is the server's log without a gap", () => {
  const patterns = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(patterns, fc.nat(40), fc.array(step, { maxLength: 60, size: "max" }), (pattern, start, steps) => {
      let world: World = {
        ...{ pattern, head: start, cursor: start, answers: [] },
        timeline: openedTimeline(start, null),
      };
      for (const { kind, n } of steps) {
        world = happen(world, kind, n);
        expectWhole(world);
      }
      while (world.cursor < world.head) world = happen(world, "apply", 0);
      let { timeline } = world;
      for (let left = 200; shownRange(timeline).older !== "none"; left -= 1) {
        if (left === 0) throw new Error("the beginning is never reached");
        const asked = { kind: "before", seq: shownRange(timeline).from } as const;
        timeline = withPage(timeline, world.cursor, pageOf(pattern, world.head, asked));
      }
      expect(timeline.ranges).toHaveLength(1);
      expect(seqsOf(shownRange(timeline).log)).toEqual(messagesIn(pattern, 1, world.head).map(({ seq }) => seq));
    }),
  );
});

test("[OLDER-2] adjacent ranges merge, and a list showing one of them continues with it", () => {
  const pattern = [true];
  let timeline = openedTimeline(100, 20);
  timeline = aimed(withPage(timeline, 100, pageOf(pattern, 100, { kind: "around", seq: 20 })));
  expect([timeline.phase, timeline.shownSeq, timeline.jumps, timeline.switches]).toEqual(["ready", 20, 1, 1]);
  expect(seqsOf(shownRange(timeline).log)).toEqual([19, 20, 21, 22]);
  timeline = withPage(timeline, 100, pageOf(pattern, 100, { kind: "around", seq: 28 }));
  expect(timeline.ranges.map(({ from, to }) => [from, to])).toEqual([
    [19, 22],
    [27, 30],
    [101, Number.POSITIVE_INFINITY],
  ]);
  timeline = withPage(timeline, 100, pageOf(pattern, 100, { kind: "after", seq: 22 }));
  expect(seqsOf(shownRange(timeline).log)).toEqual([19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  expect(aimed({ ...timeline, aimSeq: 29 })).toMatchObject({ phase: "ready", jumps: 2, switches: 1 });
  expect(aimed({ ...timeline, aimSeq: 60 })).toMatchObject({ phase: "loading", jumps: 1, shownSeq: 20 });
  expect(aimed({ ...timeline, aimSeq: null })).toMatchObject({ phase: "loading", jumps: 1, shownSeq: 20 });
});
