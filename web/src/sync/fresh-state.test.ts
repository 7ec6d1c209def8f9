import fc from "fast-check";
import { expect, test } from "vitest";
import { messageAt } from "../state/history/message-log.ts";
import { liveRange } from "../state/history/timeline.ts";
import type { HistoryRange, MessageLog } from "../state/history/history-shape.ts";
import { openOffer } from "../state/offers/cached-offers.ts";
import { groupBetween, type NamedLine } from "../state/history/group-lines.ts";
import type { AppState } from "../state/shape.ts";
import type { Message, Participant, Room, RoomId } from "../state/entities.ts";
import { isSamePerson, selectedRoomId, unreadCount } from "../state/selectors.ts";
import { seqsOf } from "../testing/held-history.ts";
import type { ModelClient } from "../testing/model-client.ts";
import type { ModelServer } from "../testing/model-server.ts";
import { act, happen, roomIds, start, step, type Step } from "../testing/model-steps.ts";
import { ana, mia, radu } from "../testing/people.ts";

/** Ana's marker is the room's `readSeq`, which `unreadCount` builds on. */
const readSeqOf = ({ readSeqs }: Room, person: Pick<Participant, "id" | "kind">): number | undefined =>
  isSamePerson(person, ana) ? undefined : readSeqs[person.id];

const listOf = ({ rooms }: AppState) => ({
  elsewhere: Object.entries(rooms.unreadElsewhere).filter(([, count]) => count > 0),
  rooms: rooms.order.map((id) => shownRoom(rooms.byId[id]!)),
});

/** Every field, so that a new one is compared too (MSG-6a); only the markers of members count. */
const shownRoom = (room: Room) => ({
  ...room,
  readSeqs: room.members.map((person) => readSeqOf(room, person)),
  unread: unreadCount(room),
  lastMessage: words(room.lastMessage),
});

const words = (message: Message | null): string => {
  const acts = message?.actions.map(({ id, seq }) => `${id} (${seq})`).toSorted();
  const { quote = null, isDeleted, editedAt } = message ?? {};
  const quotes = quote && `${quote.seq}: ${quote.excerpt}, ${quote.isDeleted}`;
  return `${message?.seq}: ${message?.text} (${message?.updatedSeq}), ${isDeleted}, ${editedAt}, ${quotes}, ${message?.likesTotal} likes: ${acts?.join()}`;
};

const held = (log: MessageLog): string[] => Array.from({ length: log.length }, (_, i) => words(messageAt(log, i)));

/** Expects every loaded range to match the server's log: without gaps, and up to date. */
function expectWhole(server: ModelServer, state: AppState): void {
  for (const [id, { ranges, hasEnd }] of Object.entries(state.timelines)) {
    for (const range of ranges) {
      expectMessages(server, Number(id), range);
      expectLines(server.linesOf(Number(id)), range, Number.POSITIVE_INFINITY);
    }
    if (hasEnd) expect(liveRange(state.timelines[Number(id)]!)?.to).toBe(Number.POSITIVE_INFINITY);
    for (const [at, range] of ranges.entries()) expect(range.from).toBeGreaterThan((ranges[at - 1]?.to ?? -2) + 1);
  }
}

function expectMessages(server: ModelServer, roomId: RoomId, { log, from, to }: HistoryRange): void {
  const stored = server.messagesOf(roomId).filter(({ seq }) => from <= seq && seq <= to);
  expect(held(log)).toEqual(stored.map(words));
}

/** MSG-9: expects the lines drawn in a range to match the server's log, as far as events have been applied. */
function expectLines(lines: readonly NamedLine[], range: HistoryRange, cursor: number): void {
  const { log, older } = range;
  const ends = Array.from({ length: log.length }, (_, i) => messageAt(log, i)?.seq ?? 0);
  const isLive = range.to === Number.POSITIVE_INFINITY;
  for (const [at, end] of (isLive ? [...ends, cursor] : ends).entries()) {
    if (at === 0 && older !== "none") continue;
    const seq = Math.min(end, cursor);
    if ((ends[at - 1] ?? 0) > cursor) continue;
    // A page read ahead of the room's cursor includes lines beyond the cursor.
    const before = ends[at - 1] ?? 0;
    expect(groupBetween(range.lines, before, seq)).toEqual(groupBetween(lines, before, seq));
  }
}

/** Expects the ranges, at any moment, to match the server's messages as far as events have been applied, without gaps or duplicates. */
function expectGapless(server: ModelServer, { rooms, timelines }: AppState): void {
  for (const [id, { ranges, hasEnd }] of Object.entries(timelines)) {
    const cursor = rooms.byId[Number(id)]?.cursor ?? -1;
    const stored = server.messagesOf(Number(id)).map(({ seq }) => seq);
    for (const range of ranges) {
      const { log, from, to } = range;
      if (hasEnd) expectLines(server.linesOf(Number(id)), range, cursor);
      const until = to === Number.POSITIVE_INFINITY ? cursor : to;
      const shown = seqsOf(log).filter((seq) => seq !== undefined && seq <= until);
      expect(shown).toEqual(stored.filter((seq) => from <= seq && seq <= until));
    }
  }
}

/** Expects every room that the page has to match the server's, even if there was nothing to catch up with. */
function expectSettled(server: ModelServer, state: AppState): void {
  for (const room of Object.values(state.rooms.byId)) {
    const stored = server.roomOf(room.id);
    // Heads name only Ana's rooms, so a lost leave is noticed at the next catch-up.
    if (!stored) continue;
    expect(shownRoom(room)).toEqual(shownRoom(stored));
    for (const range of state.timelines[room.id]?.ranges ?? []) expectMessages(server, room.id, range);
  }
}

