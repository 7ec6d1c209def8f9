import { expect, test } from "vitest";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";
import { endOfTick } from "../clock.ts";
import { silentLog } from "../log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi, testEpoch } from "../testing/test-api.ts";
import { createEventLog } from "./store.pg.ts";
import { createUnsureRooms } from "./unsure-rooms.ts";

const { people, call, pool } = await startTestApi();
const { ana, radu, mihai } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 });

function start() {
  const clock = new FakeClock();
  const told: { channels: readonly string[]; heads: RoomHeads["heads"] }[] = [];
  let isAway = false;
  let looks = 0;
  const eventLog = createEventLog(pool);
  const unsure = createUnsureRooms({
    eventLog: {
      async listRoomHeads(roomIds) {
        looks += 1;
        if (isAway) throw new Error("away");
        return await eventLog.listRoomHeads(roomIds);
      },
    },
    broadcaster: {
      broadcast: (_event, channels, data) => told.push({ channels, heads: (data as RoomHeads).heads }),
    },
    epoch: testEpoch,
    clock,
    log: silentLog,
  });
  /** Lets a second pass, and what was asked be answered. */
  const pass = async (): Promise<void> => {
    const [before, looksBefore] = [told.length, looks];
    clock.advance(1000);
    if (looks > looksBefore && !isAway) await until(() => (told.length > before ? true : undefined));
    await endOfTick();
  };
  return { clock, told, unsure, pass, looks: () => looks, setAway: (is: boolean) => void (isAway = is) };
}

test("[ERR-3] the members of a room of which nobody knows what was committed hear within a second where its log ends", async () => {
  const { told, unsure, pass } = start();
  const { seq } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" })).body.message;
  unsure.note(room);
  unsure.note(room);
  await pass();
  expect(told).toHaveLength(1);
  expect(told[0]?.heads).toEqual([{ id: room, last_seq: seq }]);
  expect(told[0]?.channels.toSorted()).toEqual([`private-user.${ana.id}`, `private-user.${radu.id}`].toSorted());
});

test("[ERR-3] they hear it again while it may be committed later, and then no more", async () => {
  const { clock, told, unsure, pass } = start();
  unsure.note(room);
  for (let second = 0; second < 14; second += 1) await pass();
  const { seq } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "abia acum" })).body.message;
  for (let second = 0; second < 5; second += 1) await pass();
  expect(told.at(-1)?.heads).toEqual([{ id: room, last_seq: seq }]);
  const sofar = told.length;
  for (let second = 0; second < 30; second += 1) await pass();
  expect([told.length, clock.timerCount]).toEqual([sofar, 0]);
});

test("[ERR-3] while the database is away it is asked every second, and forgets no room", async () => {
  const { told, unsure, pass, setAway, looks } = start();
  setAway(true);
  unsure.note(room);
  for (let second = 0; second < 60; second += 1) await pass();
  expect([told.length, looks()]).toEqual([0, 60]);
  setAway(false);
  await pass();
  expect(told).toHaveLength(1);
});

test("[ERR-3] while the database is away it is asked no more often because more is noted", async () => {
  const { clock, unsure, setAway, looks } = start();
  setAway(true);
  for (let step = 0; step < 100; step += 1) {
    unsure.note(room);
    clock.advance(100);
    await endOfTick();
  }
  expect(looks()).toBe(10);
  unsure.stop();
});

test("[RUN-5] whoever leaves looks no more", async () => {
  const { clock, unsure, pass, looks } = start();
  unsure.note(room);
  unsure.stop();
  unsure.note(room);
  await pass();
  expect([looks(), clock.timerCount]).toEqual([0, 0]);
});

test("[ERR-3] a room that is noted all the time is told of all the same, and each of very many", async () => {
  const { clock, told, unsure } = start();
  for (let turn = 0; turn < 6; turn += 1) {
    unsure.note(room);
    clock.advance(200);
    await endOfTick();
  }
  await until(() => (told.length > 0 ? true : undefined));
  for (let id = 1_000_000; id < 1_002_000; id += 1) unsure.note(id);
  const other = (await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 })).body.chat.id;
  unsure.note(other);
  clock.advance(500);
  await until(() => {
    clock.advance(0);
    return told.some(({ heads }) => heads[0]?.id === other) ? true : undefined;
  });
  expect(told.map(({ heads }) => heads[0]?.id)).toEqual(expect.arrayContaining([room, other]));
  unsure.stop();
});
