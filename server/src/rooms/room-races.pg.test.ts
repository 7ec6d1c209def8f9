import { describe, expect, onTestFinished, test } from "vitest";
import { someStatementWaits } from "../testing/some-statement-waits.ts";
import { clockAt } from "../testing/clock-at.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { EntryBroadcaster } from "./broadcast-entry.ts";
import { markRead } from "./mark-read.ts";
import { createRoomQueue } from "./room-queue.ts";
import { createRoomStore } from "./store.pg.ts";
import type { RoomStore } from "./store.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const { ana, radu, mia, vlad } = people;
const now = "2026-11-21T10:00:00.000Z";

let offers = 90_000;
/** Makes a room with Ana, Radu and Mia, and a message by Radu; its log ends at 4. */
async function makeRoom(): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of [ana, radu, mia])
    id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
  await call(radu, "POST", `/api/v1/publish/${id}`, { message: "salut" });
  return id;
}

/** Runs `second` while `first` is uncommitted, as if in another process. */
async function during<T>(first: (rooms: RoomStore) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await first(createRoomStore({ query: client.query.bind(client) }));
    const waiting = second();
    await someStatementWaits(pool);
    await client.query("commit");
    return await waiting;
  } finally {
    client.release();
  }
}

const rooms = createRoomStore(pool);
const join = (at: RoomStore, { id }: Person) =>
  at.join({ ref: { by: "offer", id: offers }, staff: [], participantId: id, now });
const leave = async (at: RoomStore, roomId: number, { id }: Person) =>
  (await at.removeMember({ roomId, participantId: id, by: null, now })).entries;
async function membersOf(room: number) {
  const [audience] = await rooms.listAudiences([room]);
  return { membersSeq: audience?.membersSeq, memberIds: new Set(audience?.memberIds) };
}
const newestEvent = async (room: number) =>
  await database
    .selectFrom("room_events")
    .select(["seq", "kind", "participant_id", "read_seq", "members_total"])
    .where("room_id", "=", room)
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();

