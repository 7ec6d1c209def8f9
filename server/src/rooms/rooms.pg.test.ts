import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { ChannelEntry, Room } from "@cuplaj/protocol/room.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database } = api;
const { ana, mihai, radu, mia, vlad, nou, admin } = people;

const join = (person: Person, channel: unknown, type: unknown = 1) =>
  call(person, "POST", "/api/v1/join", { type, channel });
const publish = async (person: Person, room: number, message: string) =>
  (await call(person, "POST", `/api/v1/publish/${room}`, { message })).body.message;

beforeEach(() => {
  api.told.length = 0;
});

describe("joining", () => {
  test("[ROOM-5] the first to join makes the room; the answer is the room with its members", async () => {
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
      vehicle: "Škoda Octavia 2.0 TDI, 2014",
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
    expect(api.told).toEqual([
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
        },
      },
    ]);
  });

  test("[ROOM-5] number, text and room name lead into the same room, and joining twice changes nothing", async () => {
    const first = (await join(radu, 10_001)).body.chat;
    expect(first.last_seq).toBe(2);
    api.told.length = 0;
    for (const channel of [10_001, "10001", " 10001 ", "oferta.10001"]) {
      const { status, body } = await join(radu, channel);
      expect([status, body.chat.id, body.chat.last_seq, body.chat.members_total]).toEqual([200, first.id, 2, 2]);
    }
    expect(api.told).toEqual([]);
  });

  test("[ROOM-5] a join is told to the room, to its members and to who joined", async () => {
    await join(mia, 10_001);
    expect(api.told).toHaveLength(1);
    const [told] = api.told;
    expect(told?.event).toBe("RoomUpdated");
    expect(told?.channels.toSorted()).toEqual(
      ["presence-oferta.10001", ...[ana, radu, mia].map(({ id }) => `private-user.${id}`)].toSorted(),
    );
    expect(told?.data).toMatchObject({ room: { last_seq: 3 } });
  });

  test("[ROOM-5] a customer joins own offers only; a foreign and an unknown one are the same 404", async () => {
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
    "[ROOM-5] %j is not digits: 422",
    async (channel) => {
      const { status, body } = await join(ana, channel);
      expect([status, body.code]).toEqual([422, "invalid"]);
      expect(Object.keys(body.errors)).toEqual(["channel"]);
    },
  );

  test.each([[0], [2], ["1"], [null]])("[ROOM-5] chat type %j does not exist: 422", async (type) => {
    expect((await join(ana, 10_001, type)).status).toBe(422);
  });

  test("[ROOM-5] people who join one new room at the same moment are all in it, once each", async () => {
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
    expect(api.told.map(({ data }) => (data as { room: { last_seq: number } }).room.last_seq)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("viewing", () => {
  test("[ROOM-4] members open a room by id and by name, with its newest page", async () => {
    const { id } = (await join(ana, 10_001)).body.chat;
    await publish(ana, id, "Bună ziua");
    for (const ref of [id, "oferta.10001"]) {
      const { status, body } = await call(ana, "GET", `/api/v1/chat/${ref}`);
      expect([status, body.data]).toEqual([200, { channel: "presence-oferta.10001", id }]);
      expect(Check(Room, body.chats[0])).toBe(true);
      expect(body.chats[0].messages.at(-1)).toMatchObject({ message: "Bună ziua", customer: { id: ana.id } });
      expect(body.chats[0].page).toBe(1);
    }
  });

  test("[ROOM-4] a holder of rooms.view-any looks in without being a member, and has nothing unread there", async () => {
    await addOffer(database, 10_060, ana.id);
    const { id } = (await join(ana, 10_060)).body.chat;
    await publish(ana, id, "Bună ziua");
    for (const person of [radu, admin]) {
      const { status, body } = await call(person, "GET", `/api/v1/chat/${id}`);
      expect([status, body.chats[0].unread_count, body.chats[0].messages[0].unread]).toEqual([200, 0, false]);
    }
    expect((await call(radu, "GET", `/api/v1/chat/${id}/1`)).status).toBe(200);
  });

  test("[ERR-2] for everyone else a room and a room that is none are the same 404", async () => {
    const { id } = (await join(ana, 10_001)).body.chat;
    const absent = await call(mihai, "GET", "/api/v1/chat/987654");
    expect(absent.status).toBe(404);
    for (const [person, ref] of [
      [mihai, id],
      [mihai, "oferta.10001"],
      [mihai, "oferta.987654"],
      [mihai, "presence-oferta.10001"],
      [vlad, id],
      [nou, id],
    ] as const) {
      const { status, body } = await call(person, "GET", `/api/v1/chat/${ref}`);
      expect([status, { ...body, request_id: "" }]).toEqual([404, { ...absent.body, request_id: "" }]);
      expect((await call(person, "GET", `/api/v1/chat/${ref}/1`)).status).toBe(404);
    }
  });

  test("[ROOM-2] at most 50 members are named, all are counted", async () => {
    await addOffer(database, 10_070, ana.id);
    const { id } = (await join(ana, 10_070)).body.chat;
    await api.pool.query(
      `with crowd as (
         insert into participants (kind, name, username, password_hash)
         select 'agent', 'Agent ' || n, 'agent' || n, '' from generate_series(1, 60) n returning id
       ) insert into memberships (room_id, participant_id) select $1, id from crowd`,
      [id],
    );
    const room = (await call(ana, "GET", `/api/v1/chat/${id}`)).body.chats[0];
    expect([room.members.length, room.members_total]).toEqual([50, 61]);
  });
});

describe("the room list", () => {
  test("[ROOM-3] comes newest activity first, 20 a page, each room with its newest message", async () => {
    for (let offer = 20_001; offer <= 20_045; offer += 1) {
      await addOffer(database, offer, mihai.id);
      const { id } = (await join(mihai, offer)).body.chat;
      if (offer % 2 === 0) await publish(mihai, id, `despre ${offer}`);
    }
    const { id } = (await join(mihai, 20_010)).body.chat;
    await publish(mihai, id, "cea mai nouă");
    const pages = [1, 2, 3, 4].map(async (page) => (await call(mihai, "GET", `/api/v1/all/${page}`)).body);
    const [first, second, third, fourth] = await Promise.all(pages);
    expect([first, second, third, fourth].map(({ chats, total, page }) => [chats.length, total, page])).toEqual([
      [20, 45, 1],
      [20, 45, 2],
      [5, 45, 3],
      [0, 45, 4],
    ]);
    const all = [...first.chats, ...second.chats, ...third.chats];
    expect(all.every((room) => Check(Room, room))).toBe(true);
    expect(new Set(all.map((room) => room.id)).size).toBe(45);
    expect(first.chats[0]).toMatchObject({
      offer_id: 20_010,
      page: 0,
      total: 2,
      messages: [{ message: "cea mai nouă" }],
    });
    expect(first.chats[1]).toMatchObject({ offer_id: 20_045, messages: [], total: 0 });
    expect(all.map((room) => room.updated_at)).toEqual(
      all
        .map((room) => room.updated_at)
        .toSorted()
        .toReversed(),
    );
  });

  test("[ROOM-3] it holds one's own rooms alone, also for who may view any", async () => {
    const { body } = await call(admin, "GET", "/api/v1/all/1");
    expect(body.chats.map((room: { offer_id: number }) => room.offer_id).toSorted()).toEqual([10_005, 10_050]);
    expect((await call(nou, "GET", "/api/v1/all/1")).status).toBe(403);
  });

  test.each(["0", "-1", "1.5", "01", "abc", "1e3", "1;--", "1000000001", "9".repeat(30)])(
    "[ROOM-3] page %s does not exist: 422",
    async (page) => {
      expect((await call(ana, "GET", `/api/v1/all/${page}`)).status).toBe(422);
    },
  );

  test("[ROOM-3] channels are one's own and those of the newest rooms, no more than a socket may hold", async () => {
    const { body } = await call(ana, "GET", "/api/v1/channels");
    expect(body.channels.every((entry: unknown) => Check(ChannelEntry, entry))).toBe(true);
    expect(body.channels[0]).toEqual({
      id: ana.id,
      name: `user.${ana.id}`,
      channel: `private-user.${ana.id}`,
      private: 1,
      presence: 0,
      kind: "user",
      unread_count: 0,
      last_seq: 0,
    });
    expect(
      body.channels
        .slice(1)
        .map((entry: { name: string }) => entry.name)
        .toSorted(),
    ).toEqual(["oferta.10001", "oferta.10050", "oferta.10060", "oferta.10070"]);
    await api.pool.query(
      `with many as (insert into offers (id, customer_id, status, valid_until)
         select n, $1, 'sent', now() from generate_series(30001, 30120) n returning id),
       rooms as (insert into rooms (offer_id) select id from many returning id)
       insert into memberships (room_id, participant_id) select id, $1 from rooms`,
      [ana.id],
    );
    expect((await call(ana, "GET", "/api/v1/channels")).body.channels).toHaveLength(91);
  });
});
