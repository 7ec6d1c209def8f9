import { expect, onTestFinished, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { ActiveRooms } from "./active-rooms.ts";
import type { ActiveRoom } from "./store.ts";

function start(roomsTotal: number) {
  const clock = new FakeClock();
  const sinces: (number | null)[] = [];
  const warned: object[] = [];
  const handed: [number, boolean][] = [];
  const state = { failsFrom: Infinity };
  const rooms = Array.from({ length: roomsTotal }, (_, id): ActiveRoom => ({
    id,
    name: `oferta.${id}`,
    lastSeq: 1,
    membersSeq: 1,
  }));
  const activeRooms = new ActiveRooms({
    clock,
    log: { warn: (fields: object) => void warned.push(fields) } as never,
    store: {
      async listActive(sinceMs, skip, take) {
        sinces.push(sinceMs);
        if (skip >= state.failsFrom) throw new Error("away");
        return { rooms: rooms.slice(skip, skip + take), atMs: clock.now() };
      },
    },
  });
  activeRooms.watch((read, isAll) => void handed.push([read.length, isAll]));
  activeRooms.start();
  onTestFinished(() => activeRooms.stop());
  const pass = async (seconds: number): Promise<void> => {
    await endOfTick();
    for (let left = seconds; left > 0; left -= 1) {
      clock.advance(1000);
      await endOfTick();
    }
  };
  return { activeRooms, clock, state, sinces, warned, handed, pass };
}

test("[ERR-5][ERR-5b] a database that is down is asked every second and logged once; then everything since is found", async () => {
  const { clock, state, sinces, warned, handed, pass } = start(3);
  const beganAtMs = clock.now();
  await pass(1);
  const goodAtMs = clock.now();
  state.failsFrom = 0;
  await pass(20);
  expect([warned.length, sinces.length, handed.at(-1)]).toEqual([1, 22, [0, false]]);
  state.failsFrom = Infinity;
  await pass(1);
  expect([...new Set(sinces)]).toEqual([null, beganAtMs, goodAtMs]);
  expect(handed.at(-1)).toEqual([3, true]);
});

test("[ERR-3b] listed rooms are passed on even if the next portion fails, and reads look back until all are listed", async () => {
  const { state, sinces, handed, pass } = start(6000);
  state.failsFrom = 5000;
  await pass(0);
  expect([handed, sinces]).toEqual([[[5000, false]], [null, null]]);
  state.failsFrom = Infinity;
  await pass(1);
  expect([handed.at(-1), sinces]).toEqual([
    [6000, true],
    [null, null, null, null],
  ]);
});

test("[ERR-3b] a slow read is not repeated while it runs", async () => {
  const { clock, sinces, pass } = start(1);
  clock.advance(10_000);
  expect(sinces).toHaveLength(1);
  await pass(1);
  expect(sinces).toHaveLength(2);
});

test("[RUN-5] reading stops at shutdown", async () => {
  const { activeRooms, clock, sinces, pass } = start(1);
  await pass(1);
  await activeRooms.stop();
  await pass(5);
  expect([sinces.length, clock.timerCount]).toEqual([2, 0]);
});
