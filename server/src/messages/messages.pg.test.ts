import { randomUUID } from "node:crypto";
import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { Message } from "@cuplaj/protocol/message.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { readRoomLog, upTo } from "../testing/room-log.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database } = api;
const { ana, mihai, radu, mia, vlad, nou, admin } = people;

const join = async (person: Person, offer: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
const room = await join(ana, 10_001);
await join(radu, 10_001);
await join(mia, 10_001);
const publish = (person: Person, message: unknown, more: object = {}, ref: number | string = room) =>
  call(person, "POST", `/api/v1/publish/${ref}`, { message, ...more });
const count = async () => (await call(ana, "GET", `/api/v1/chat/${room}/1`)).body.data.total;

beforeEach(() => {
  api.broadcasts.length = 0;
});

describe("publishing", () => {
  test("[MSG-1] the response is the message, with its sender under the field of their kind", async () => {
    for (const [person, field] of [
      [ana, "customer"],
      [radu, "user"],
      [mia, "agent"],
    ] as const) {
      const { status, body } = await publish(person, "  Bună ziua!\n");
      expect(status).toBe(201);
      expect(Check(Message, body.message)).toBe(true);
      expect(body.message).toMatchObject({
        room_id: room,
        client_id: null,
        message: "Bună ziua!",
        unread: false,
        messages_file: null,
        messages_actions: [],
        [field]: { id: person.id, name: person.name },
      });
      expect(["customer", "user", "agent"].filter((name) => name in body.message)).toEqual([field]);
    }
  });

  test("[LIVE-3] it is broadcast once, with the room's head, to the room and to every member", async () => {
    const clientId = randomUUID();
    const { message } = (await publish(radu, "Avem pe stoc.", { client_id: clientId })).body;
    expect(api.broadcasts).toHaveLength(1);
    const [broadcasts] = api.broadcasts;
    expect(broadcasts).toMatchObject({
      event: "ChatMessage",
      data: {
        message: { ...message, unread: true, client_id: clientId },
        room: { id: room, name: "oferta.10001", channel: "presence-oferta.10001", last_seq: message.seq },
      },
    });
    expect(broadcasts?.channels.toSorted()).toEqual(
      ["presence-oferta.10001", ...[ana, radu, mia].map(({ id }) => `private-user.${id}`)].toSorted(),
    );
  });

  test("[MSG-2a] the same client_id again is 200 with the first message; nothing is stored or broadcast", async () => {
    const clientId = randomUUID();
    const first = await publish(ana, "o dată", { client_id: clientId });
    const total = await count();
    api.broadcasts.length = 0;
    const again = await publish(ana, "altceva", { client_id: clientId });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect([await count(), api.broadcasts]).toEqual([total, []]);
  });

  test("[MSG-2a] another sender's client_id makes another message, and a repetition in another room returns the first", async () => {
    const clientId = randomUUID();
    const first = await publish(ana, "a mea", { client_id: clientId });
    expect((await publish(radu, "a mea", { client_id: clientId })).status).toBe(201);
    const other = await join(ana, 10_002);
    const elsewhere = await publish(ana, "a mea", { client_id: clientId }, other);
    expect([elsewhere.status, elsewhere.body]).toEqual([200, first.body]);
  });

  test("[MSG-2a] ten concurrent sends of one client_id make one message", async () => {
    for (let round = 0; round < 10; round += 1) {
      api.broadcasts.length = 0;
      const total = await count();
      const clientId = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => publish(ana, `runda ${round}`, { client_id: clientId })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: 9 }, () => 200),
        201,
      ]);
      expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
      expect([await count(), api.broadcasts.length]).toEqual([total + 1, 1]);
    }
  });

  test("[MSG-2a] the database decides the race, even between two servers", async () => {
    const clientId = randomUUID();
    const { publishMessages } = await import("./publish-messages.pg.ts");
    const author = (await call(ana, "GET", "/api/v1/me")).body.user;
    const message = { roomId: room, author, text: "cursă", clientId };
    const publish = () => publishMessages(api.pool, [message], "2026-11-21T10:00:00.000Z");
    const results = (await Promise.all(Array.from({ length: 8 }, publish))).flat();
    const kinds = results.map((result) => (result.status === "fulfilled" ? result.value.kind : "failed"));
    expect(kinds.toSorted()).toEqual([...Array.from({ length: 7 }, () => "repeated"), "stored"]);
    const { rows } = await api.pool.query("select last_seq from rooms where id = $1", [room]);
    expect((await readRoomLog(api.pool, room)).map(({ seq }) => seq)).toEqual(upTo(rows[0].last_seq));
  });

  test.each([
    ["nothing", undefined, "Lipsește."],
    ["an empty text", "", "Nu poate fi gol."],
    ["blanks", " \n\t ", "Nu poate fi gol."],
    ["4,001 characters", "ș".repeat(4001), "Este prea lung."],
    ["a NUL", "a\0b", "Conține caractere care nu pot fi păstrate."],
    ["half a pair", "a\ud83d", "Conține caractere care nu pot fi păstrate."],
    ["a number", 5, "Nu are tipul așteptat."],
    ["a list", ["a"], "Nu are tipul așteptat."],
    ["an object", { $ne: "" }, "Nu are tipul așteptat."],
    ["null", null, "Nu are tipul așteptat."],
  ])("[MSG-2] %s is not a message: 422 with an explanation", async (_name, message, words) => {
    const { status, body } = await publish(ana, message);
    expect([status, body.code, body.errors]).toEqual([422, "invalid", { message: [words] }]);
    expect(api.broadcasts).toEqual([]);
  });

  test("[MSG-2] 4,000 emoji are a message, even with the longest escapes in JSON", async () => {
    const text = "🚗".repeat(4000);
    const escaped = String.raw`\ud83d\ude97`.repeat(4000);
    const { status, body } = await call(ana, "POST", `/api/v1/publish/${room}`, `{"message":"${escaped}"}`, {
      "content-type": "application/json",
    });
    expect([status, body.message.message]).toEqual([201, text]);
  });

  test.each([
    "'; drop table messages; --",
    "<img src=x onerror=alert(1)>",
    "%_\\",
    "{{7*7}}",
    "\u202e\u200bșț",
    "a\tb\nc",
  ])("[MSG-1] %j comes back as it was written", async (text) => {
    expect((await publish(ana, text)).body.message.message).toBe(text);
  });

  test.each([
    ["\u0001\u001b[31m", "Conține caractere care nu pot fi păstrate."],
    ["\u200b\u3164", "Nu poate fi gol."],
  ])("[SEC-13] %j is 422 with the reason: %s", async (text, problem) => {
    const { status, body } = await publish(ana, text);
    expect([status, body.errors]).toEqual([422, { message: [problem] }]);
  });

  test.each(["x", "0189D6A2-0000-7000-8000-00000000000A", "0189d6a2-0000-7000-8000-00000000000", 5, null, {}])(
    "[MSG-2a] %j is not a client_id: 422",
    async (clientId) => {
      expect((await publish(ana, "a", { client_id: clientId })).status).toBe(422);
    },
  );

  test("[ERR-2] outsiders get 404 whatever they send, visitors 403", async () => {
    const own = await join(mihai, 10_005);
    for (const message of ["salut", "", "x".repeat(5000)]) {
      for (const person of [ana, vlad, mia, nou]) {
        const { status, body } = await publish(person, message, {}, own);
        expect([status, body.code]).toEqual([404, "not_found"]);
      }
      for (const person of [radu, admin]) expect((await publish(person, message, {}, own)).status).toBe(403);
      for (const ref of [987_654, "oferta.987654", "0", "x"])
        expect((await publish(ana, message, {}, ref)).status).toBe(404);
    }
    expect(api.broadcasts.filter(({ event }) => event === "ChatMessage")).toEqual([]);
    expect((await call(mihai, "GET", `/api/v1/chat/${own}/1`)).body.data.total).toBe(0);
  });

  test("[PERM-1] a member only needs messages.publish to write, whether the room is named by its id or its name", async () => {
    await addOffer(database, 10_091, ana.id);
    const id = await join(ana, 10_091);
    const permit = (permissions: string[]) =>
      database.updateTable("roles").set({ permissions }).where("name", "=", "Customer").execute();
    await permit(["messages.publish"]);
    for (const ref of [id, "oferta.10091"]) expect((await publish(ana, "salut", {}, ref)).status).toBe(201);
    await permit(["rooms.view", "rooms.join", "messages.publish", "offers.view"]);
  });

  test("[PERM-1] a member without messages.publish may read but not write: 403", async () => {
    await addOffer(database, 10_090, ana.id);
    const id = await join(ana, 10_090);
    await database
      .updateTable("roles")
      .set({ permissions: ["rooms.view"] })
      .where("name", "=", "Customer")
      .execute();
    expect((await publish(ana, "salut", {}, id)).status).toBe(403);
    expect((await call(ana, "GET", `/api/v1/chat/${id}/1`)).status).toBe(200);
    await database
      .updateTable("roles")
      .set({ permissions: ["rooms.view", "rooms.join", "messages.publish", "offers.view"] })
      .where("name", "=", "Customer")
      .execute();
    expect((await publish(ana, "salut", {}, id)).status).toBe(201);
  });
});

