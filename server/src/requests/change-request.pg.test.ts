import { Check } from "typebox/value";
import { beforeEach, expect, test } from "vitest";
import { RequestUpdated } from "@cuplaj/protocol/events.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import type { Person } from "../testing/people.ts";
import { requestToSend } from "../testing/requests.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, pool, broadcasts } = await startTestApi({ offerStaff: ["radu"] });
const { ana, mihai, radu, mia, admin, nou } = people;

const create = async (): Promise<Room> => (await call(ana, "POST", "/api/v1/requests", requestToSend())).body.chat;
const change = (person: Person | null, { request }: Pick<Room, "request">, state: string, reason?: string) =>
  call(person, "PUT", `/api/v1/requests/${request?.id}`, { state, ...(reason === undefined ? {} : { reason }) });
const deliveriesOf = async ({ request }: Pick<Room, "request">) =>
  (
    await pool.query<{ state: string }>("select state from webhook_deliveries where request_id = $1 order by seq", [
      request?.id,
    ])
  ).rows.map(({ state }) => state);

beforeEach(() => {
  broadcasts.length = 0;
});

test("[REQ-1d] a customer withdraws and reopens, staff close with a reason, and the room learns each change once", async () => {
  const room = await create();
  broadcasts.length = 0;
  expect(await change(ana, room, "withdrawn")).toMatchObject({
    ...{ status: 200, body: { chat: { id: room.id, request: { state: "withdrawn", reason: null } } } },
  });
  expect((await change(ana, room, "withdrawn", "din nou")).body.chat.request.reason).toBeNull();
  expect((await change(radu, room, "open", "de fapt")).body.chat.request).toMatchObject({
    state: "open",
    reason: null,
  });
  expect((await change(radu, room, "closed", " Nu se mai fabrică. ")).status).toBe(200);
  const [listed] = (await call(ana, "GET", "/api/v1/all/1")).body.chats;
  expect(listed.request).toMatchObject({ state: "closed", reason: "Nu se mai fabrică." });
  expect((await change(ana, room, "open")).body.chat.request.state).toBe("open");
  const events = broadcasts.filter(({ event }) => event === "RequestUpdated").map(({ data }) => data as RequestUpdated);
  expect(events.every((data) => Check(RequestUpdated, data))).toBe(true);
  expect(events.map(({ request, by, offer }) => [request.state, request.reason, by.id, offer])).toEqual([
    ["withdrawn", null, ana.id, null],
    ["open", null, radu.id, null],
    ["closed", "Nu se mai fabrică.", radu.id, null],
    ["open", null, ana.id, null],
  ]);
  const { events: synced } = (await call(ana, "POST", "/api/v1/sync", { cursors: { [room.id]: room.last_seq } })).body
    .rooms[0];
  expect(synced.map(({ data }: { data: object }) => data)).toEqual(events);
  const page = (await call(ana, "GET", `/api/v1/chat/${room.id}/1`)).body.data;
  expect(page.events.filter(({ event }: { event: string }) => event === "RequestUpdated")).toHaveLength(4);
});

test("[REQ-1f] the ERP gets one webhook per request and per end", async () => {
  const room = await create();
  for (const [person, state] of [
    [ana, "withdrawn"],
    [ana, "withdrawn"],
    [ana, "open"],
    [radu, "closed"],
  ] as const)
    await change(person, room, state);
  expect(await deliveriesOf(room)).toEqual(["open", "withdrawn", "closed"]);
});

test("[REQ-1d] customers cannot close, nor staff withdraw, and what has ended does not end otherwise", async () => {
  const room = await create();
  expect((await change(ana, room, "closed")).status).toBe(403);
  expect((await change(radu, room, "withdrawn")).status).toBe(403);
  await change(radu, room, "closed");
  expect(await change(ana, room, "withdrawn")).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await deliveriesOf(room)).toEqual(["open", "closed"]);
});

test("[REQ-1d] strangers get a 404, visitors a 403, and bad input a 422", async () => {
  const room = await create();
  for (const person of [mihai, mia, nou]) expect((await change(person, room, "closed")).status).toBe(404);
  expect((await change(admin, room, "closed")).status).toBe(403);
  expect((await change(null, room, "closed")).status).toBe(401);
  for (const id of [987_654, 2 ** 53 - 1])
    expect((await call(radu, "PUT", `/api/v1/requests/${id}`, { state: "closed" })).status).toBe(404);
  expect((await change(radu, room, "answered")).status).toBe(422);
  expect((await change(radu, room, "closed", "x".repeat(301))).status).toBe(422);
  expect((await change(radu, room, "closed", "a\u0000b")).status).toBe(422);
  expect(await deliveriesOf(room)).toEqual(["open"]);
});

test("[REQ-1d] whoever has left the room can no longer change its request", async () => {
  const room = await create();
  await call(radu, "POST", `/api/v1/leave/${room.id}`);
  // Radu may view any room.
  expect((await change(radu, room, "closed")).status).toBe(403);
  await call(ana, "POST", `/api/v1/leave/${room.id}`);
  expect((await change(ana, room, "withdrawn")).status).toBe(404);
});
