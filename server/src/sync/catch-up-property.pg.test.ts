import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { roomName, userChannel } from "@cuplaj/protocol/channels.ts";
import type { AfterHours } from "@cuplaj/protocol/events.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { Offer } from "@cuplaj/protocol/offer.ts";
import { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { createActing } from "../testing/acting.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { freshView, ReferenceClient, toLogEvent } from "../testing/reference-client.ts";
import { seeds } from "../testing/seeds.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database, broadcasts } = api;
const { ana, radu, mia, admin } = people;
const acting = createActing(api);
const cast = [ana, radu, mia] as const;
const hours = { ...exampleOf(OpeningHours), week: Array.from({ length: 7 }, () => []) };
await call(admin, "PUT", "/api/v1/admin/hours", { hours });

/** `back` is how far before the end a read stops; null reads everything. */
const action = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  where: fc.integer({ min: 0, max: 1 }),
  what: fc.constantFrom(
    "publish",
    "publish",
    "read",
    "leave",
    "join",
    "join",
    "like",
    "like",
    "take-over",
    "hand-over",
    "reply",
    "reply",
    "edit",
    "edit",
    "delete",
    "store-offer",
    "decide",
  ),
  back: fc.option(fc.integer({ min: 0, max: 4 })),
  state: fc.option(fc.boolean(), { nil: undefined }),
});
/** The actions run concurrently with the syncs of these tabs. */
const round = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 4 }),
  syncs: fc.subarray([0, 1, 2]),
});

let offers = 50_000;
interface TestRoom {
  readonly offer: number;
  readonly id: number;
}

async function makeRoom(): Promise<TestRoom> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of cast) id = (await joinOffer(person, offers)).body.chat.id;
  return { offer: offers, id };
}

const joinOffer = (person: Person, offer: number) => call(person, "POST", "/api/v1/join", { type: 1, channel: offer });

type Action = typeof action extends fc.Arbitrary<infer Made> ? Made : never;

type Acting = (person: Person, room: TestRoom, asked: Action) => Promise<unknown>;

const acts: Readonly<Record<Action["what"], Acting>> = {
  publish: (person, { id }) => call(person, "POST", `/api/v1/publish/${id}`, { message: "salut" }),
  reply: (person, room, { back }) => {
    const to = messageIn(room, back ?? 0)?.id;
    return call(person, "POST", `/api/v1/publish/${room.id}`, { message: "așa e", ...(to && { reply_to: to }) });
  },
  edit: (person, room, { back }) => changeOwn(person, room, "edit", back ?? 0),
  delete: (person, room, { back }) => changeOwn(person, room, "delete", back ?? 0),
  read: (person, room, { back }) =>
    call(person, "POST", `/api/v1/read/${room.id}`, back === null ? {} : { upto: upto(room, back) }),
  leave: (person, { id }) => call(person, "POST", `/api/v1/leave/${id}`),
  join: (person, { offer }) => joinOffer(person, offer),
  like: (person, room, { back, state }) => actOn(messageIn(room, back ?? 0), person, "like", state),
  "take-over": (person, room, { back, state }) => actOn(messageIn(room, back ?? 0), person, "take-over", state),
  "store-offer": (_person, { offer }, { back }) => storeOffer(offer, back),
  decide: async (_person, { offer }, { state }) => {
    const { lines, version } = await viewOffer(offer);
    const decision = state === false ? "decline" : "accept";
    return await call(ana, "POST", `/api/v1/oferta/${offer}/line/${lines[0]?.id}/${decision}`, { version });
  },
  "hand-over": (person, { id }, { back }) => acting.handOver(person, id, (cast[back ?? 0] ?? mia).id, "de la mine"),
};

const viewOffer = async (offer: number): Promise<Offer> =>
  (await call(radu, "GET", `/api/v1/oferta/${offer}`)).body.oferta;

async function storeOffer(offer: number, back: number | null): Promise<void> {
  const stored = await viewOffer(offer);
  const version = stored.version + 1;
  const lines = back === 0 ? stored.lines.map((line) => ({ ...line, unit_price: `${version}.00` })) : stored.lines;
  const vehicle = back === 1 ? { ...stored.vehicle, engine: `1.${version}` } : stored.vehicle;
  const status = back === 2 ? "ordered" : "sent";
  await call(admin, "PUT", `/api/v1/erp/offers/${offer}`, { ...stored, version, lines, vehicle, status });
}

const act = async (asked: Action, rooms: readonly TestRoom[]): Promise<void> =>
  void (await acts[asked.what](cast[asked.who] ?? ana, rooms[asked.where] ?? { offer: 0, id: 0 }, asked));

function upto(room: TestRoom, back: number): number {
  const last = broadcasts.findLast(({ channels }) => channels.includes(`presence-${roomName(room.offer)}`));
  return Math.max(0, (last ? (toLogEvent(last.event, last.data)?.seq ?? 0) : 0) - back);
}