describe("changing a room while another server changes it", () => {
  test("[ROOM-7a] reading up to a message that is not visible yet reads what is visible, and the count stays right", async () => {
    const room = await makeRoom();
    const client = await pool.connect();
    try {
      await client.query("begin");
      for (const seq of [5, 6]) {
        await client.query(
          `with head as (update rooms set last_seq = $2, messages_total = messages_total + 1 where id = $1
             returning messages_total)
           insert into messages (room_id, seq, ordinal, author_id, body, created_at)
           select $1, $2, messages_total, $3, 'salut', now() from head`,
          [room, seq, radu.id],
        );
      }
      const reading = rooms.moveMarker({ roomId: room, participantId: ana.id, upto: 5, now });
      await someStatementWaits(pool);
      await client.query("commit");
      expect(await reading).toMatchObject({ readSeq: 4, isAtEnd: false, seq: 7 });
    } finally {
      client.release();
    }
    expect((await call(ana, "GET", `/api/v1/chat/${room}`)).body.chats[0]).toMatchObject({
      unread_count: 2,
      read_seq: 4,
    });
  });

  test("[ROOM-7] two devices that read concurrently move the marker once, with one log entry", async () => {
    const room = await makeRoom();
    const read = { roomId: room, participantId: ana.id, upto: null, now };
    expect(
      await during(
        (other) => other.moveMarker(read),
        () => rooms.moveMarker(read),
      ),
    ).toBeNull();
    expect(await newestEvent(room)).toMatchObject({ seq: 5, kind: "read", read_seq: 4 });
  });

  test("[LIVE-4] a person who joined just before a read gets it", async () => {
    const room = await makeRoom();
    const moved = await during(
      (other) => join(other, vlad),
      () => rooms.moveMarker({ roomId: room, participantId: ana.id, upto: null, now }),
    );
    expect(moved).toMatchObject({ seq: 6, membersSeq: 5 });
    expect(await membersOf(room)).toEqual({ membersSeq: 5, memberIds: new Set([ana.id, radu.id, mia.id, vlad.id]) });
  });

  test("[MSG-5] concurrent joins and leaves count the members after each", async () => {
    const room = await makeRoom();
    const joined = await during(
      (other) => leave(other, room, mia),
      () => join(rooms, vlad),
    );
    expect(joined).toMatchObject([{ seq: 6, membersSeq: 6, membersTotal: 3 }]);
    const [left] = await during(
      (other) => join(other, mia),
      () => leave(rooms, room, vlad),
    );
    expect(left).toMatchObject({ seq: 8, membersSeq: 8, membersTotal: 3 });
    expect(await membersOf(room)).toEqual({ membersSeq: 8, memberIds: new Set([ana.id, radu.id, mia.id]) });
    expect(await newestEvent(room)).toMatchObject({ seq: 8, kind: "leave", members_total: 3 });
  });

  test("[ROOM-6d] a person who joins through one server while leaving through another resumes at their old marker", async () => {
    const room = await makeRoom();
    await call(mia, "POST", `/api/v1/read/${room}`);
    const joined = await during(
      (other) => leave(other, room, mia),
      () => join(rooms, mia),
    );
    expect(joined).toMatchObject([{ seq: 7, membersTotal: 3 }]);
    expect((await call(mia, "GET", `/api/v1/chat/${room}`)).body.chats[0]).toMatchObject({
      unread_count: 0,
      read_seq: 4,
    });
  });

  test("[ROOM-6d][ROOM-7] a person who leaves through one server while reading through another gets their resume position", async () => {
    const room = await makeRoom();
    await call(radu, "POST", `/api/v1/publish/${room}`, { message: "încă" });
    const moveMarker: RoomStore["moveMarker"] = async (move) => {
      const moved = await rooms.moveMarker(move);
      await leave(rooms, room, mia);
      return moved;
    };
    const clock = clockAt(() => Date.parse(now));
    const log = { warn: () => undefined };
    const live = { broadcast: () => undefined };
    const broadcaster = new EntryBroadcaster({ rooms, live, clock, log, epoch: "numbering" });
    const parts = { rooms: { ...rooms, moveMarker }, broadcaster, queue: createRoomQueue(), clock };
    const { user: caller } = (await call(mia, "GET", "/api/v1/me")).body;
    expect(await markRead(parts, caller, String(room), 4)).toEqual({
      ok: true,
      value: { room_id: room, unread_count: 0, read_seq: 4 },
    });
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: offers });
    expect((await call(mia, "GET", `/api/v1/chat/${room}`)).body.chats[0]).toMatchObject({ read_seq: 4 });
  });

  test("[ROOM-6] leaving through two servers concurrently is one leave, and reads nothing afterwards", async () => {
    const room = await makeRoom();
    expect(
      await during(
        (other) => leave(other, room, mia),
        () => leave(rooms, room, mia),
      ),
    ).toEqual([]);
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: offers });
    expect(
      await during(
        (other) => leave(other, room, mia),
        () => rooms.moveMarker({ roomId: room, participantId: mia.id, upto: null, now }),
      ),
    ).toBeNull();
    expect(await newestEvent(room)).toMatchObject({ seq: 7, kind: "leave" });
  });
});

describe("an offer being stored, whose room is locked next", () => {
  const heldOffer = async (room: number) => {
    const client = await pool.connect();
    onTestFinished(() => client.release(true));
    await client.query("begin");
    await client.query("select from offers where id = (select offer_id from rooms where id = $1) for update", [room]);
    return client;
  };

  test("[ROOM-6] does not deadlock with a leave that releases the room", async () => {
    const room = await makeRoom();
    await pool.query("update rooms set holder_id = $2 where id = $1", [room, mia.id]);
    await pool.query(
      `insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at)
       select room_id, seq, 1, $2, 0, false, now() from messages where room_id = $1`,
      [room, mia.id],
    );
    const client = await heldOffer(room);
    const left = call(mia, "POST", `/api/v1/leave/${room}`);
    await someStatementWaits(pool);
    await client.query("select from rooms where id = $1 for update nowait", [room]);
    await client.query("commit");
    expect((await left).status).toBe(200);
  });

  test("[MSG-7b] does not block deleting a message", async () => {
    const room = await makeRoom();
    const client = await heldOffer(room);
    const { rows } = await pool.query<{ id: number }>("select id from messages where room_id = $1", [room]);
    const deleted = await call(radu, "DELETE", `/api/v1/chat/${room}/message/${rows[0]?.id}`);
    await client.query("commit");
    expect(deleted.status).toBe(200);
  });
});
