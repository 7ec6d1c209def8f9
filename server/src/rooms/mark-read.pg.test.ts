import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addOffer, type Person } from "../testing/people.ts";
import { readRoomLog, upTo } from "../testing/room-log.ts";
import { seeds } from "../testing/seeds.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const { ana, mihai, radu, mia, vlad } = people;

let offers = 40_000;
async function makeRoom(...members: Person[]): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of members)
    id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
  return id;
}
const publish = (person: Person, room: number, message = "salut") =>
  call(person, "POST", `/api/v1/publish/${room}`, { message });
const read = (person: Person, room: number, body?: object) => call(person, "POST", `/api/v1/read/${room}`, body);
async function unreadEverywhere(person: Person, room: number): Promise<number[]> {
  const view = (await call(person, "GET", `/api/v1/chat/${room}`)).body.chats[0];
  const list = (await call(person, "GET", "/api/v1/all/1")).body.chats.find(({ id }: { id: number }) => id === room);
  const { channels } = (await call(person, "GET", "/api/v1/channels")).body;
  const entry = channels.find(({ id, kind }: { id: number; kind: string }) => id === room && kind === "room");
  const flags = (await call(person, "GET", `/api/v1/chat/${room}/1`)).body.data.messages.filter(
    ({ unread }: { unread: boolean }) => unread,
  );
  return [view.unread_count, list.unread_count, entry.unread_count, flags.length];
}