/** Settles everything. Then the page misses each room's last message, so that its list gets sorted. */
function settle(server: ModelServer, page: ModelClient): void {
  page.settle();
  expectSettled(server, page.app.getState());
  page.cut();
  for (const id of roomIds) {
    if (server.roomOf(id) === null) continue;
    if (server.publish(radu, id) ?? server.publish(mia, id)) continue;
    server.join(radu, id);
    server.publish(radu, id);
  }
  page.settle();
}

function openRoomOf(page: ModelClient): RoomId | null {
  return selectedRoomId(page.app.getState());
}

/** Ana publishes before her room's first page arrives, and requests an older page. Then the first page fails. */
const shownBeforeFirstPage: readonly Step[] = [
  ...[act("take", { who: 2, room: 2 }), act("deliver", { n: 11 }), act("publish"), act("open", { room: 2 })],
  ...[act("publish"), act("publish"), act("like", { n: 3 }), act("deliver", { n: 11 }), act("deliver")],
  ...[act("older"), act("fail")],
];
const heldBeforeSetBack: readonly Step[] = [
  ...[act("offer", { room: 4 }), act("show", { room: 4 }), act("advance", { n: 5 }), act("advance", { n: 8 })],
  ...[act("restore", { n: 1 }), act("open", { room: 4 })],
];
const readBeforeFetch: readonly Step[] = [
  ...[act("open"), act("publish"), act("edit"), act("publish"), act("deliver", { n: 4 }), act("publish")],
  ...[act("rest"), act("advance"), act("advance"), act("advance", { n: 3 }), act("amend"), act("around", { n: 2 })],
];
/** A server restored without the open room's newest event: pages of its history end before the page's cursor. */
const openedBeforeRestore: readonly Step[] = [
  ...[act("publish", { room: 3 }), act("deliver"), act("open", { room: 3 }), act("restore", { n: 1 })],
];

test("[SYNC-4][MSG-6a][SYNC-9][OFF-2] stale state plus events equals fresh state, whatever was lost, doubled, late or out of order", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.array(step, { maxLength: 120, size: "max" }),
      (isLoaded, knowsEdits, steps) => {
        const { server, open } = start();
        const page = open(knowsEdits);
        if (isLoaded) page.settle();
        for (const one of steps) {
          happen(server, page, one);
          // Events from before a server was restored belong to another log.
          if (!steps.some(({ kind }) => kind === "restore")) expectGapless(server, page.app.getState());
        }
        settle(server, page);
        const held = page.app.getState();
        const fresh = open();
        fresh.settle();
        expect(listOf(held)).toEqual(listOf(fresh.app.getState()));
        expectWhole(server, held);
        const opened = openRoomOf(page);
        if (opened !== null) expect(held.timelines[opened]?.phase).toBe("ready");
        expect(held.sync).toMatchObject({ phase: "idle", early: {} });
        expect(
          Object.values(held.pending)
            .flat()
            .filter(({ status }) => status !== "failed"),
        ).toEqual([]);
        expect([held.unconfirmedReads, held.wishes]).toEqual([{}, {}]);
        expect([null, server.offerOf(opened ?? 1)]).toContainEqual(openOffer(held));
      },
    ),
    {
      examples: [shownBeforeFirstPage, heldBeforeSetBack, readBeforeFetch, openedBeforeRestore].map((steps) => [
        steps !== heldBeforeSetBack,
        false,
        [...steps],
      ]),
    },
  );
});

const logged = fc.constantFrom(
  ...(["publish", "publish", "read", "leave", "join", "edit", "amend", "remove", "offer"] as const),
  ...(["like", "take", "release", "hand"] as const),
);
const deed = fc
  .record({ kind: logged, who: fc.constantFrom(0, 1, 2), room: fc.constantFrom(1, 1, 2), n: fc.nat(12) })
  .filter(({ kind, who }) => who > 0 || (kind !== "leave" && kind !== "join"));

test("[MSG-5a] a room's events in any order, each once or more, give the same result as in order of seq, without requests", () => {
  const turns = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), turns, (deeds, at) => {
      const { server, open } = start();
      const [ordered, mixed] = [open(), open()];
      for (const page of [ordered, mixed]) {
        page.app.arriveAt("/view/oferta.10001");
        page.settle();
        page.app.forget();
      }
      for (const one of deeds) happen(server, ordered, one);
      const turnOf = (n: number): number => at[n % at.length] ?? 0;
      const events = mixed.wire.splice(0).flatMap((event, n) => {
        const isDoubled = turnOf(n) % 3 === 0;
        return [{ event, turn: turnOf(n) }, ...(isDoubled ? [{ event, turn: turnOf(n + 7) }] : [])];
      });
      ordered.deliver(ordered.wire.splice(0));
      for (const { event } of events.toSorted((one, other) => one.turn - other.turn)) {
        mixed.deliver([event]);
        expectGapless(server, mixed.app.getState());
      }
      mixed.app.clock.pass(100);
      expect(mixed.app.asked("call-sync")).toEqual([]);
      expect(mixed.app.getState().sync.early).toEqual({});
      // The order of rooms depends on which event arrived last, in whatever room.
      const [shown, wanted] = [mixed, ordered].map(({ app }) =>
        listOf(app.getState()).rooms.toSorted((a, b) => a.id - b.id),
      );
      expect(shown).toEqual(wanted);
    }),
  );
});
