import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi, testEpoch } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database, pool, broadcasts } = api;
const { ana, mihai, radu, mia, vlad, nou } = people;

let offers = 60_000;
async function makeRoom(...members: Person[]): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of members)
    id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
  return id;
}
const sync = (person: Person, cursors: object, epoch?: string) =>
  call(person, "POST", "/api/v1/sync", { cursors, ...(epoch === undefined ? {} : { epoch }) });
const publish = (person: Person, room: number) => call(person, "POST", `/api/v1/publish/${room}`, { message: "salut" });

async function addEvents(room: number, count: number): Promise<void> {
  await pool.query(
    `insert into room_events (room_id, seq, kind, participant_id, read_seq, created_at)
     select $1, last_seq + n, 'read', $2, 0, now() from rooms, generate_series(1, $3::int) n where id = $1`,
    [room, ana.id, count],
  );
  await pool.query("update rooms set last_seq = last_seq + $2 where id = $1", [room, count]);
}

describe("catching up", () => {
  test("[MSG-6] returns exactly the events that were broadcast after the cursor, with head and unread", async () => {
    const room = await makeRoom(ana, radu);
    broadcasts.length = 0;
    const first = (await publish(radu, room)).body.message;
    await publish(radu, room);
    await call(ana, "POST", `/api/v1/read/${room}`, { upto: first.seq });
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: offers });
    await call(mia, "POST", `/api/v1/leave/${room}`);
    const { status, body } = await sync(ana, { [room]: 2 });
    expect(status).toBe(200);
    expect(Check(SyncAnswer, body)).toBe(true);
    expect(body.rooms).toHaveLength(1);
    const [{ events, ...rest }] = body.rooms;
    expect(rest).toEqual({ id: room, head: 7, has_more: false });
    expect(events.map(({ seq }: { seq: number }) => seq)).toEqual([3, 4, 5, 6, 7]);
    expect(events.map(({ event, data }: { event: string; data: unknown }) => ({ event, data }))).toEqual(
      broadcasts.map(({ event, data }) => ({ event, data })),
    );
    expect(events.slice(-2)).toMatchObject([
      { event: "RoomUpdated", data: { joined: { id: mia.id, name: mia.name, type: "agent" }, members_total: 3 } },
      { event: "RoomUpdated", data: { left: { id: mia.id }, members_total: 2 } },
    ]);
    expect([body.epoch, body.reset, body.unread[room]]).toEqual([testEpoch, [], 1]);
    expect((await sync(ana, { [room]: 5 })).body.rooms[0].events).toEqual(events.slice(3));
  });

  test("[MSG-6][MSG-6d] a room with nothing new is included, and one without a cursor is returned as in the room list", async () => {
    const [held, fresh] = [await makeRoom(ana, radu), await makeRoom(ana, radu)];
    const { message } = (await publish(radu, fresh)).body;
    const { body } = await sync(radu, { [held]: 2 }, testEpoch);
    expect(body.rooms.at(0)).toEqual({ id: held, events: [], head: 2, has_more: false });
    const listed = (await call(radu, "GET", "/api/v1/all/1")).body.chats.find(({ id }: { id: number }) => id === fresh);
    expect(body.chats.find(({ id }: { id: number }) => id === fresh)).toEqual(listed);
    expect(listed.messages[0].id).toBe(message.id);
    expect(body.chats.map(({ id }: { id: number }) => id)).not.toContain(held);
    expect(body.unread).toMatchObject({ [held]: 0, [fresh]: 0 });
  });

  test("[MSG-6d][MSG-5] a room is reset after a new numbering, or with a cursor beyond its end or more than 5,000 behind", async () => {
    const room = await makeRoom(ana, radu);
    expect((await sync(ana, { [room]: 2 }, "another")).body).toMatchObject({
      epoch: testEpoch,
      rooms: [],
      reset: [room],
    });
    expect((await sync(ana, { [room]: 3 })).body).toMatchObject({ rooms: [], reset: [room] });
    await addEvents(room, 4999);
    expect((await sync(ana, { [room]: 1 })).body).toMatchObject({ reset: [], rooms: [{ id: room, head: 5001 }] });
    expect((await sync(ana, { [room]: 0 })).body).toMatchObject({ rooms: [], reset: [room] });
  });

  test("[MSG-6f] 500 events per room and 2,000 per response; asking again with the new cursors returns the rest", async () => {
    const rooms: number[] = [];
    for (let n = 0; n < 5; n += 1) rooms.push(await makeRoom(ana));
    for (const room of rooms) await addEvents(room, 600);
    let cursors = Object.fromEntries(rooms.map((room) => [room, 1]));
    const turns: [number, boolean][][] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { body } = await sync(ana, cursors);
      turns.push(
        body.rooms.map(({ events, has_more: hasMore }: { events: unknown[]; has_more: boolean }) => [
          events.length,
          hasMore,
        ]),
      );
      cursors = Object.fromEntries(
        body.rooms.map(({ id, events }: { id: number; events: { seq: number }[] }) => [
          id,
          events.at(-1)?.seq ?? cursors[id],
        ]),
      );
    }
    const four = <T>(value: T): T[] => Array.from({ length: 4 }, () => value);
    expect(turns).toEqual([
      [...four([500, true]), [0, true]],
      [...four([100, false]), [500, true]],
      [...four([0, false]), [100, false]],
    ]);
  });
});

