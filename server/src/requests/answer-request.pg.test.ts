import { Check } from "typebox/value";
import { beforeEach, expect, test } from "vitest";
import { RequestUpdated } from "@cuplaj/protocol/events.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { composePayload } from "../push/compose-payload.ts";
import { offerToStore } from "../testing/offers-to-store.ts";
import type { Person } from "../testing/people.ts";
import { requestToSend } from "../testing/requests.ts";
import { indexForSearch } from "../testing/search-level.ts";
import { startSearching } from "../testing/searching.ts";

const { people, call, pool, broadcasts, search } = await startSearching({ offerStaff: ["radu"] });
const { ana, mihai, radu, mia, admin } = people;

let offers = 80_000;
const create = async (): Promise<Room> => (await call(ana, "POST", "/api/v1/requests", requestToSend())).body.chat;
const idOf = ({ request }: Pick<Room, "request">): number => request?.id ?? 0;
const put = (offer: number, person: Person, version: number, changes: Parameters<typeof offerToStore>[2]) =>
  call(admin, "PUT", `/api/v1/erp/offers/${offer}`, offerToStore(person, version, changes));
async function answer(room: Room, changes: Parameters<typeof offerToStore>[2] = {}): Promise<number> {
  offers += 1;
  const offer = offers;
  expect((await put(offer, ana, 1, { request_id: idOf(room), ...changes })).status).toBe(201);
  return offer;
}
const view = async (person: Person, ref: number | string): Promise<Room> =>
  (await call(person, "GET", `/api/v1/chat/${ref}`)).body.chats[0];
const updates = (room: Room): RequestUpdated[] =>
  broadcasts
    .filter(({ event }) => event === "RequestUpdated")
    .map(({ data }) => data as RequestUpdated)
    .filter((data) => data.room.id === room.id);

beforeEach(() => {
  broadcasts.length = 0;
});

test("[REQ-1e][REQ-1h] the first offer takes the request's room, whose name stays, and its number leads there too", async () => {
  const room = await create();
  const [before] = room.messages;
  broadcasts.length = 0;
  const offer = await answer(room);
  expect(broadcasts.map(({ event }) => event)).toEqual(["RequestUpdated"]);
  const [update] = updates(room);
  expect(Check(RequestUpdated, update)).toBe(true);
  expect(update).toMatchObject({
    request: { id: idOf(room), state: "answered", reason: null },
    offer: { id: offer, room_id: room.id },
    by: { id: admin.id },
    room: { name: room.name, last_seq: room.last_seq + 1 },
  });
  for (const ref of [room.id, room.name, `oferta.${offer}`])
    expect(await view(ana, ref)).toMatchObject({
      ...{ id: room.id, name: room.name, channel: room.channel, type: 2, title: room.title },
      ...{ offer_id: offer, offer_status: "sent", offer_version: 1, vehicle: "Logan 1.5 dCi, 2014 · Dacia" },
      ...{ request: { state: "answered" }, messages: [{ id: before?.id }] },
    });
  const joined = await call(mia, "POST", "/api/v1/join", { type: 1, channel: offer });
  expect(joined.body.chat).toMatchObject({ id: room.id, name: room.name, members_total: 3 });
  const [listed] = (await call(ana, "GET", "/api/v1/offers")).body.offers;
  expect(listed).toMatchObject({ id_cerere: offer, room_id: room.id });
  expect((await call(ana, "GET", `/api/v1/oferta/${offer}`)).body.oferta.request_id).toBe(idOf(room));
  const named = { socket_id: "1.2", channel_names: [`presence-oferta.${offer}`, room.channel] };
  const { channels } = (await call(ana, "POST", "/api/broadcasting/auth/batch", named)).body;
  expect(channels).toMatchObject({ [`presence-oferta.${offer}`]: null, [room.channel]: { auth: expect.any(String) } });
});

test("[REQ-1e] new versions and decisions are logged in the request's room, and earlier versions name the request", async () => {
  const room = await create();
  const offer = await answer(room);
  await put(offer, ana, 2, { vehicle: { ...offerToStore(ana, 1).vehicle, plate: "B 99 NOU" } });
  expect((await call(ana, "POST", `/api/v1/oferta/${offer}/accept`, { version: 2 })).status).toBe(200);
  expect((await view(ana, room.id)).last_decision).toMatchObject({ decision: "accept" });
  for (const version of [1, 3])
    expect((await call(ana, "GET", `/api/v1/oferta/${offer}?version=${version}`)).body.oferta.request_id).toBe(
      idOf(room),
    );
});

test("[REQ-1e] a second offer gets a room of its own, which the request's room names", async () => {
  const room = await create();
  await answer(room);
  const second = await answer(room);
  const own = await view(ana, `oferta.${second}`);
  expect(own).toMatchObject({ name: `oferta.${second}`, type: 1, request: null, members_total: 2 });
  expect(updates(room).map(({ offer }) => offer)).toEqual([expect.anything(), { id: second, room_id: own.id }]);
  expect(updates(own)).toEqual([]);
});

test("[REQ-1e] offers of one request that arrive together get one room each, in one order of events", async () => {
  const room = await create();
  broadcasts.length = 0;
  const numbers = Array.from({ length: 6 }, (_, index) => 81_000 + index);
  const stored = await Promise.all(numbers.map((offer) => put(offer, ana, 1, { request_id: idOf(room) })));
  expect(stored.map(({ status }) => status)).toEqual(numbers.map(() => 201));
  const rooms = await Promise.all(numbers.map(async (offer) => (await view(ana, `oferta.${offer}`)).id));
  expect([new Set(rooms).size, rooms.filter((id) => id === room.id).length]).toEqual([6, 1]);
  const seqs = updates(room).map((update) => update.room.last_seq);
  expect(seqs).toEqual(numbers.map((_, index) => room.last_seq + 1 + index));
  const said = new Map(updates(room).map(({ offer }) => [offer?.id, offer?.room_id]));
  expect(said).toEqual(new Map(numbers.map((offer, index) => [offer, rooms[index]])));
});

