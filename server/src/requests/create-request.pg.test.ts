import { randomUUID } from "node:crypto";
import { Check } from "typebox/value";
import { beforeEach, expect, test } from "vitest";
import { Room } from "@cuplaj/protocol/room.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import type { Person } from "../testing/people.ts";
import { createUploader, octavia, requestToSend } from "../testing/requests.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createRequestStore } from "./store.pg.ts";

const api = await startTestApi({ offerStaff: ["radu"] });
const { people, call, pool, broadcasts } = api;
const { ana, mihai, radu, mia, vlad, admin, nou } = people;
const upload = await createUploader(api);

const send = (person: Person | null, asked: object = requestToSend()) =>
  call(person, "POST", "/api/v1/requests", asked);
const create = async (asked: object = requestToSend()): Promise<Room> => (await send(ana, asked)).body.chat;
const countRows = async () =>
  (await pool.query("select (select count(*) from requests) as requests, (select count(*) from rooms) as rooms")).rows;

beforeEach(() => {
  broadcasts.length = 0;
});

test("[REQ-1][REQ-1a] a request makes a room of the customer and OFFER_STAFF, whose first message carries it", async () => {
  const { status, body } = await send(ana);
  const { chat } = body;
  expect([status, Check(Room, chat)]).toEqual([201, true]);
  const { id } = chat.request;
  expect(chat).toMatchObject({
    ...{ name: `cerere.${id}`, channel: `presence-cerere.${id}`, type: 2, title: `Cererea ${id}` },
    ...{ offer_id: null, offer_status: null, offer_version: null, vehicle: "Octavia 2.0 TDI, 2014 · Škoda" },
    request: { state: "open", reason: null, seq: 3 },
    customer: { id: ana.id, is_member: true },
    members: [{ id: ana.id }, { id: radu.id }],
    messages: [{ seq: 3, customer: { id: ana.id }, message: expect.stringContaining("1 × Kit ambreiaj cu volantă") }],
    ...{ last_seq: 3, read_seq: 3, unread_count: 0, total: 1, waiting_since: expect.any(String) },
  });
  const channels = [`presence-cerere.${id}`, `private-user.${ana.id}`, `private-user.${radu.id}`];
  expect(broadcasts.map(({ event }) => event)).toEqual(["RoomUpdated", "RoomUpdated", "ChatMessage"]);
  for (const broadcast of broadcasts) expect(broadcast.channels.toSorted()).toEqual(channels.toSorted());
  const [listed] = (await call(radu, "GET", "/api/v1/all/1?filter=unclaimed")).body.chats;
  expect([listed.id, listed.unread_count]).toEqual([chat.id, 1]);
});

test("[REQ-1c] repetitions return the same room and change nothing, even at the same time", async () => {
  const asked = requestToSend();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(ana, asked)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.chat.id)).size).toBe(1);
  const [before, count] = [broadcasts.length, await countRows()];
  expect(await send(ana, { ...asked, text: "altceva" })).toMatchObject({ status: 200, body: { chat: { total: 1 } } });
  expect([broadcasts.length, await countRows()]).toEqual([before, count]);
});

test("[REQ-1c] a request is stored whole or not at all, and a repetition completes what broke off", async () => {
  const before = await countRows();
  const customer = { id: ana.id, name: ana.name, type: ana.kind };
  const request = {
    ...{ customer, clientId: randomUUID(), vehicle: octavia, text: "", items: [], message: "Cerere", staff: ["radu"] },
    ...{ holdMs: 0, now: "2026-11-23T10:00:00.000Z" },
  };
  const broken = createRequestStore({ pool, messagesOn: () => ({ publish: () => Promise.reject(new Error("cut")) }) });
  await expect(broken.create(request)).rejects.toThrow("cut");
  expect(await countRows()).toEqual(before);
  const store = createRequestStore({ pool, messagesOn: createMessageStore });
  const made = await store.create(request);
  expect(made).toMatchObject({ outcome: "made" });
  expect(await store.create(request)).toEqual({ outcome: "repeated", entries: [] });
  expect(await store.findSent(ana.id, request.clientId)).toMatchObject({
    roomId: made.outcome === "made" ? made.roomId : 0,
  });
});

test("[REQ-1c][MSG-2] a client_id that a message has already is refused, and leaves nothing", async () => {
  const { id } = await create();
  const clientId = randomUUID();
  await call(ana, "POST", `/api/v1/publish/${id}`, { message: "salut", client_id: clientId });
  const before = await countRows();
  const { status, body } = await send(ana, requestToSend({ client_id: clientId }));
  expect([status, Object.keys(body.errors)]).toEqual([422, ["client_id"]]);
  expect(await countRows()).toEqual(before);
});

