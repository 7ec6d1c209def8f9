import fc from "fast-check";
import { expect, test } from "vitest";
import type { MessageLog } from "./history-shape.ts";
import type { Message } from "../entities.ts";
import { emptyLog } from "./empty-timeline.ts";
import { ana, message, radu } from "../../testing/people.ts";
import { indexAtSeq, lastMessage, messageAt, withMessages } from "./message-log.ts";

const all = (log: MessageLog): Message[] =>
  Array.from({ length: log.length }, (_, i) => messageAt(log, i)).filter((found) => found !== null);

const seqs = (log: MessageLog): number[] => all(log).map(({ seq }) => seq);

const range = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, i) => message(1, from + i));

test("[OLDER-2] messages with the same id and author kind are kept once, with another kind twice", () => {
  const byRadu = message(1, 5, { id: 7, author: radu });
  const byAna = message(1, 5, { id: 7, author: ana });
  const log = withMessages(withMessages(emptyLog, [byRadu, byRadu]), [byAna, { ...byRadu }]);
  expect(all(log)).toHaveLength(2);
});

test("[MSG-5a] in whatever order and portions messages arrive, the log is ordered by seq, each once", () => {
  const portions = fc.array(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 }), { maxLength: 30 });
  fc.assert(
    fc.property(portions, (given) => {
      const log = given.reduce(
        (held, portion) =>
          withMessages(
            held,
            portion.map((seq) => message(1, seq)),
          ),
        emptyLog,
      );
      const expected = [...new Set(given.flat())].toSorted((a, b) => a - b);
      expect(seqs(log)).toEqual(expected);
      expect(log.length).toBe(expected.length);
      expect(lastMessage(log)?.seq ?? null).toBe(expected.at(-1) ?? null);
      for (const seq of [1, 200, 400]) {
        expect(indexAtSeq(log, seq)).toBe(expected.filter((held) => held < seq).length);
      }
    }),
  );
});

test("[OLDER-2] a page already held changes nothing", () => {
  const log = withMessages(emptyLog, range(1, 300));
  expect(withMessages(log, range(100, 149))).toBe(log);
});

test("[ROOM-4a] adding a message shares all but one chunk with the previous log, at either end of 100,000", () => {
  const log = withMessages(emptyLog, range(51, 100_050));
  const longer = withMessages(log, [message(1, 100_051)]);
  expect(longer.chunks.filter((chunk) => !log.chunks.includes(chunk))).toHaveLength(1);
  const older = withMessages(longer, range(1, 50));
  expect(older.chunks.filter((chunk) => !longer.chunks.includes(chunk))).toHaveLength(1);
  expect(older.length).toBe(100_051);
  expect(messageAt(older, 0)?.seq).toBe(1);
  expect(messageAt(older, 100_051)).toBeNull();
  expect(messageAt(older, -1)).toBeNull();
});
