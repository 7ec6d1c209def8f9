import { roomsPerPage } from "@cuplaj/protocol/limits.ts";
import type { RoomCounts, RoomFilter } from "@cuplaj/protocol/room.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Me, MessageAction, Participant, Room } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import { ana, message, mia, radu, received, room, signedInRadu } from "../testing/people.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { byActivity } from "../state/rooms/listed-rooms.ts";
import { filtersOf, hasMoreListed, listedRooms } from "../state/rooms/listing.ts";
import { countOf } from "../state/rooms/room-counts.ts";
import type { RoomView } from "../state/rooms/rooms-shape.ts";

const self = signedInRadu;
const roomIds = Array.from({ length: 3 * roomsPerPage }, (_, i) => i + 1);
const filters: readonly RoomFilter[] = ["all", "unread", "mine", "unclaimed"];
const moment = (n: number): string => new Date(Date.UTC(2026, 0, 5) + n * 1000).toISOString();

function createModel() {
  const app = createTestApp();
  const rooms = new Map<number, Room>(
    roomIds.map((id) => [id, room(id, { isMember: true, updatedAt: moment(id), readSeq: 0 })]),
  );
  let time = 1000;
  let me = self;
  const of = (id: number): Room => rooms.get(id) ?? room(id);
  const change = (id: number, changed: Partial<Room>): Room => {
    const next = { ...of(id), cursor: of(id).cursor + 1, ...changed };
    rooms.set(id, { ...next, unread: { ...next.unread, upto: next.cursor } });
    return next;
  };

  function say(id: number, author: Participant): void {
    time += 1;
    const sentAt = moment(time);
    const before = of(id);
    const isOwn = isSamePerson(author, self);
    const seq = before.cursor + 1;
    const lastMessage = message(id, seq, { author, sentAt });
    const count = isOwn ? 0 : before.unread.count + 1;
    change(id, {
      lastMessage,
      updatedAt: sentAt,
      readSeq: isOwn ? seq : before.readSeq,
      unread: { upto: seq, count, since: [] },
      waitingSince: author.kind === "customer" ? (before.waitingSince ?? sentAt) : null,
    });
    app.dispatch(received(lastMessage));
    // A fetched room comes first (LIST-2), even if another has moved since. Here no event overtakes the response.
    if (!app.getState().rooms.byId[id]) app.dispatch({ type: "rooms/room-fetched", room: of(id) });
  }

  function act(id: number, person: Participant, isDeleted: boolean): void {
    const held = of(id).takeOver;
    if (isDeleted ? !held : held !== null) return;
    const seq = of(id).cursor + 1;
    const at = { messageId: id * 100_000, messageSeq: 0, at: moment(time) };
    const data: MessageAction = { id: held?.id ?? id * 1000 + seq, kind: "take-over", person, seq, isDeleted, ...at };
    change(id, { takeOver: isDeleted ? null : data });
    const holder = { holder: isDeleted ? null : person, from: held?.person ?? null, by: person, how: "taken" } as const;
    const live = { origin: "live", roomId: id } as const;
    app.dispatch({
      type: "sync/events-received",
      events: [
        { ...live, kind: "payload", name: "ChatMessageAction", seq, data },
        { ...live, kind: "take-over", seq: change(id, {}).cursor, change: holder },
      ],
    });
  }

  function pin(id: number, isPinned: boolean): Me {
    const others = me.rooms.pinned.filter((each) => each !== id);
    const pinned = isPinned ? [...others, id] : others;
    me = { ...me, rooms: { ...me.rooms, pinned }, version: me.version + 1 };
    return me;
  }

  return { app, rooms, of, say, act, pin, self: () => me };
}
type Model = ReturnType<typeof createModel>;

const passing: Record<RoomFilter, (each: Room) => boolean> = {
  all: () => true,
  unread: ({ unread }) => unread.count > 0,
  mine: ({ takeOver }) => isSamePerson(takeOver?.person ?? null, self),
  unclaimed: ({ takeOver, waitingSince }) => takeOver === null && waitingSince !== null,
};

function listOf({ rooms, self: me }: Model, { filter, sort }: RoomView): Room[] {
  const wait = (each: Room): string => (sort === "waiting" ? (each.waitingSince ?? "~") : "");
  const { pinned } = me().rooms;
  const pin = ({ id }: Room): number => (pinned.includes(id) ? pinned.indexOf(id) : pinned.length);
  return [...rooms.values()]
    .filter(passing[filter])
    .toSorted((a, b) => pin(a) - pin(b) || (wait(a) < wait(b) ? -1 : wait(a) > wait(b) ? 1 : byActivity(a, b)));
}

function countsOf({ rooms }: Model): RoomCounts {
  const count = (filter: RoomFilter): number => [...rooms.values()].filter(passing[filter]).length;
  return { all: count("all"), unread: count("unread"), mine: count("mine"), unclaimed: count("unclaimed") };
}

const pageOf = <One>(list: readonly One[], page: number): readonly One[] =>
  list.slice((page - 1) * roomsPerPage, page * roomsPerPage);

