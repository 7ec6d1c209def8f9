import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { syncBytesMax } from "@cuplaj/protocol/limits.ts";
import { type CatchUpRoom, roomsSearched, createAnswerSpace, type Cursor, planCatchUp } from "./rules.ts";

const room = (id: number, lastSeq: number): CatchUpRoom => ({ id, name: `oferta.${10_000 + id}`, lastSeq });
const roomsOf = (...rooms: CatchUpRoom[]) => new Map(rooms.map((one) => [one.id, one]));
const plan = (cursors: readonly Cursor[], rooms: ReadonlyMap<number, CatchUpRoom>, isSameEpoch = true) => {
  const { ranges, reset } = planCatchUp(cursors, rooms, isSameEpoch);
  return { ranges: ranges.map(({ room: { id }, after, upto }) => [id, after, upto]), reset };
};

describe("planCatchUp", () => {
  test("[MSG-6] a room gets everything after its cursor, even if that is nothing", () => {
    const rooms = roomsOf(room(1, 10), room(2, 7));
    expect(
      plan(
        [
          { roomId: 1, seq: 4 },
          { roomId: 2, seq: 7 },
        ],
        rooms,
      ),
    ).toEqual({
      ranges: [
        [1, 4, 10],
        [2, 7, 7],
      ],
      reset: [],
    });
  });

  test("[MSG-6d] resets a room that is missing, ends before the cursor, or is more than 5,000 events ahead of it", () => {
    const rooms = roomsOf(room(1, 10), room(2, 5000), room(3, 5001));
    const cursors = [
      { roomId: 1, seq: 11 },
      { roomId: 2, seq: 0 },
      { roomId: 3, seq: 0 },
      { roomId: 4, seq: 0 },
    ];
    expect(plan(cursors, rooms)).toEqual({ ranges: [[2, 0, 500]], reset: [1, 3, 4] });
  });

  test("[MSG-6d][MSG-5] a new numbering resets every room", () => {
    expect(plan([{ roomId: 1, seq: 10 }], roomsOf(room(1, 10)), false)).toEqual({ ranges: [], reset: [1] });
  });

  test("[MSG-6f] at most 500 events per room and 2,000 per response; later rooms must ask again", () => {
    const rooms = roomsOf(...[1, 2, 3, 4, 5, 6].map((id) => room(id, id === 1 ? 300 : 700)));
    const cursors = [...rooms.keys()].map((roomId) => ({ roomId, seq: 0 }));
    expect(plan(cursors, rooms).ranges).toEqual([
      [1, 0, 300],
      [2, 0, 500],
      [3, 0, 500],
      [4, 0, 500],
      [5, 0, 200],
      [6, 0, 0],
    ]);
  });

  test("[MSG-6f] asking again with the new cursors brings every room to its head", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ head: fc.nat(15_000), behind: fc.nat(5000) }), { minLength: 1, maxLength: 20 }),
        (asked) => {
          const rooms = roomsOf(...asked.map(({ head }, index) => room(index + 1, head)));
          let cursors = asked.map(({ head, behind }, index) => ({
            roomId: index + 1,
            seq: Math.max(0, head - behind),
          }));
          for (
            let turn = 0;
            turn <= 60 && cursors.some(({ roomId, seq }) => seq !== rooms.get(roomId)?.lastSeq);
            turn += 1
          ) {
            const { ranges, reset } = planCatchUp(cursors, rooms, true);
            expect(reset).toEqual([]);
            expect(ranges.reduce((sum, { after, upto }) => sum + upto - after, 0)).toBeLessThanOrEqual(2000);
            cursors = ranges.map(({ room: { id }, upto }) => ({ roomId: id, seq: upto }));
          }
          expect(cursors.map(({ seq }) => seq)).toEqual(asked.map(({ head }) => head));
        },
      ),
    );
  });
});

describe("chatsSearched", () => {
  test("[MSG-6d] one room per cursor, at least 50 and at most 200", () => {
    expect([0, 50, 51, 200, 1000].map(roomsSearched)).toEqual([50, 50, 51, 200, 200]);
  });
});

const part = (bytes: number): string => "x".repeat(bytes - 3);

test("[MSG-6f] parts fit up to the last byte, and none after one that did not", () => {
  const fits = createAnswerSpace(1);
  expect([fits(part(syncBytesMax - 1100)), fits(part(1000)), fits(part(4)), fits(part(3))]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("[MSG-6f] the first part fits whatever its length, so that repeated requests make progress", () => {
  const fits = createAnswerSpace(0);
  expect([fits(part(syncBytesMax * 2)), fits(part(3))]).toEqual([true, false]);
});

test("[MSG-6f] a part counts by its bytes of escaped UTF-8", () => {
  const fits = createAnswerSpace(0);
  const escaped = "\u0001".repeat(Math.floor((syncBytesMax - 3) / 6));
  expect([fits(escaped), fits(part(10))]).toEqual([true, false]);
});