const messageIn = (room: TestRoom, back: number): Message | undefined => messagesIn(room).at(-1 - back);

const messagesIn = (room: TestRoom): readonly Message[] =>
  broadcasts
    .flatMap(({ event, data }) => (event === "ChatMessage" ? [(data as { message: Message }).message] : []))
    .filter((message) => message.room_id === room.id);

/** HOURS-1e: the shop is closed, so a quiet line follows Ana's first message in a room; no response waits for it. */
const untilLinesFollow = (rooms: readonly TestRoom[]): Promise<void> =>
  vi.waitFor(() => {
    const lined = broadcasts.flatMap(({ event, data }) =>
      event === "AfterHours" ? [(data as AfterHours).room.id] : [],
    );
    const written = rooms.filter((room) => messagesIn(room).some((message) => authorOf(message) === ana.id));
    expect(lined.toSorted((a, b) => a - b)).toEqual(written.map(({ id }) => id));
  }, patient);

const authorOf = ({ customer, user, agent }: Message): number | undefined => (customer ?? user ?? agent)?.id;

async function changeOwn(person: Person, room: TestRoom, what: "edit" | "delete", back: number): Promise<void> {
  const own = messagesIn(room).filter((message) => authorOf(message) === person.id);
  const path = `/api/v1/chat/${room.id}/message/${own.at(-1 - back)?.id}`;
  if (own.length <= back) return;
  if (what === "delete") await call(person, "DELETE", path);
  else await call(person, "PUT", path, { message: `altfel ${own.length} ${back}` });
}

async function actOn(message: Message | undefined, person: Person, what: "like" | "take-over", state?: boolean) {
  if (message !== undefined) await acting.act(person, message.room_id, message, what, state);
}

/** A person's two tabs: one follows events and syncs only when it must, the other only syncs. */
interface Tabs {
  readonly person: Person;
  readonly live: ReferenceClient;
  readonly waking: ReferenceClient;
  received: number;
}

async function openTabs(person: Person): Promise<Tabs> {
  const tabs = { person, live: new ReferenceClient(call, person), waking: new ReferenceClient(call, person) };
  await tabs.live.catchUp();
  await tabs.waking.catchUp();
  return { ...tabs, received: broadcasts.length };
}

async function receiveAll(tabs: Tabs): Promise<void> {
  for (; tabs.received < broadcasts.length; tabs.received += 1) {
    const { event, data, channels } = broadcasts[tabs.received] ?? { event: "RoomHeads", data: {}, channels: [] };
    if (channels.includes(userChannel(tabs.person.id))) await tabs.live.receive(event, data);
  }
}

describe("state before + events = fresh state", () => {
  test("[MSG-6a][ACT-3] whatever several people do concurrently, every tab ends up like a fresh load", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async (rounds) => {
        await database.deleteFrom("memberships").execute();
        broadcasts.length = 0;
        const rooms = [await makeRoom(), await makeRoom()];
        const tabs = await Promise.all(cast.map(openTabs));
        for (const { actions, syncs } of rounds) {
          await Promise.all([
            ...actions.map((one) => act(one, rooms)),
            ...syncs.map(async (index) => await tabs[index]?.waking.catchUp()),
          ]);
          await untilLinesFollow(rooms);
          await Promise.all(tabs.map(receiveAll));
        }
        for (const { person, live, waking } of tabs) {
          await waking.catchUp();
          const fresh = await freshView(call, person);
          expect(waking.shows()).toEqual(fresh);
          expect(live.shows()).toEqual(fresh);
        }
        for (const room of rooms) await expectLogAsBroadcast(room);
      }),
      seeds(1 / 3),
    );
  });
});

/** Drops the parts of the message that may have changed since it was broadcast. */
function withoutChanges(event: SyncEvent | null): object | null {
  if (event?.event !== "ChatMessage" && event?.event !== "MessageUpdated") return event;
  const { id, seq, client_id: clientId, timestamp, customer, user, agent } = event.data.message;
  return { ...event, data: { ...event.data, message: { id, seq, clientId, timestamp, customer, user, agent } } };
}

/**
 * MSG-5: checks that a room's broadcasts are its log, each number once and in order, and that sync returns it with messages in their current state.
 */
async function expectLogAsBroadcast({ id, offer }: TestRoom): Promise<void> {
  const channel = `presence-${roomName(offer)}`;
  const live = broadcasts
    .filter(({ channels }) => channels.includes(channel))
    .map(({ event, data }) => toLogEvent(event, data));
  const { body } = await call(radu, "POST", "/api/v1/sync", { cursors: { [id]: 0 } });
  const events: SyncEvent[] = body.rooms[0].events;
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(live.map(withoutChanges)).toEqual(events.map(withoutChanges));
}
