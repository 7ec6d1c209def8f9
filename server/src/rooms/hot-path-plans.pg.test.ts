import type { User } from "@cuplaj/protocol/participant.ts";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createAccessStore } from "../channel-authorization/store.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { createEventLog } from "../sync/log.pg.ts";
import { createTestDatabase } from "../testing/database.ts";
import { countReads, readCost } from "../testing/read-cost.ts";
import { findBrokenInvariants } from "../testing/growth/check-growth.ts";
import { busyPerson, crowdedRoomOf, growthSizes, longRoomOf } from "../testing/growth/growth-size.ts";
import { seedGrowth } from "../testing/growth/seed-growth.ts";
import { createRoomFlagStore } from "./filter-rooms.pg.ts";
import { createRoomStore } from "./store.pg.ts";

const { pool, url } = await createTestDatabase();
const size = growthSizes.sample;
const longRoom = longRoomOf(size);
const crowdedRoom = crowdedRoomOf(size);
const at = "2026-10-02T10:00:00.000Z";
let busyId = 0;
let busy: User;

beforeAll(async () => {
  const patient = new pg.Pool({ connectionString: url, max: 1 });
  await seedGrowth(patient, size, { passwordHash: "!", say: () => undefined });
  await patient.end();
  const { rows } = await pool.query<{ id: number }>("select id from participants where username = $1", [
    busyPerson.username,
  ]);
  busyId = rows[0]?.id ?? 0;
  busy = {
    ...busyPerson,
    id: busyId,
    type: "erp",
    locale: "ro",
    roles: [],
    users_silenced: [],
    rooms: { pinned: [], muted: [], unread: [] },
    notifications: { privacy: "what", quiet: null },
    version: 0,
  };
});

const costOf = (work: (stores: Stores) => Promise<unknown>) =>
  readCost(pool, (explained) =>
    work({
      rooms: createRoomStore(explained),
      messages: createMessageStore(explained),
      log: createEventLog(explained),
      access: createAccessStore(explained),
      flags: createRoomFlagStore(explained),
    }),
  );
interface Stores {
  readonly rooms: ReturnType<typeof createRoomStore>;
  readonly messages: ReturnType<typeof createMessageStore>;
  readonly log: ReturnType<typeof createEventLog>;
  readonly access: ReturnType<typeof createAccessStore>;
  readonly flags: ReturnType<typeof createRoomFlagStore>;
}

const busyRooms = async (take: number): Promise<number[]> => {
  const listed = await createRoomStore(pool).listAccess(busyId, take);
  return listed.map(({ id }) => id);
};