/** Responds to the page's calls, and to those that follow while it lists rooms, from the server's current state. */
function answer(model: Model): void {
  const { app, of } = model;
  const pages = app.asked("call-rooms-page");
  const views = app.asked("call-view-page");
  const fetched = app.asked("call-fetch-room");
  const isCounting = app.asked("call-unread").length > 0;
  const arranged = app.asked("call-arrange-room");
  app.forget();
  for (const { page } of pages) {
    const all = listOf(model, { filter: "all", sort: "activity" });
    const loaded = { type: "rooms/page-loaded", rooms: pageOf(all, page), total: all.length, page } as const;
    app.dispatch(page === 1 ? { ...loaded, counts: countsOf(model) } : loaded);
  }
  for (const { view, page } of views) {
    const rooms = pageOf(listOf(model, view), page);
    app.dispatch({ type: "rooms/view-loaded", view, page, rooms, counts: countsOf(model) });
  }
  for (const { roomId } of fetched) app.dispatch({ type: "rooms/room-fetched", room: of(roomId) });
  for (const { key, wish } of arranged) {
    const isPinned = wish.kind === "pinned" && wish.isWanted;
    app.dispatch({ type: "own-rooms/answered", key, me: model.pin(wish.roomId, isPinned) });
  }
  if (isCounting) {
    const unread = Object.fromEntries([...model.rooms.values()].map(({ id, unread: { count } }) => [id, count]));
    app.dispatch({ type: "rooms/unread-loaded", unread });
  }
}

function settle(model: Model): void {
  for (let i = 0; i < 20; i += 1) {
    if (hasMoreListed(model.app.getState())) model.app.dispatch({ type: "rooms/more-asked" });
    answer(model);
    model.app.clock.pass(2000);
    answer(model);
  }
}

function start(): Model {
  const model = createModel();
  const { app } = model;
  app.dispatch({ type: "session/restored", token: "radus-token", me: self });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  answer(model);
  return model;
}

const shown = ({ app }: { readonly app: TestApp }): readonly number[] => listedRooms(app.getState());

const roomId = fc.constantFrom(...roomIds);
const person = fc.constantFrom(ana, radu, mia);
const step = fc.oneof(
  fc
    .tuple(roomId, person)
    .map(([id, who]) => ({ of: `${who.name} says ${id}`, run: (model: Model) => model.say(id, who) })),
  fc.tuple(roomId, fc.constantFrom(radu, mia), fc.boolean()).map(([id, who, isOver]) => ({
    of: `${who.name} ${isOver ? "drops" : "takes"} ${id}`,
    run: (model: Model) => model.act(id, who, isOver),
  })),
  fc.constantFrom(...filters).map((filter) => ({
    of: `shows ${filter}`,
    run: ({ app }: Model) =>
      app.dispatch({ type: "rooms/view-chosen", view: { filter, sort: app.getState().listing.sort } }),
  })),
  fc.constantFrom("activity" as const, "waiting" as const).map((sort) => ({
    of: `by ${sort}`,
    run: ({ app }: Model) =>
      app.dispatch({ type: "rooms/view-chosen", view: { filter: app.getState().listing.filter, sort } }),
  })),
  fc.tuple(roomId, fc.boolean()).map(([id, isWanted]) => ({
    of: `${isWanted ? "pins" : "unpins"} ${id}`,
    run: ({ app }: Model) => app.dispatch({ type: "own-rooms/wished", wish: { kind: "pinned", roomId: id, isWanted } }),
  })),
  fc.tuple(roomId, fc.boolean()).map(([id, isPinned]) => ({
    of: `another device ${isPinned ? "pins" : "unpins"} ${id}`,
    run: (model: Model) => model.app.dispatch({ type: "session/me-loaded", me: model.pin(id, isPinned) }),
  })),
  fc.constant({ of: "more", run: ({ app }: Model) => app.dispatch({ type: "rooms/more-asked" }) }),
  fc.constant({ of: "answers", run: answer }),
  fc.constant({ of: "2 s", run: ({ app }: Model) => app.clock.pass(2000) }),
);

test("[LIST-5] after any events, pages and filters the list equals the server's filter, and so do the counts", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const model = start();
      for (const { run } of steps) run(model);
      // The counts match even before the page asks the server again: nobody joins, leaves or reads here, and everyone who waits has just written.
      const atOnce = countsOf(model);
      for (const filter of ["all", "unread", "unclaimed"] as const)
        expect([filter, countOf(model.app.getState(), filter)]).toEqual([filter, atOnce[filter]]);
      settle(model);
      const state = model.app.getState();
      expect(shown(model)).toEqual(listOf(model, state.listing).map(({ id }) => id));
      const counts = countsOf(model);
      for (const filter of filtersOf(state)) expect([filter, countOf(state, filter)]).toEqual([filter, counts[filter]]);
    }),
  );
});

test("[LIST-5a] another view's rooms change neither order nor pages of the whole list", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const model = start();
      for (const { run } of steps) run(model);
      model.app.dispatch({ type: "rooms/view-chosen", view: { filter: "all", sort: "activity" } });
      // The list has no gaps: once all calls are answered, it is a prefix of the server's.
      answer(model);
      answer(model);
      const server = listOf(model, { filter: "all", sort: "activity" }).map(({ id }) => id);
      const listed = shown(model);
      expect(listed).toEqual(server.slice(0, listed.length));
    }),
  );
});