describe("the order of a room", () => {
  test("[MSG-5][MSG-5a] under load seq has no gaps, and events are broadcast in its order", async () => {
    await addOffer(database, 10_100, ana.id);
    const id = await join(ana, 10_100);
    await join(radu, 10_100);
    api.broadcasts.length = 0;
    const sends = Array.from({ length: 200 }, (_, index) =>
      publish(index % 2 ? ana : radu, `mesajul ${index}`, {}, id),
    );
    const joins = [mia, vlad, admin].map((person) => join(person, 10_100));
    await Promise.all([...sends, ...joins]);
    const heads = api.broadcasts.map(({ data }) => (data as { room: { last_seq: number } }).room.last_seq);
    expect(heads).toEqual(Array.from({ length: 203 }, (_, index) => 3 + index));
    expect((await readRoomLog(api.pool, id)).map(({ seq }) => seq)).toEqual(upTo(205));
    const ordinals = await database
      .selectFrom("messages")
      .select("ordinal")
      .where("room_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(ordinals.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 200 }, (_, index) => 1 + index));
  });

  test("[LIVE-4] somebody who joins right before a message gets it", async () => {
    for (let round = 0; round < 15; round += 1) {
      const offer = 10_200 + round;
      await addOffer(database, offer, ana.id);
      const id = await join(ana, offer);
      api.broadcasts.length = 0;
      await Promise.all([...Array.from({ length: 6 }, () => publish(ana, "salut", {}, id)), join(vlad, offer)]);
      const joined = api.broadcasts.findIndex(({ event }) => event === "RoomUpdated");
      const later = api.broadcasts.slice(joined + 1).filter(({ event }) => event === "ChatMessage");
      expect(later.every(({ channels }) => channels.includes(`private-user.${vlad.id}`))).toBe(true);
    }
  });
});
