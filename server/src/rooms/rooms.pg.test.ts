import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { ChannelEntry, Room } from "@cuplaj/protocol/room.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database } = api;
const { ana, mihai, radu, vlad, nou, admin } = people;

const join = (person: Person, channel: unknown, type: unknown = 1) =>
  call(person, "POST", "/api/v1/join", { type, channel });
const publish = async (person: Person, room: number, message: string) =>
  (await call(person, "POST", `/api/v1/publish/${room}`, { message })).body.message;

beforeEach(() => {
  api.broadcasts.length = 0;
});

describe("viewing", () => {
  test("[ROOM-4][ROOM-2] members view a room by id and by name, with its newest page and its offer's status", async () => {
    const { id } = (await join(ana, 10_001)).body.chat;
    await publish(ana, id, "Bună ziua");
    for (const ref of [id, "oferta.10001"]) {
      const { status, body } = await call(ana, "GET", `/api/v1/chat/${ref}`);
      expect([status, body.data]).toEqual([200, { channel: "presence-oferta.10001", id }]);
      expect(Check(Room, body.chats[0])).toBe(true);
      expect(body.chats[0].messages.at(-1)).toMatchObject({ message: "Bună ziua", customer: { id: ana.id } });
      expect(body.chats[0]).toMatchObject({ page: 1, offer_status: "sent" });
    }
  });

  test("[ROOM-4] a holder of rooms.view-any views a room as a visitor, with nothing unread", async () => {
    await addOffer(database, 10_060, ana.id);
    const { id } = (await join(ana, 10_060)).body.chat;
    await publish(ana, id, "Bună ziua");
    for (const person of [radu, admin]) {
      const { status, body } = await call(person, "GET", `/api/v1/chat/${id}`);
      expect([status, body.chats[0].unread_count, body.chats[0].messages[0].unread]).toEqual([200, 0, false]);
    }
    expect((await call(radu, "GET", `/api/v1/chat/${id}/1`)).status).toBe(200);
  });

  test("[ERR-2] for everyone else hidden and missing rooms are the same 404", async () => {
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

  test("[ROOM-2a][ROOM-2] at most 50 members are named, all are counted, and everybody learns whether they are members", async () => {
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
    expect([room.members.length, room.members_total, room.is_member]).toEqual([50, 61, true]);
    expect((await call(admin, "GET", `/api/v1/chat/${id}`)).body.chats[0].is_member).toBe(false);
  });
});

describe("the room list", () => {
  test("[ROOM-3] is sorted by newest activity, 20 a page, each room with its newest message", async () => {
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
    const times: string[] = all.map((room) => room.updated_at);
    expect(times).toEqual(times.toSorted((a, b) => b.localeCompare(a)));
  });

  test("[ROOM-3] it has only one's own rooms, even for those who may view any", async () => {
    await join(admin, 10_005);
    const { body } = await call(admin, "GET", "/api/v1/all/1");
    expect(body.chats.map((room: { offer_id: number }) => room.offer_id)).toEqual([10_005]);
    expect((await call(nou, "GET", "/api/v1/all/1")).status).toBe(403);
  });

  test.each(["0", "-1", "1.5", "01", "abc", "1e3", "1;--", "1000000001", "9".repeat(30)])(
    "[ROOM-3] page %s does not exist: 422",
    async (page) => {
      expect((await call(ana, "GET", `/api/v1/all/${page}`)).status).toBe(422);
    },
  );

  test("[ROOM-3a] channels are one's own and those of the most recently active rooms, up to a socket's limit", async () => {
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
    ).toEqual(["oferta.10001", "oferta.10060", "oferta.10070"]);
    await api.pool.query(
      `with many as (insert into offers (id, customer_id, status, valid_until)
         select n, $1, 'sent', now() from generate_series(30001, 30120) n returning id),
       rooms as (insert into rooms (offer_id, customer_id) select id, $1 from many returning id)
       insert into memberships (room_id, participant_id) select id, $1 from rooms`,
      [ana.id],
    );
    expect((await call(ana, "GET", "/api/v1/channels")).body.channels).toHaveLength(91);
  });

  test("[ROOM-7a] unread messages in a room that was silent for long count in the channels too", async () => {
    const counts = async (): Promise<readonly number[]> => {
      const { channels } = (await call(ana, "GET", "/api/v1/channels")).body;
      return channels.map(({ unread_count: count }: { unread_count: number }) => count).filter(Boolean);
    };
    const before = await counts();
    await api.pool.query(
      `update rooms set messages_total = 3, updated_at = '2020-01-01'
       where id = (select min(r.id) from rooms r join offers o on o.id = r.offer_id where o.id > 30000)`,
    );
    expect(await counts()).toEqual([...before, 3]);
    expect((await call(ana, "GET", "/api/v1/channels")).body.channels).toHaveLength(92);
  });
});
