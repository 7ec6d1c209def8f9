import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi, testEpoch } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const api = await startTestApi();
const { people, call, database, broadcasts, revoked } = api;
const { ana, mihai, radu, mia, vlad, nou } = people;

const strict = await startTestApi({
  limits: {
    ...usualLimits,
    calls: { ...usualLimits.calls, rates: { ...usualLimits.calls.rates, join: { burst: 2, perSecond: 1 / 60 } } },
  },
});

let offers = 45_000;
async function makeRoom(...members: Person[]): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of members) id = (await join(person)).body.chat.id;
  broadcasts.length = 0;
  return id;
}
const join = (person: Person) => call(person, "POST", "/api/v1/join", { type: 1, channel: offers });
const leave = (person: Person, room: number | string) => call(person, "POST", `/api/v1/leave/${room}`);
const publish = (person: Person, room: number) => call(person, "POST", `/api/v1/publish/${room}`, { message: "salut" });
const logOf = async (room: number) =>
  await database
    .selectFrom("room_events")
    .select(["seq", "kind", "participant_id", "read_seq", "members_total"])
    .where("room_id", "=", room)
    .orderBy("seq")
    .execute();

beforeEach(() => {
  revoked.length = 0;
});

describe("leaving", () => {
  test("[ROOM-6] removes the room from list, channels and view, and forbids all actions in it", async () => {
    const room = await makeRoom(ana, mia);
    const { status, body } = await leave(mia, room);
    expect([status, body]).toEqual([200, { left: true }]);
    expect((await call(mia, "GET", `/api/v1/chat/${room}`)).status).toBe(404);
    expect((await call(mia, "GET", `/api/v1/chat/${room}/1`)).status).toBe(404);
    expect((await publish(mia, room)).status).toBe(404);
    expect((await call(mia, "POST", `/api/v1/read/${room}`)).status).toBe(404);
    expect((await call(mia, "GET", "/api/v1/all/1")).body.chats).toEqual([]);
    expect((await call(mia, "GET", "/api/v1/channels")).body.channels).toHaveLength(1);
    const channel = `presence-oferta.${offers}`;
    const authorized = await call(mia, "POST", "/api/broadcasting/auth", { socket_id: "1.2", channel_name: channel });
    expect(authorized.status).toBe(403);
    expect((await call(ana, "GET", `/api/v1/chat/${room}`)).body.chats[0]).toMatchObject({
      members: [{ id: ana.id }],
      members_total: 1,
      last_seq: 3,
    });
  });

  test("[ROOM-6b] the room's channel is removed from the person's sockets at once, and messages reach only the others", async () => {
    const room = await makeRoom(ana, radu, mia);
    await leave(radu, room);
    expect(revoked).toEqual([{ participantId: radu.id, channel: `presence-oferta.${offers}` }]);
    broadcasts.length = 0;
    await publish(ana, room);
    expect(broadcasts[0]?.channels.toSorted()).toEqual(
      [`presence-oferta.${offers}`, `private-user.${ana.id}`, `private-user.${mia.id}`].toSorted(),
    );
  });

  test("[LIVE-3][MSG-5a] it is broadcast to the room, remaining members and the person who left, with its `seq`", async () => {
    const room = await makeRoom(ana, radu);
    await leave(radu, `oferta.${offers}`);
    expect(broadcasts).toEqual([
      {
        event: "RoomUpdated",
        channels: [`presence-oferta.${offers}`, `private-user.${ana.id}`, `private-user.${radu.id}`],
        data: {
          room: {
            id: room,
            name: `oferta.${offers}`,
            channel: `presence-oferta.${offers}`,
            last_seq: 3,
            epoch: testEpoch,
          },
          left: { id: radu.id, name: radu.name, type: "erp" },
          members_total: 1,
        },
      },
    ]);
  });

  test("[ROOM-6d] joining again restores the history and the read position", async () => {
    const room = await makeRoom(ana, mia);
    const mine = (await publish(mia, room)).body.message;
    await publish(ana, room);
    await leave(mia, room);
    await publish(ana, room);
    const { chat } = (await join(mia)).body;
    expect(chat).toMatchObject({ unread_count: 2, read_seq: mine.seq, members_total: 2, total: 3 });
    expect(chat.messages.map(({ unread }: { unread: boolean }) => unread)).toEqual([false, true, true]);
    await call(mia, "POST", `/api/v1/read/${room}`);
    const readSeq = (await call(mia, "GET", `/api/v1/chat/${room}`)).body.chats[0].read_seq;
    await leave(mia, room);
    expect((await join(mia)).body.chat).toMatchObject({ unread_count: 0, read_seq: readSeq });
  });

  test("[ROOM-6] non-members cannot leave: 404 if they may not know the room, 403 for visitors", async () => {
    const room = await makeRoom(ana);
    const absent = await leave(mihai, 987_654);
    expect(absent.status).toBe(404);
    for (const [person, ref] of [
      [mihai, room],
      [vlad, room],
      [nou, room],
      [mihai, "oferta.987654"],
      [mihai, "nu"],
    ] as const) {
      const { status, body } = await leave(person, ref);
      expect([status, { ...body, request_id: "" }]).toEqual([404, { ...absent.body, request_id: "" }]);
    }
    expect((await leave(radu, room)).status).toBe(403);
    expect((await call(null, "POST", `/api/v1/leave/${room}`)).status).toBe(401);
    expect([broadcasts, revoked]).toEqual([[], []]);
    expect(await logOf(room)).toHaveLength(1);
  });

  test("[ROOM-6] leaving twice is one leave, even concurrently", async () => {
    const room = await makeRoom(ana, radu);
    const statuses = (await Promise.all([leave(radu, room), leave(radu, room), leave(radu, room)])).map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200, 200]);
    expect(broadcasts).toHaveLength(1);
    expect(await logOf(room)).toMatchObject([
      { seq: 1, kind: "join", members_total: 1, read_seq: null },
      { seq: 2, kind: "join", members_total: 2, read_seq: null },
      { seq: 3, kind: "leave", participant_id: radu.id, members_total: 1, read_seq: 0 },
    ]);
  });

  test("[ROOM-6] a former member may leave again, by id or name, and learns nothing more", async () => {
    const room = await makeRoom(ana, radu, mia);
    for (const person of [radu, mia]) {
      await leave(person, room);
      broadcasts.length = 0;
      for (const ref of [room, `oferta.${offers}`, `presence-oferta.${offers}`])
        expect(await leave(person, ref)).toMatchObject({ status: 200, body: { left: true } });
    }
    expect(broadcasts).toEqual([]);
    expect((await call(mia, "GET", `/api/v1/chat/${room}`)).status).toBe(404);
    expect((await leave(vlad, room)).status).toBe(404);
  });

  test("[ROOM-6] a person who came back and may no longer view the room does not count as having left", async () => {
    const room = await makeRoom(ana, vlad);
    await leave(vlad, room);
    await join(vlad);
    await database.deleteFrom("participant_roles").where("participant_id", "=", vlad.id).execute();
    onTestFinished(async () => {
      await database.insertInto("participant_roles").values({ participant_id: vlad.id, role: "Agent" }).execute();
    });
    expect((await leave(vlad, room)).status).toBe(404);
    expect((await call(ana, "GET", `/api/v1/chat/${room}`)).body.chats[0].members_total).toBe(2);
  });

  test("[MSG-2c] repeating a send reveals nothing about the message to a former member, in its room or another", async () => {
    const other = await makeRoom(ana);
    const room = await makeRoom(ana, radu);
    const sent = { message: "Bună ziua", client_id: "0189d6a2-0000-7000-8000-000000000001" };
    const send = (to: number, by = ana) => call(by, "POST", `/api/v1/publish/${to}`, sent);
    expect((await send(room)).status).toBe(201);
    expect((await send(room, radu)).status).toBe(201);
    for (const person of [ana, radu]) await leave(person, room);
    const absent = await call(ana, "POST", "/api/v1/publish/999999", sent);
    for (const again of [await send(room), await send(other)]) {
      expect([again.status, again.body.code]).toEqual([404, absent.body.code]);
      expect(again.body.message).toBe(absent.body.message);
    }
    // A visitor of the room learns nothing more, but may not send to it.
    expect((await send(room, radu)).status).toBe(404);
    expect((await publish(radu, room)).status).toBe(403);
  });

  test("[LIM-1a] joins and leaves share a limit", async () => {
    const caller = strict.people.ana;
    const joined = await strict.call(caller, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
    const path = `/api/v1/leave/${joined.body.chat.id}`;
    const statuses = [joined.status];
    for (let n = 0; n < 2; n += 1) statuses.push((await strict.call(caller, "POST", path)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