describe("a database with 300,000 messages", () => {
  test("[PERF-7] satisfies the invariants of every product database", async () => {
    expect(await findBrokenInvariants(pool)).toEqual([]);
  });

  test.each([0, 600, size.busyPersonRooms - 20])(
    "[ROOM-3] 20 rooms after the first %i of 1,500 are looked up, and sorted only with those of the same hours",
    async (skip) => {
      const { rows } = await pool.query<{ total: number }>(
        `select count(*)::int as total from memberships where participant_id = $1 and listed_at in (
           select listed_at from memberships where participant_id = $1 order by listed_at desc offset $2 limit 20)`,
        [busyId, skip],
      );
      const sameHours = rows[0]?.total ?? 0;
      expect(sameHours).toBeLessThan(size.busyPersonRooms / 10);
      const cost = await costOf(({ rooms }) => rooms.listRooms(busyId, skip, 20));
      expect(cost.scans).toEqual([]);
      expect(cost.read("rooms")).toBe(sameHours);
      // The members of a room, at most 50, are sorted as well.
      expect(cost.sorted).toBeLessThanOrEqual(Math.max(sameHours, 50));
      expect(cost.read("offers")).toBe(20);
    },
  );

  test("[ROOM-3] the list's pages equal a full sort, even if many rooms share an hour", async () => {
    await pool.query("update rooms set updated_at = $1 where id % 7 = 0", [at]);
    const { rows } = await pool.query<{ id: number }>(
      `select r.id from rooms r join memberships m on m.room_id = r.id
       where m.participant_id = $1 order by r.updated_at desc, r.id desc`,
      [busyId],
    );
    const store = createRoomStore(pool);
    const paged: number[] = [];
    for (let skip = 0; skip < size.busyPersonRooms; skip += 20) {
      paged.push(...(await store.listRooms(busyId, skip, 20)).rooms.map(({ id }) => id));
    }
    expect(paged).toEqual(rows.map(({ id }) => id));
    expect((await store.listRooms(busyId, size.busyPersonRooms, 20)).rooms).toEqual([]);
  });

  test("[ROOM-3a] the channels of the 90 newest rooms are found without reading the others", async () => {
    const cost = await costOf(({ rooms }) => rooms.listAccess(busyId, 90));
    expect(cost.scans).toEqual([]);
    expect(cost.read("rooms")).toBeLessThan(size.busyPersonRooms / 2);
    expect(cost.read("memberships")).toBeLessThan(size.busyPersonRooms);
  });

  test("[ROOM-3a] unread rooms are searched only among one's own, each once by key", async () => {
    const cost = await costOf(({ rooms }) => rooms.listUnread(busyId));
    expect(cost.scans).toEqual([]);
    expect([cost.read("memberships"), cost.read("rooms")]).toEqual([
      size.busyPersonRooms,
      expect.toSatisfy((rows) => Number(rows) <= size.busyPersonRooms),
    ]);
  });

  test.each(["unread", "unclaimed", "all"] as const)(
    "[PERF-7a] rooms are filtered (%s, by wait) in one pass over one's own rooms, each once by key, and a page is looked up",
    async (filter) => {
      const cost = await costOf(({ rooms }) => rooms.walkRooms(busyId, { filter, sort: "waiting" }, 20, 20));
      expect(cost.scans).toEqual([]);
      expect(cost.read("offers")).toBe(20);
      // The page's rooms are read again, each with at most 50 members to count.
      expect(cost.read("rooms")).toBe(size.busyPersonRooms + 20);
      expect(cost.read("messages")).toBeLessThanOrEqual(20);
    },
  );

  test("[PERF-7a] the rooms that one holds are found without reading the others", async () => {
    const { rows } = await pool.query<{ total: number }>(
      "select count(*)::int as total from rooms where holder_id = $1",
      [busyId],
    );
    const held = rows[0]?.total ?? 0;
    expect(held).toBeGreaterThan(20);
    const cost = await costOf(({ rooms }) => rooms.listHeld(busyId, "waiting", 0, 20));
    expect(cost.scans).toEqual([]);
    expect([cost.read("rooms"), cost.read("offers")]).toEqual([held, 20]);
  });

  test("[PERF-7a] counts read only rooms with an event since, or all if nearly all had one", async () => {
    const store = createRoomFlagStore(pool);
    const { rooms: all, atMs } = await store.listFlags(busyId);
    expect(all).toHaveLength(size.busyPersonRooms);
    await pool.query("update rooms set active_minute = room_minute(now()) where id <= 50");
    const cost = await costOf(({ flags }) => flags.listChangedFlags(busyId, atMs));
    expect(cost.scans).toEqual([]);
    expect([cost.read("rooms"), cost.read("messages")]).toEqual([50, 0]);
    const changed = await store.listChangedFlags(busyId, atMs);
    const own = all.filter(({ id }) => id <= 50);
    expect(changed?.rooms).toEqual(expect.arrayContaining(own));
    expect([changed?.rooms.length, changed?.otherIds.length]).toEqual([own.length, 50 - own.length]);
    await pool.query("update rooms set active_minute = room_minute(now())");
    expect(await store.listChangedFlags(busyId, atMs)).toBeNull();
  });

  test("[ROOM-2a] a room with 1,000 members shows 50 of them and a count", async () => {
    const cost = await costOf(({ rooms }) => rooms.findRoom({ by: "id", id: crowdedRoom }, busyId));
    expect(cost.scans).toEqual([]);
    expect(cost.read("memberships")).toBeLessThanOrEqual(1000 + 50 + 2);
    expect(cost.sorted).toBeLessThanOrEqual(50);
  });

  test.each([1, 300, 600])("[ROOM-4a] page %i of the longest room reads 50 rows", async (page) => {
    const last = size.longRoomMessages - 50 * (page - 1);
    const cost = await costOf(({ messages }) => messages.listByOrdinal(longRoom, { first: last - 49, last }, busyId));
    expect(cost.scans).toEqual([]);
    expect([cost.read("messages"), cost.sorted]).toEqual([50, expect.toSatisfy((rows) => Number(rows) <= 50)]);
  });

  test("[MSG-6] `sync` of 200 rooms reads those rooms, the newest, and only the missed events", async () => {
    const ids = await busyRooms(200);
    const accesses = await createRoomStore(pool).findEachAccess(ids, busyId);
    const ranges = accesses.map((room) => ({ room, after: room.lastSeq - 3, upto: room.lastSeq }));
    const cost = await costOf(async ({ rooms, log }) => {
      await rooms.findEachAccess(ids, busyId);
      await log.listEvents(ranges, busyId);
    });
    expect(cost.scans).toEqual([]);
    expect([cost.read("rooms"), cost.read("memberships")]).toEqual([200, 200]);
    const { rows } = await pool.query<{ named: number }>(
      `select count(*)::int as named from room_events e join rooms r on r.id = e.room_id
       where r.id = any($1::bigint[]) and e.seq > r.last_seq - 3 and message_seq is not null`,
      [ids],
    );
    // Messages that entries refer to are read as well.
    const read = Math.round(cost.read("messages") + cost.read("room_events"));
    expect(read).toBeGreaterThanOrEqual(600);
    expect(read).toBeLessThanOrEqual(600 + (rows[0]?.named ?? 0));
    // Only missed events are sorted, either per room or all together.
    expect(cost.sorted).toBeLessThanOrEqual(600);
    const unheld = await costOf(({ rooms }) => rooms.listRoomsWithout(busyId, 200, ids.slice(0, 195)));
    expect(unheld.scans).toEqual([]);
    expect(unheld.read("rooms")).toBeLessThan(size.busyPersonRooms / 2);
    expect(unheld.read("offers")).toBeLessThanOrEqual(200);
  });

  test("[ROOM-7] marking the longest room as read looks at one message and that room's members", async () => {
    await pool.query("update memberships set read_seq = 0, read_ordinal = 0 where participant_id = $1", [busyId]);
    const cost = await costOf(({ rooms }) =>
      rooms.moveMarker({ roomId: longRoom, participantId: busyId, upto: size.longRoomMessages / 2, now: at }),
    );
    expect(cost.scans).toEqual([]);
    expect([cost.read("messages"), cost.read("room_events"), cost.sorted]).toEqual([1, 0, 0]);
    expect(cost.read("memberships")).toBeLessThanOrEqual(20);
  });

  test("[ROOM-7a] counting unread messages in 200 rooms reads none without silences, and two per silenced person", async () => {
    const ids = [longRoom, ...(await busyRooms(200)).filter((id) => id !== longRoom)];
    await pool.query("update memberships set read_seq = 0, read_ordinal = 0 where participant_id = $1", [busyId]);
    const count = (roomIds: readonly number[]) => costOf(({ rooms }) => rooms.findEachAccess(roomIds, busyId));
    expect((await count(ids)).read("messages")).toBe(0);
    const { rows: silenced } = await pool.query<{ author_id: number }>(
      `insert into silences select $1, author_id from (
         select distinct author_id from messages where room_id = $2 and author_id <> $1 order by 1 limit 3) authors
       returning silenced_id as author_id`,
      [busyId, longRoom],
    );
    for (const { author_id: author } of silenced)
      await pool.query("select number_silenced($1, $2, 0)", [longRoom, author]);
    await pool.query("analyze messages");
    const cost = await count([longRoom]);
    await pool.query("delete from silences");
    expect(cost.scans).toEqual([]);
    expect(cost.read("messages")).toBe(2 * silenced.length);
  });

  test("[LIVE-2a] 400 subscriptions are decided by keys of rooms and memberships", async () => {
    const { rows } = await pool.query<{ name: string }>("select name from rooms order by id limit 400");
    const memberships = rows.map((row) => ({ participantId: busyId, roomName: row.name }));
    const cost = await costOf(({ access }) => access.findAccess({ sessions: [], memberships }, systemClock.now()));
    expect(cost.scans).toEqual([]);
    expect(cost.read("rooms")).toBe(400);
    expect(cost.read("memberships")).toBeLessThanOrEqual(400);
  });

  const batchOf = (roomIds: readonly number[], firstIndex: number) =>
    roomIds.map((roomId, index) => {
      const seqIndex = firstIndex + index;
      const clientId = `0189d6a2-0000-7000-8000-0000000${String(seqIndex).padStart(5, "0")}`;
      return {
        roomId,
        author: busy,
        text: `Bună, "${seqIndex}", și {virgule}`,
        clientId: seqIndex % 2 === 0 ? null : clientId,
      };
    });

  test("[MSG-2a] a batch of 40 sends to 20 rooms finds rooms and members by key, and reads no old messages", async () => {
    const ids = await busyRooms(20);
    const read = await countReads(
      pool,
      // The first send of an hour moves the rooms in all members' lists.
      (client) => createMessageStore(client).publish(batchOf([...ids, ...ids], 100), at),
      (client) => createMessageStore(client).publish(batchOf([...ids, ...ids], 200), at),
    );
    // Each room is updated, and read once more for the foreign key of each membership, as in a single send.
    expect(read.get("rooms")).toEqual({ scans: 0, rows: 40 });
    // One row is read per send, plus each author's marker.
    expect(read.get("memberships")).toEqual({ scans: 0, rows: 60 });
    expect(read.get("messages")).toEqual({ scans: 0, rows: 0 });
  });

  test("[MSG-2a] the reason why 40 sends were not stored is found by key: one membership and at most one message each", async () => {
    // Only sends with ids are used, since PostgreSQL before 18 rounds rows per loop to integers.
    const sends = batchOf(await busyRooms(80), 300).filter(({ clientId }) => clientId !== null);
    await createMessageStore(pool).publish(sends, at);
    const cost = await costOf(({ messages }) => messages.publish(sends.toReversed(), at));
    expect(cost.scans).toEqual([]);
    expect([cost.read("memberships"), cost.read("messages")]).toEqual([40, 40]);
  });

  test("[MSG-2a] a single send finds its room and member by key, and looks only for its client_id", async () => {
    const send = (client: StatementPool, clientId: string) =>
      createMessageStore(client).publish([{ roomId: longRoom, author: busy, text: "Bună", clientId }], at);
    const read = await countReads(
      pool,
      (client) => send(client, "0189d6a2-0000-7000-8000-000000000a1e"),
      (client) => send(client, "0189d6a2-0000-7000-8000-000000000a2e"),
    );
    // The room is read once more for the membership's foreign key, which is checked because this transaction has written the row.
    expect(read.get("rooms")).toEqual({ scans: 0, rows: 2 });
    // The membership is looked up before the room is locked, and updated afterwards.
    expect(read.get("memberships")).toEqual({ scans: 0, rows: 2 });
    expect(read.get("messages")).toEqual({ scans: 0, rows: 0 });
  });
});
