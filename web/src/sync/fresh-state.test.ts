import fc from "fast-check";
import { expect, test } from "vitest";
import { messageAt } from "../messages/message-log.ts";
import type { ChatState } from "../state/shape.ts";
import type { MessageLog } from "../messages/messages-shape.ts";
import type { Message, Participant, Room, RoomId } from "../state/entities.ts";
import { isSamePerson, selectedRoomId, unreadCount } from "../state/selectors.ts";
import { editedKind, editedName } from "../testing/edited-kind.ts";
import { createModelServer, type ModelServer } from "../testing/model-server.ts";
import { type ModelClient, openModelClient } from "../testing/model-client.ts";
import { ana, mia, radu } from "../testing/people.ts";

const roomIds = [1, 2, 3, 4, 5];
const people = [ana, radu, mia];

/** What may happen, with a person, a room and a number for those that need one. */
const step = fc.record({
  kind: fc.constantFrom(
    ...(["publish", "publish", "publish", "read", "leave", "join", "edit"] as const),
    ...(["deliver", "deliver", "deliver", "lose", "double", "swap", "heads"] as const),
    ...(["advance", "advance", "advance", "fail", "pass", "rest", "cut", "back"] as const),
    ...(["open", "home", "look", "look-away", "say", "older", "restore"] as const),
  ),
  who: fc.constantFrom(...people.keys()),
  room: fc.constantFrom(...roomIds),
  n: fc.nat(12),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function start() {
  const pages: ModelClient[] = [];
  const server = createModelServer(roomIds, (event) => {
    for (const page of pages) page.tell(event);
  });
  const open = (knowsEdits = true): ModelClient => {
    const page = openModelClient(server, knowsEdits ? { [editedName]: editedKind } : {});
    pages.push(page);
    return page;
  };
  return { server, open };
}

/** Lets one step happen. */
function happen(server: ModelServer, page: ModelClient, { kind, who, room, n }: Step): void {
  const { chat, wire } = page;
  const person = people[who] ?? ana;
  const look = (isLooking: boolean) =>
    chat.dispatch({ type: "attention/window-changed", isVisible: isLooking, isFocused: isLooking });
  const open = selectedRoomId(chat.getState());
  const steps: Record<Step["kind"], () => void> = {
    publish: () => void server.publish(person, room),
    read: () => void server.read(person, room, n * 2),
    edit: () => server.edit(room, n),
    leave: () => server.leave(person, room),
    join: () => server.join(person, room),
    deliver: () => page.deliver(wire.splice(0, 1 + (n % 3))),
    lose: () => void wire.splice(0, 1),
    double: () => page.deliver(wire.slice(0, 2)),
    swap: () => void wire.push(...wire.splice(0, 1)),
    heads: () => page.tellHeads(),
    advance: () => page.advance(n),
    fail: () => page.fail(n),
    pass: () => chat.clock.pass(100),
    rest: () => chat.clock.pass(2500),
    cut: () => page.cut(),
    back: () => page.back(),
    open: () => chat.arriveAt(`/view/oferta.${10_000 + room}`),
    home: () => chat.arriveAt("/"),
    look: () => look(true),
    "look-away": () => look(false),
    say: () => void (open !== null && chat.dispatch({ type: "messages/send-asked", roomId: open, text: `Zis ${n}` })),
    older: () => void (open !== null && chat.dispatch({ type: "messages/older-asked", roomId: open })),
    restore: () => {
      // A server that is put back to an older day has no calls from the later one.
      page.cut();
      page.failAll();
      server.restore(n % 4);
    },
  };
  steps[kind]();
}

/** One's own is the room's `readSeq`, which `unreadCount` speaks of. */
const readSeqOf = ({ readSeqs }: Room, person: Pick<Participant, "id" | "kind">): number | undefined =>
  isSamePerson(person, ana) ? undefined : readSeqs[person.id];

/** What everybody's list says; how it came about leaves no trace in it. */
const listOf = ({ rooms }: ChatState) => ({
  elsewhere: Object.entries(rooms.unreadElsewhere).filter(([, count]) => count > 0),
  rooms: rooms.order.map((id) => {
    const room = rooms.byId[id]!;
    const { cursor, lastMessage, othersReadSeq, members, membersTotal, updatedAt } = room;
    const names = members.map(({ name, ...person }) => `${name} read ${readSeqOf(room, person)}`).join();
    return `${id}: ${cursor}, ${unreadCount(room)} unread, others read ${othersReadSeq}, ${lastMessage?.text} (${lastMessage?.seq}) at ${updatedAt}, ${membersTotal}: ${names}`;
  }),
});

const words = (message: Message | null): string => `${message?.seq}: ${message?.text} (${message?.updatedSeq})`;

const held = (log: MessageLog): string[] => Array.from({ length: log.length }, (_, i) => words(messageAt(log, i)));

/** Every history that is held is the end of the server's, without a hole. */
function expectWhole(server: ModelServer, state: ChatState): void {
  for (const [id, { log, older, phase }] of Object.entries(state.timelines)) {
    const stored = server.messagesOf(Number(id)).map(words);
    const shown = held(log);
    if (phase !== "ready") continue;
    expect(shown).toEqual(stored.slice(stored.length - shown.length));
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(4, stored.length));
    if (older === "none") expect(shown).toHaveLength(stored.length);
  }
}

/** No room that is held lags behind or counts otherwise than the server, also where nothing had to be caught up with. */
function expectCounted(server: ModelServer, { rooms }: ChatState): void {
  for (const room of Object.values(rooms.byId)) {
    const stored = server.roomOf(room.id);
    // Heads name only rooms that are one's own: a leave that was lost shows with the next catch-up.
    if (!stored) continue;
    expect([room.id, room.cursor, unreadCount(room)]).toEqual([room.id, stored.cursor, stored.unread.count]);
  }
}

/** Everything comes to rest; the last word in each room is one that the page misses, so that its list is put in order. */
function settle(server: ModelServer, page: ModelClient): void {
  page.settle();
  expectCounted(server, page.chat.getState());
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
  return selectedRoomId(page.chat.getState());
}

test("[SYNC-6][MSG-6e][SYNC-9] stale state and events are the fresh state, whatever was lost, doubled, late or out of order", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.array(step, { maxLength: 120, size: "max" }),
      (isLoaded, knowsEdits, steps) => {
        const { server, open } = start();
        const page = open(knowsEdits);
        if (isLoaded) page.settle();
        for (const one of steps) happen(server, page, one);
        settle(server, page);
        const held = page.chat.getState();
        const fresh = open();
        fresh.settle();
        expect(listOf(held)).toEqual(listOf(fresh.chat.getState()));
        expectWhole(server, held);
        const opened = openRoomOf(page);
        if (opened !== null) expect(held.timelines[opened]?.phase).toBe("ready");
        expect(held.sync).toMatchObject({ phase: "idle", aside: {} });
        expect(
          Object.values(held.pending)
            .flat()
            .filter(({ status }) => status !== "failed"),
        ).toEqual([]);
        expect(held.unconfirmedReads).toEqual({});
      },
    ),
    { numRuns: 300 },
  );
});

const inRooms = fc.array(
  step.filter(({ kind }) => kind !== "restore"),
  { minLength: 100, maxLength: 100, size: "max" },
);

test("[ROOM-7a] in two tabs 10,000 random steps of publishing, reading, leaving and joining leave no count adrift", () => {
  fc.assert(
    fc.property(inRooms, (steps) => {
      const { server, open } = start();
      const pages = [open(), open()];
      for (const [at, one] of steps.entries()) happen(server, pages[at % 2]!, one);
      for (const page of pages) page.cut();
      // What one tab reads the other hears of.
      for (const page of [...pages, ...pages]) page.settle();
      const unread = server.unread();
      const total = Object.values(unread).reduce((sum, count) => sum + count, 0);
      for (const page of pages) {
        const { rooms } = page.chat.getState();
        expect(Object.fromEntries(rooms.order.map((id) => [id, unreadCount(rooms.byId[id]!)]))).toEqual(unread);
        expect(page.chat.asked("show-unread").at(-1)?.total ?? 0).toBe(total);
      }
    }),
    { numRuns: 100 },
  );
});