test("[REQ-1e] a request of somebody else or that does not exist is refused, and a stored offer keeps its request", async () => {
  const [room, other] = [await create(), await create()];
  const refused = { status: 422, body: { errors: { request_id: [expect.any(String)] } } };
  expect(await put(82_000, mihai, 1, { request_id: idOf(room) })).toMatchObject(refused);
  expect(await put(82_000, ana, 1, { request_id: 987_654 })).toMatchObject(refused);
  expect((await put(82_000, ana, 1, {})).status).toBe(201);
  expect(await put(82_000, ana, 2, { request_id: idOf(room) })).toMatchObject(refused);
  const offer = await answer(room);
  expect(await put(offer, ana, 2, { request_id: idOf(other) })).toMatchObject(refused);
  expect((await put(offer, ana, 1, { request_id: idOf(room) })).status).toBe(200);
  expect((await put(offer, ana, 2, { request_id: null })).body.oferta.request_id).toBe(idOf(room));
});

test("[REQ-1e] an ordered offer orders the request, in whatever room it is, and nobody changes that", async () => {
  const room = await create();
  await answer(room);
  const second = await answer(room);
  broadcasts.length = 0;
  await put(second, ana, 2, { status: "ordered" });
  await put(second, ana, 3, { status: "ordered", lines: [] });
  expect(updates(room).map(({ request, offer }) => [request.state, offer?.id])).toEqual([["ordered", second]]);
  expect(broadcasts.map(({ event }) => event).toSorted()).toEqual(["OfferUpdated", "OfferUpdated", "RequestUpdated"]);
  for (const [person, state] of [
    [ana, "withdrawn"],
    [radu, "closed"],
    [ana, "open"],
  ] as const)
    expect((await call(person, "PUT", `/api/v1/requests/${idOf(room)}`, { state })).status).toBe(409);
  await answer(room);
  expect((await view(ana, room.id)).request?.state).toBe("ordered");
});

test("[REQ-1e][REQ-1d] an offer answers a request that has ended, and one that reopens with an offer is answered", async () => {
  const room = await create();
  const set = (state: string, reason = "gata") => call(ana, "PUT", `/api/v1/requests/${idOf(room)}`, { state, reason });
  await set("withdrawn");
  await answer(room);
  expect((await view(ana, room.id)).request).toMatchObject({ state: "answered", reason: null });
  await set("withdrawn");
  expect((await set("open")).body.chat.request.state).toBe("answered");
});

test("[REQ-1e] a withdrawal and an offer at the same time both happen, one after the other", async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const room = await create();
    const withdraw = () => call(ana, "PUT", `/api/v1/requests/${idOf(room)}`, { state: "withdrawn" });
    const [offer, withdrawn] = await Promise.all([answer(room), withdraw()]);
    expect(withdrawn.status).toBe(200);
    const now = await view(ana, room.id);
    expect([now.offer_id, now.request?.state]).toEqual([offer, updates(room).at(-1)?.request.state]);
    expect(updates(room).map((update) => update.room.last_seq)).toEqual([room.last_seq + 1, room.last_seq + 2]);
  }
});

test("[REQ-1h][FIND-1] a request is found by its number, car and customer, and later by its offer's number too", async () => {
  const room = await create();
  await indexForSearch(pool);
  const find = async (typed: string) => (await search(ana, typed)).map(({ id }) => id);
  for (const typed of [`cererea ${idOf(room)}`, "octavia", "TMBZZZ1Z8E1234567", "b123ana"])
    expect([typed, await find(typed)]).toEqual([typed, expect.arrayContaining([room.id])]);
  const { chat } = (await call(mihai, "POST", "/api/v1/requests", requestToSend())).body;
  await indexForSearch(pool);
  expect((await search(mihai, "ionescu")).map(({ id }) => id)).toEqual([chat.id]);
  const offer = await answer(room);
  await indexForSearch(pool);
  expect(await find(String(offer))).toEqual([room.id]);
  const [found] = await search(ana, `cererea ${idOf(room)}`);
  expect([found?.id, found?.finds[0]?.text]).toEqual([room.id, `Cererea ${idOf(room)}`]);
  await pool.query("update participants set name = 'Mihai Țepeș' where id = $1", [mihai.id]);
  await indexForSearch(pool);
  expect((await search(mihai, "tepes")).map(({ id }) => id)).toEqual([chat.id]);
  expect(await search(mihai, "ionescu")).toEqual([]);
});

test("[REQ-1h][PUSH-2] pushes are titled after the request, in the person's language", () => {
  const facts = {
    notifications: { privacy: "what", quiet: null },
    author: "Ana",
    excerpt: "Bună",
    isBroughtIn: false,
  } as const;
  const compose = (name: string, locale: "ro" | "en") =>
    // The cast is safe, since the other facts concern only the delivery.
    composePayload({ ...facts, name, locale, messageSeq: 3, badge: 1 } as never);
  expect(compose("cerere.31", "ro")).toMatchObject({ title: "Cererea 31", room: "cerere.31", url: "/view/cerere.31" });
  expect([compose("cerere.31", "en").title, compose("oferta.10001", "en").title]).toEqual([
    "Request 31",
    "Offer 10001",
  ]);
});