describe("permission to catch up", () => {
  test("[MSG-6d] a forbidden room is reset like an unknown one, and reveals nothing", async () => {
    const room = await makeRoom(ana, radu);
    await publish(ana, room);
    const { status, body } = await sync(mihai, { [room]: 0, 999_999: 0 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ rooms: [], reset: [room, 999_999], unread: {} });
    expect(body.chats.map(({ id }: { id: number }) => id)).not.toContain(room);
    expect((await sync(vlad, { [room]: 0 })).body.reset).toEqual([room]);
  });

  test("[MSG-6] a holder of rooms.view-any catches up as a visitor, who has nothing unread", async () => {
    const room = await makeRoom(ana);
    await publish(ana, room);
    const { body } = await sync(radu, { [room]: 0 });
    expect(body.rooms).toMatchObject([{ id: room, head: 2 }]);
    expect(body.unread[room]).toBeUndefined();
  });

  test("[ROOM-6d] after leaving, a room is reset, and joining again returns everything that happened in between", async () => {
    const room = await makeRoom(ana, mia);
    await call(mia, "POST", `/api/v1/leave/${room}`);
    await publish(ana, room);
    expect((await sync(mia, { [room]: 2 })).body).toMatchObject({ rooms: [], reset: [room] });
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: offers });
    const { body } = await sync(mia, { [room]: 2 });
    expect(body.rooms[0].events.map(({ event }: { event: string }) => event)).toEqual([
      "RoomUpdated",
      "ChatMessage",
      "RoomUpdated",
    ]);
    expect(body.unread[room]).toBe(1);
  });

  test("[PERM-1] without rooms.view nobody can catch up, and without a token it is 401", async () => {
    expect((await sync(nou, {})).status).toBe(403);
    expect((await call(null, "POST", "/api/v1/sync", { cursors: {} })).status).toBe(401);
  });

  test.each([
    [{}],
    [{ cursors: null }],
    [{ cursors: [] }],
    [{ cursors: { abc: 1 } }],
    [{ cursors: { "0": 1 } }],
    [{ cursors: { "-1": 1 } }],
    [{ cursors: { "1": "1" } }],
    [{ cursors: { "1": -1 } }],
    [{ cursors: { "1": 1.5 } }],
    [{ cursors: { "1": 1e300 } }],
    [{ cursors: { ["9".repeat(16)]: 1 } }],
    [{ epoch: 5, cursors: {} }],
  ])("[MSG-6] %j names no cursors: 422", async (body) => {
    expect((await call(ana, "POST", "/api/v1/sync", body)).status).toBe(422);
  });

  test("[MSG-6] at most 1,000 cursors", async () => {
    const cursors = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [500_000 + index, 1]));
    const { status, body } = await sync(ana, cursors(1000));
    expect([status, body.reset.length]).toEqual([200, 1000]);
    const refused = await sync(ana, cursors(1001));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["cursors"]]);
  });
});