describe("reading", () => {
  test("[ROOM-7a] messages by others are unread until read, and the count agrees everywhere", async () => {
    const room = await makeRoom(ana, radu);
    for (let n = 0; n < 3; n += 1) await publish(radu, room);
    expect(await unreadEverywhere(ana, room)).toEqual([3, 3, 3, 3]);
    expect(await unreadEverywhere(radu, room)).toEqual([0, 0, 0, 0]);
    const { status, body } = await read(ana, room);
    expect([status, body]).toEqual([200, { room_id: room, unread_count: 0, read_seq: 5 }]);
    expect(await unreadEverywhere(ana, room)).toEqual([0, 0, 0, 0]);
  });

  test("[ROOM-7] reads up to `upto`, never back, and never past the end", async () => {
    const room = await makeRoom(ana, radu);
    const seqs: number[] = [];
    for (let n = 0; n < 4; n += 1) seqs.push((await publish(radu, room)).body.message.seq);
    expect((await read(ana, room, { upto: seqs[1] })).body).toEqual({
      room_id: room,
      unread_count: 2,
      read_seq: seqs[1],
    });
    expect((await read(ana, room, { upto: seqs[0] })).body).toEqual({
      room_id: room,
      unread_count: 2,
      read_seq: seqs[1],
    });
    expect((await read(ana, room, { upto: 0 })).body).toMatchObject({ unread_count: 2, read_seq: seqs[1] });
    expect((await read(ana, room, { upto: 9_007_199_254_740_991 })).body).toEqual({
      room_id: room,
      unread_count: 0,
      // Her first read is itself an event, and therefore the room's newest.
      read_seq: (seqs[3] ?? 0) + 1,
    });
    await publish(radu, room);
    expect(await unreadEverywhere(ana, room)).toEqual([1, 1, 1, 1]);
  });

  test("[ROOM-7] sending marks everything up to the sent message as read", async () => {
    const room = await makeRoom(ana, radu, mia);
    await publish(radu, room);
    await publish(mia, room);
    const { seq } = (await publish(ana, room)).body.message;
    expect(await unreadEverywhere(ana, room)).toEqual([0, 0, 0, 0]);
    expect((await call(ana, "GET", `/api/v1/chat/${room}`)).body.chats[0].read_seq).toBe(seq);
  });

  test("[LIVE-3] a moved marker is broadcast to the room and its members, an unmoved one to nobody", async () => {
    const room = await makeRoom(ana, radu);
    await publish(radu, room);
    api.broadcasts.length = 0;
    await read(ana, room);
    await read(ana, room);
    await read(ana, room, { upto: 1 });
    expect(api.broadcasts.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: "MessagesRead", data: { room_id: room, user: { id: ana.id, type: "customer" }, read_seq: 3, seq: 4 } },
    ]);
    expect(api.broadcasts[0]?.channels).toEqual([
      `presence-oferta.${offers}`,
      `private-user.${ana.id}`,
      `private-user.${radu.id}`,
    ]);
  });

  test("[ROOM-7] reading up to a position already read succeeds at once, even while the room is locked", async () => {
    const room = await makeRoom(ana, radu);
    await publish(radu, room);
    await publish(radu, room);
    const { seq } = (await publish(ana, room)).body.message;
    await publish(radu, room);
    const holder = await pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from rooms where id = $1 for update", [room]);
      expect((await read(ana, room, { upto: seq - 1 })).body).toMatchObject({ unread_count: 1, read_seq: seq });
      expect((await read(radu, room)).body).toMatchObject({ unread_count: 0 });
      const moving = read(ana, room);
      expect(await Promise.race([moving.then(() => "moved"), call(ana, "GET", `/api/v1/chat/${room}`)])).not.toBe(
        "moved",
      );
      await holder.query("rollback");
      expect((await moving).body).toMatchObject({ unread_count: 0 });
    } finally {
      holder.release();
    }
  });

  test("[ROOM-7] only members can mark as read: 404 if they may not know the room, 403 for visitors", async () => {
    const room = await makeRoom(ana);
    expect((await read(mihai, room)).status).toBe(404);
    expect((await read(vlad, room)).status).toBe(404);
    expect((await read(radu, room)).status).toBe(403);
    expect((await read(ana, 999_999)).status).toBe(404);
  });

  test.each([[{ upto: "1" }], [{ upto: -1 }], [{ upto: 1.5 }], [{ upto: null }], [{ upto: 1e300 }], [[]], ["1"]])(
    "[ROOM-7] %j is not a `seq` to read up to: 422 or 400",
    async (body) => {
      const room = await makeRoom(ana);
      const { status } = await call(ana, "POST", `/api/v1/read/${room}`, JSON.stringify(body), {
        "content-type": "application/json",
      });
      expect(status).toBe(422);
    },
  );

  test("[ROOM-7a] whatever happens concurrently, everyone's count is the messages by others above their marker", async () => {
    const cast = [ana, radu, mia] as const;
    const step = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      what: fc.constantFrom("publish", "publish", "read", "upto"),
      back: fc.integer({ min: 0, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 10 }),
        async (rounds) => {
          const room = await makeRoom(...cast);
          const authors: { seq: number; author: number }[] = [];
          const markers = new Map(cast.map(({ id }) => [id, 0]));
          const forward = (id: number, seq: number) => markers.set(id, Math.max(markers.get(id) ?? 0, seq));
          let last = 3;
          for (const round of rounds) {
            await Promise.all(
              round.map(async ({ who, what, back }) => {
                const person = cast[who] ?? ana;
                if (what === "publish") {
                  const { seq } = (await publish(person, room)).body.message;
                  authors.push({ seq, author: person.id });
                  forward(person.id, seq);
                  last = Math.max(last, seq);
                } else {
                  const answer = await read(
                    person,
                    room,
                    what === "read" ? undefined : { upto: Math.max(0, last - back) },
                  );
                  forward(person.id, answer.body.read_seq);
                }
              }),
            );
          }
          const log = await readRoomLog(pool, room);
          expect(log.map(({ seq }) => seq)).toEqual(upTo(log.length));
          for (const person of cast) {
            const marker = markers.get(person.id) ?? 0;
            const expected = authors.filter(({ seq, author }) => author !== person.id && seq > marker).length;
            expect(await unreadEverywhere(person, room)).toEqual([
              expected,
              expected,
              expected,
              Math.min(50, expected),
            ]);
          }
        },
      ),
      seeds(1 / 2),
    );
  });
});
