import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { Room } from "@cuplaj/protocol/room.ts";
import { addOffer, addPerson, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const { ana, mihai, radu, mia, vlad, nou, admin } = people;

const join = (person: Person, channel: unknown, type: unknown = 1) =>
  call(person, "POST", "/api/v1/join", { type, channel });
beforeEach(() => {
  api.broadcasts.length = 0;
});

describe("joining", () => {
  test("[ROOM-5] the first join creates the room; the response is the room with its members", async () => {
    const { status, body } = await join(ana, "10001");
    expect(status).toBe(200);
    expect(Check(Room, body.chat)).toBe(true);
    expect(body.chat).toMatchObject({
      name: "oferta.10001",
      channel: "presence-oferta.10001",
      namespace: "",
      private: 0,
      presence: 1,
      type: 1,
      title: "Oferta 10001",
      offer_id: 10_001,
      vehicle: "Octavia 2.0 TDI, 2014 · Škoda",
      messages: [],
      total: 0,
      page: 1,
      unread_count: 0,
      last_seq: 1,
      read_seq: 0,
      typing: [],
      members: [{ id: ana.id, name: ana.name, type: "customer" }],
      members_total: 1,
      taken_over_by: null,
    });
    expect(api.broadcasts).toEqual([
      {
        event: "RoomUpdated",
        channels: ["presence-oferta.10001", `private-user.${ana.id}`],
        data: {
          room: {
            id: body.chat.id,
            name: "oferta.10001",
            channel: "presence-oferta.10001",
            last_seq: 1,
            epoch: body.chat.epoch,
          },
          joined: { id: ana.id, name: ana.name, type: "customer" },
          members_total: 1,
        },
      },
    ]);
  });

  test("[ROOM-5] number, text and room name join the same room, and joining twice changes nothing", async () => {
    const first = (await join(radu, 10_001)).body.chat;
    expect(first.last_seq).toBe(2);
    api.broadcasts.length = 0;
    for (const channel of [10_001, "10001", " 10001 ", "oferta.10001"]) {
      const { status, body } = await join(radu, channel);
      expect([status, body.chat.id, body.chat.last_seq, body.chat.members_total]).toEqual([200, first.id, 2, 2]);
    }
    expect(api.broadcasts).toEqual([]);
  });

  test("[ROOM-5d] whoever joins first, the room starts with a join of the offer's customer", async () => {
    await addOffer(database, 10_060, mihai.id);
    const { chat } = (await join(mia, 10_060)).body;
    const customer = { id: mihai.id, name: mihai.name, type: "customer" };
    expect(chat).toMatchObject({ members_total: 2, last_seq: 2, customer: { ...customer, is_member: true } });
    expect(api.broadcasts.map(({ data }) => data)).toMatchObject([
      { joined: customer, members_total: 1, room: { last_seq: 1 } },
      { joined: { id: mia.id }, members_total: 2, room: { last_seq: 2 } },
    ]);
    for (const { channels } of api.broadcasts)
      expect(channels.toSorted()).toEqual(
        ["presence-oferta.10060", `private-user.${mihai.id}`, `private-user.${mia.id}`].toSorted(),
      );
    await call(mia, "POST", `/api/v1/publish/${chat.id}`, { message: "Bună ziua" });
    const [listed] = (await call(mihai, "GET", "/api/v1/all/1")).body.chats;
    expect([listed.id, listed.unread_count]).toEqual([chat.id, 1]);
    await call(mihai, "POST", `/api/v1/leave/${chat.id}`);
    await call(vlad, "POST", "/api/v1/join", { type: 1, channel: 10_060 });
    expect((await call(mihai, "GET", `/api/v1/chat/${chat.id}`)).status).toBe(404);
  });

  test("[ROOM-5d] erased people do not join new rooms", async () => {
    const gone = await addPerson(database, { kind: "customer", name: "X", username: "gone", role: null, hash: "" });
    await pool.query("update participants set erased_at = now() where id = $1", [gone.id]);
    await addOffer(database, 10_061, gone.id);
    expect((await join(mia, 10_061)).body.chat).toMatchObject({ members_total: 1, customer: { is_member: false } });
  });

  test("[ROOM-5][LIVE-3] a join is broadcast to the room, to its members and to the person who joined", async () => {
    await join(mia, 10_001);
    expect(api.broadcasts).toHaveLength(1);
    const [broadcasts] = api.broadcasts;
    expect(broadcasts?.event).toBe("RoomUpdated");
    expect(broadcasts?.channels.toSorted()).toEqual(
      ["presence-oferta.10001", ...[ana, radu, mia].map(({ id }) => `private-user.${id}`)].toSorted(),
    );
    expect(broadcasts?.data).toMatchObject({ room: { last_seq: 3 } });
  });

  test("[OWN-2] earlier messages count as read by a person who joins, but are unread to that person", async () => {
    const { id } = (await join(radu, 10_001)).body.chat;
    await call(radu, "POST", `/api/v1/publish/${id}`, { message: "înainte" });
    await call(mia, "POST", `/api/v1/leave/${id}`);
    const { chat } = (await join(mia, 10_001)).body;
    expect(chat.members_read_seq).toMatchObject({ [mia.id]: chat.last_seq, [radu.id]: chat.last_seq - 2 });
    expect(chat.unread_count).toBe(1);
  });

  test("[ROOM-5] a customer joins only their own offers; a foreign and an unknown one are the same 404", async () => {
    const foreign = await join(mihai, 10_001);
    const unknown = await join(mihai, 77_777);
    const neverSeen = await join(mihai, "9".repeat(60));
    expect(foreign.status).toBe(404);
    for (const { status, body } of [unknown, neverSeen]) {
      expect([status, { ...body, request_id: "" }]).toEqual([404, { ...foreign.body, request_id: "" }]);
    }
    expect((await call(mihai, "GET", "/api/v1/all/1")).body.total).toBe(0);
  });

  test("[ROOM-5] staff join anyone's offer, but not without rooms.join", async () => {
    for (const person of [vlad, radu, admin]) expect((await join(person, 10_005)).status).toBe(200);
    expect((await join(nou, 10_005)).status).toBe(404);
  });

  test.each(["abc", "-1", "1.5", "10001; drop table rooms", "presence-oferta.10001", "", " "])(
    "[ROOM-5] %j does not consist of digits: 422",
    async (channel) => {
      const { status, body } = await join(ana, channel);
      expect([status, body.code]).toEqual([422, "invalid"]);
      expect(Object.keys(body.errors)).toEqual(["channel"]);
    },
  );

  test.each([[0], [3], ["1"], [null]])("[ROOM-5] chat type %j does not exist: 422", async (type) => {
    expect((await join(ana, 10_001, type)).status).toBe(422);
  });

  test("[ROOM-5] people who join a new room concurrently are all in it, once each", async () => {
    await addOffer(database, 10_050, ana.id);
    const crowd = [ana, radu, mia, vlad, admin, ana, radu, mia, vlad, admin];
    const answers = await Promise.all(crowd.map((person) => join(person, 10_050)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const id = answers[0]?.body.chat.id;
    const { body } = await call(ana, "GET", `/api/v1/chat/${id}`);
    expect([body.chats[0].members_total, body.chats[0].last_seq]).toEqual([5, 5]);
    const events = await database
      .selectFrom("room_events")
      .select(["seq", "kind"])
      .where("room_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(events).toEqual([1, 2, 3, 4, 5].map((seq) => ({ seq, kind: "join" })));
    expect(api.broadcasts.map(({ data }) => (data as { room: { last_seq: number } }).room.last_seq)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });
});
