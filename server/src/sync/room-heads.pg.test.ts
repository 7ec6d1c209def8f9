import { beforeEach, describe, expect, test } from "vitest";
import { Check } from "typebox/value";
import { RoomHeads } from "@cuplaj/protocol/events.ts";
import { roomHeadsEveryMs } from "@cuplaj/protocol/limits.ts";
import { createNameStore } from "../participants/store.pg.ts";
import type { LiveBroadcaster } from "../rooms/live-broadcaster.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { startTestApi, testEpoch } from "../testing/test-api.ts";
import { keepTellingRoomHeads, tellRoomHeads } from "./room-heads.ts";
import { createEventLog } from "./store.pg.ts";

const clock = new FakeClock();
const api = await startTestApi({ now: () => clock.now() });
const { people, call, pool } = api;
const { ana, radu, mihai, vlad } = people;
const join = async (person: typeof ana, offer: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
const room = await join(ana, 10_001);
await join(radu, 10_001);
const other = await join(mihai, 10_005);
await join(radu, 10_005);

const told: { channels: readonly string[]; data: unknown }[] = [];
const broadcaster: LiveBroadcaster = {
  broadcast: (event, channels, data) => {
    expect(event).toBe("RoomHeads");
    told.push({ channels, data });
  },
};
const everyone = [ana, radu, mihai, vlad].map(({ id }) => id);
const parts = {
  eventLog: createEventLog(pool),
  people: createNameStore(pool),
  broadcaster,
  connected: () => everyone,
  epoch: testEpoch,
  clock,
};
const publish = async (person: typeof ana, id: number): Promise<number> =>
  (await call(person, "POST", `/api/v1/publish/${id}`, { message: "salut" })).body.message.seq;

beforeEach(() => {
  told.length = 0;
  clock.advance(200_000);
});

describe("heads", () => {
  test("[LIVE-3] everyone connected hears of the lately active rooms that they belong to, on their own channel", async () => {
    const seq = await publish(ana, room);
    clock.advance(1000);
    const otherSeq = await publish(mihai, other);
    await tellRoomHeads(parts);
    const byChannel = new Map(told.map(({ channels, data }) => [channels.join(","), data]));
    expect(told.every(({ data }) => Check(RoomHeads, data))).toBe(true);
    expect(byChannel).toEqual(
      new Map([
        [`private-user.${ana.id}`, { epoch: testEpoch, user_version: 0, heads: [{ id: room, last_seq: seq }] }],
        [`private-user.${mihai.id}`, { epoch: testEpoch, user_version: 0, heads: [{ id: other, last_seq: otherSeq }] }],
        [
          `private-user.${radu.id}`,
          {
            epoch: testEpoch,
            user_version: 0,
            heads: [
              { id: other, last_seq: otherSeq },
              { id: room, last_seq: seq },
            ],
          },
        ],
      ]),
    );
  });

  test("[LIVE-3] rooms at rest, people who are away and rooms that were left are not told of", async () => {
    await publish(ana, room);
    // Looked back are 100 s, from the beginning of a minute on.
    clock.advance(161_000);
    await tellRoomHeads(parts);
    expect(told).toEqual([]);
    await publish(mihai, other);
    await tellRoomHeads({ ...parts, connected: () => [] });
    expect(told).toEqual([]);
    await call(radu, "POST", `/api/v1/leave/${other}`);
    await tellRoomHeads(parts);
    expect(told.map(({ channels }) => channels)).toEqual([[`private-user.${mihai.id}`]]);
    await join(radu, 10_005);
  });
});

describe("a room is named for an event of any kind", () => {
  const headsOf = (person: typeof ana) =>
    told.filter(({ channels }) => channels.includes(`private-user.${person.id}`)).map(({ data }) => data);

  test("[LIVE-3] a read alone names the room to all its members, so that one who missed it catches up", async () => {
    const seq = await publish(ana, room);
    clock.advance(200_000);
    await tellRoomHeads(parts);
    expect(told).toEqual([]);
    await call(radu, "POST", `/api/v1/read/${room}`);
    await tellRoomHeads(parts);
    const heads = [{ epoch: testEpoch, user_version: 0, heads: [{ id: room, last_seq: seq + 1 }] }];
    expect([headsOf(ana), headsOf(radu), told.length]).toEqual([heads, heads, 2]);
  });

  test("[LIVE-3] a join or leave alone names the room to who is a member then", async () => {
    const before = (await call(radu, "GET", `/api/v1/chat/${other}`)).body.chats[0].last_seq;
    await call(radu, "POST", `/api/v1/leave/${other}`);
    await tellRoomHeads(parts);
    expect([headsOf(mihai), headsOf(radu)]).toEqual([
      [{ epoch: testEpoch, user_version: 0, heads: [{ id: other, last_seq: before + 1 }] }],
      [],
    ]);
    clock.advance(200_000);
    told.length = 0;
    await join(radu, 10_005);
    await tellRoomHeads(parts);
    const heads = [{ epoch: testEpoch, user_version: 0, heads: [{ id: other, last_seq: before + 2 }] }];
    expect([headsOf(mihai), headsOf(radu)]).toEqual([heads, heads]);
  });

  test("[LIVE-3] the moment of a room never goes back with a clock", async () => {
    const minute = async () =>
      (await pool.query("select active_minute from rooms where id = $1", [room])).rows[0].active_minute;
    await publish(ana, room);
    const before = await minute();
    clock.advance(-120_000);
    const seq = await publish(ana, room);
    await call(radu, "POST", `/api/v1/read/${room}`);
    expect(await minute()).toEqual(before);
    clock.advance(120_000);
    await tellRoomHeads(parts);
    expect(headsOf(ana)).toEqual([{ epoch: testEpoch, user_version: 0, heads: [{ id: room, last_seq: seq + 1 }] }]);
  });
});

test("[AUTH-8] the heads of each person carry how new their own settings are", async () => {
  await pool.query("update participants set version = version + 3 where id = $1", [ana.id]);
  await publish(ana, room);
  await tellRoomHeads(parts);
  const versionOf = ({ id }: typeof ana) =>
    told.flatMap(({ channels, data }) => (channels[0] === `private-user.${id}` ? [data] : []));
  expect([versionOf(ana), versionOf(radu)]).toMatchObject([[{ user_version: 3 }], [{ user_version: 0 }]]);
  await pool.query("update participants set version = 0 where id = $1", [ana.id]);
});

describe("telling heads again and again", () => {
  test("[LIVE-3] happens every 45 s, goes on after a failure, and ends when it is stopped", async () => {
    const asked: number[] = [];
    const warned: string[] = [];
    let isAway = false;
    const telling = keepTellingRoomHeads({
      ...parts,
      eventLog: {
        listHeads(ids) {
          asked.push(clock.now());
          return isAway
            ? Promise.reject(new Error("away"))
            : Promise.resolve(ids.map((participantId) => ({ participantId, roomId: room, lastSeq: 1 })));
        },
      },
      log: { warn: (_fields: object, message: string) => warned.push(message) } as never,
    });
    const startedAt = clock.now();
    clock.advance(roomHeadsEveryMs - 1);
    expect(asked).toEqual([]);
    clock.advance(1);
    await Promise.resolve();
    expect(asked).toEqual([startedAt + 45_000]);
    await expect.poll(() => told.length).toBe(4);
    isAway = true;
    clock.advance(roomHeadsEveryMs);
    await expect.poll(() => warned).toEqual(["the heads of rooms could not be told"]);
    isAway = false;
    clock.advance(roomHeadsEveryMs);
    await expect.poll(() => told.length).toBe(8);
    await telling.stop();
    clock.advance(10 * roomHeadsEveryMs);
    expect(asked).toHaveLength(3);
  });
});
