import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { syncEventOf } from "@cuplaj/protocol/sync.ts";
import { kindsWithStar, starredEvent } from "@cuplaj/protocol/testing/made-up-kind.ts";
import { createRoomHistory } from "../messages/room-history.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import { changeRoom } from "../rooms/change-room.ts";
import { toEvent } from "../rooms/log-rules.ts";
import { createRoomQueue } from "../rooms/room-queue.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { addOffer } from "../testing/people.ts";
import { startTestApi, testEpoch } from "../testing/test-api.ts";
import { catchUp } from "./catch-up.ts";
import { createEventLog, createLineStore } from "./log.pg.ts";

const { people, call, pool, database, broadcasts } = await startTestApi();
const { ana, radu } = people;

/** Logs an entry of the made-up kind in one statement. */
async function star(roomId: number, messageSeq: number, byId: number, stars: number) {
  const { rows } = await pool.query<{ seq: number; membersSeq: number }>(
    `select entry_seq as seq, room_members_seq as "membersSeq"
     from log_event($1, 'star', $2, now(), $3, jsonb_build_object('stars', $4::int))`,
    [roomId, byId, messageSeq, stars],
  );
  return rows[0]!;
}

async function makeRoom(channel: number): Promise<{ id: number; head: Record<string, unknown> }> {
  await addOffer(database, channel, ana.id);
  for (const person of [radu, ana]) await call(person, "POST", "/api/v1/join", { type: 1, channel });
  const { body } = await call(ana, "GET", `/api/v1/chat/oferta.${channel}`);
  const { id, name, channel: wire, epoch } = body.chats[0];
  return { id, head: { id, name, channel: wire, epoch } };
}

test("[MSG-6b] sync returns a kind added to the server, with its payload, person and current message", async () => {
  const { id, head } = await makeRoom(80_001);
  const { message } = (await call(radu, "POST", `/api/v1/publish/${id}`, { message: "De reținut" })).body;
  const { seq } = await star(id, message.seq, ana.id, 3);
  await call(ana, "POST", `/api/v1/publish/${id}`, { message: "Așa e" });

  const messages = createMessageStore(pool);
  const parts = { rooms: createRoomStore(pool), history: createRoomHistory(messages), live: { online: () => [] } };
  const caught = await catchUp(
    { ...parts, epoch: testEpoch, events: createEventLog(pool, kindsWithStar) },
    { ...ana, roles: [{ name: "x", permissions: ["rooms.view"] }] } as never,
    { cursors: { [id]: message.seq - 1 } },
  );
  if (!caught.ok) throw new Error("the catch-up was refused");
  const [synced] = caught.value.answer.rooms;
  const by = { id: ana.id, name: ana.name, type: "customer" } as const;
  const room = { ...head, last_seq: seq } as never;
  expect(synced?.events.map(({ event }) => event)).toEqual(["ChatMessage", "MessageStarred", "ChatMessage"]);
  expect(synced?.events[1]).toEqual(starredEvent({ room, message, by }));
  for (const event of synced?.events ?? []) expect(Check(syncEventOf(Object.values(kindsWithStar)), event)).toBe(true);
  // Sync returns the message in its current state, after the change; the broadcast contained it as it was before.
  expect(synced?.events[0]).toMatchObject({ data: { message: { seq: message.seq, updated_seq: seq } } });
  expect(broadcasts.find(({ event }) => event === "ChatMessage")?.data).toMatchObject({
    message: { updated_seq: message.seq },
  });
  const page = (await call(ana, "GET", `/api/v1/chat/${id}/1`)).body.data;
  expect(page.messages[0]).toMatchObject({ seq: message.seq, updated_seq: seq });

  const range = { messageSeqs: [], firstSeq: message.seq, lastSeq: seq + 1, headSeq: seq + 1 };
  const { lines } = await createLineStore(pool, kindsWithStar).listLines(id, range, ana.id);
  const events = lines.flatMap((line) => (line.kind === "unknown" ? [] : [toEvent(line, "oferta.80001", testEpoch)]));
  expect(events.map(({ event }) => event)).toEqual(["RoomUpdated", "RoomUpdated", "MessageStarred"]);
  expect(events[2]).toEqual(synced?.events[1]);
});

test("[MSG-5a] it is broadcast after the commit, in the form of sync, to the room's members, with nothing more about its person", async () => {
  const { id, head } = await makeRoom(80_004);
  const { message } = (await call(radu, "POST", `/api/v1/publish/${id}`, { message: "De reținut" })).body;
  const left = await call(radu, "POST", `/api/v1/leave/${id}`);
  expect(left.status).toBe(200);
  const broadcast: unknown[] = [];
  const rooms = createRoomStore(pool);
  const parts = {
    ...{ rooms, queue: createRoomQueue(), clock: systemClock, log: silentLog, epoch: testEpoch },
    live: { broadcast: (_roomId: number, event: unknown, channels: unknown) => broadcast.push([event, channels]) },
  };
  const broadcaster = new EntryBroadcaster(parts);
  const { user: caller } = (await call(ana, "GET", "/api/v1/me")).body;
  expect(Object.keys(caller)).toContain("roles");
  const { entries } = await changeRoom({ ...parts, broadcaster }, id, async () => {
    const { seq, membersSeq } = await star(id, message.seq, caller.id, 3);
    const named = { ...message, unread: true, updated_seq: seq };
    const entry = {
      ...{ kind: "payload" as const, event: "MessageStarred", roomId: id, seq, membersSeq },
      ...{ person: caller, payload: { stars: 3 }, message: named },
    };
    return { entries: [entry] };
  });
  const [entry] = entries;
  const by = { id: ana.id, name: ana.name, type: "customer" } as const;
  const room = { ...head, last_seq: entry?.seq } as never;
  const event = starredEvent({ room, message: { ...message, updated_seq: entry?.seq }, by });
  expect(broadcast).toEqual([[{ ...event, seq: entry?.seq }, [`presence-oferta.80004`, `private-user.${ana.id}`]]]);
});

test("[MSG-5] an entry takes the room's next `seq`, does not reorder lists, and cannot name a message of another room", async () => {
  const { id } = await makeRoom(80_002);
  const other = await makeRoom(80_003);
  const { message } = (await call(radu, "POST", `/api/v1/publish/${other.id}`, { message: "Dincolo" })).body;
  for (let n = 0; n < 3; n += 1) await call(radu, "POST", `/api/v1/publish/${id}`, { message: "Aici" });
  const before = (await call(ana, "GET", `/api/v1/chat/${id}`)).body.chats[0];
  expect((await star(id, 3, ana.id, 1)).seq).toBe(before.last_seq + 1);
  const after = (await call(ana, "GET", `/api/v1/chat/${id}`)).body.chats[0];
  expect([after.last_seq, after.updated_at, after.unread_count]).toEqual([
    before.last_seq + 1,
    before.updated_at,
    before.unread_count,
  ]);
  await expect(star(other.id, message.seq + 5, ana.id, 1)).rejects.toThrow("room_events_message");
  await expect(star(999_999, 1, ana.id, 1)).rejects.toThrow("null value");
  await expect(pool.query("select log_event($1, 'star', $2, now(), null, '\"text\"')", [id, ana.id])).rejects.toThrow(
    "room_events_payload",
  );
  expect((await call(ana, "GET", `/api/v1/chat/${id}`)).body.chats[0].last_seq).toBe(after.last_seq);
});