test("[REQ-1] only customers ask, and what cannot be asked leaves no room", async () => {
  const before = await countRows();
  for (const person of [radu, mia, admin, nou]) expect((await send(person)).status).toBe(403);
  expect((await send(null)).status).toBe(401);
  const { vehicle: _vehicle, ...ofCar } = requestToSend();
  expect(await send(ana, { ...ofCar, car_id: 5 })).toMatchObject({ status: 404 });
  for (const [asked, field] of [
    [ofCar, "vehicle"],
    [requestToSend({ items: [], text: "" }), "text"],
    [requestToSend({ upload_ids: [randomUUID()] }), "upload_ids.0"],
    [requestToSend({ text: "x".repeat(2001) }), "text"],
  ] as const)
    expect(await send(ana, asked)).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
  await pool.query(
    "update roles set permissions = array_remove(permissions, 'messages.attach') where name = 'Customer'",
  );
  expect((await send(ana, requestToSend({ upload_ids: [randomUUID()] }))).status).toBe(403);
  await pool.query(
    "update roles set permissions = array_append(permissions, 'messages.attach') where name = 'Customer'",
  );
  expect(await countRows()).toEqual(before);
});

test("[REQ-1a][REQ-1c] uploads follow as messages in order, and a repetition adds those that are missing", async () => {
  const files = [
    await upload(ana, "talon.txt", Buffer.from("talon")),
    await upload(ana, "disc.txt", Buffer.from("disc")),
  ];
  const asked = requestToSend({ text: "", items: [], upload_ids: files });
  // The second upload is lost after it was looked at, as by a sweep.
  await pool.query("update uploads set bytes = 5 where id = $1", [files[1]]);
  expect((await send(ana, asked)).status).toBe(422);
  await pool.query("update uploads set bytes = 4 where id = $1", [files[1]]);
  const first = await create({ ...asked, upload_ids: files.slice(0, 1) });
  expect(first.total).toBe(2);
  const { status, body } = await send(ana, asked);
  expect(status).toBe(200);
  const named = body.chat.messages.map(({ messages_file: file }: Room["messages"][number]) => file?.name ?? null);
  expect([body.chat.id, named]).toEqual([first.id, [null, "talon.txt", "disc.txt"]]);
  expect((await send(ana, asked)).body.chat.total).toBe(3);
});

test("[REQ-1b] the message of a request can be neither edited nor deleted", async () => {
  const { id, messages } = await create();
  const path = `/api/v1/chat/${id}/message/${messages[0]?.id}`;
  expect((await call(ana, "PUT", path, { message: "altceva" })).status).toBe(409);
  expect((await call(ana, "DELETE", path)).status).toBe(409);
  const { body } = await call(ana, "POST", `/api/v1/publish/${id}`, { message: "încă ceva" });
  expect((await call(ana, "DELETE", `/api/v1/chat/${id}/message/${body.message.id}`)).status).toBe(200);
});

test("[REQ-1h][ROOM-5] staff join by the number or name of a request; to others it is the same 404 as a missing one", async () => {
  const { id, name, request } = await create();
  const join = (person: Person, channel: unknown, type = 2) => call(person, "POST", "/api/v1/join", { type, channel });
  for (const [person, channel, type] of [
    [mia, request?.id, 2],
    [vlad, name, 1],
  ] as const)
    expect(await join(person, channel, type)).toMatchObject({ status: 200, body: { chat: { id, name } } });
  const absent = await join(mihai, 987_654);
  for (const { status, body } of [await join(mihai, request?.id), await call(mihai, "GET", `/api/v1/chat/${name}`)])
    expect([status, { ...body, request_id: "" }]).toEqual([404, { ...absent.body, request_id: "" }]);
  expect((await call(mia, "GET", `/api/v1/chat/presence-${name}`)).body.chats[0].id).toBe(id);
});

test("[REQ-1h][LIVE-2] the room's channel is named after the request, and is its members' alone", async () => {
  const { channel } = await create();
  const sign = (person: Person) =>
    call(person, "POST", "/api/broadcasting/auth", { socket_id: "1.2", channel_name: channel });
  expect([(await sign(ana)).status, (await sign(radu)).status]).toEqual([200, 200]);
  for (const person of [mihai, mia, admin]) expect((await sign(person)).status).toBe(403);
});
