import { describe, expect, test } from "vitest";
import type { Me, Message, MessageAction, Participant, Room, RoomEvent } from "../state/entities.ts";
import type { OfferUpdate } from "../state/offer-entities.ts";
import type { Effect } from "../state/shape.ts";
import { ana, message, mia, radu, received, room, signedInAna, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";

const rungs = (app: TestApp): readonly string[] =>
  app.asked("ring").flatMap(({ rings }) => rings.map(({ about, roomId, seq }) => `${about} ${roomId}.${seq}`));

const started = (self: Me = signedInAna, given: Parameters<typeof room>[1] = {}): TestApp => {
  const app = startAnasApp(createTestApp(), [room(1, given), room(2)], self);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
  app.forget();
  return app;
};

const receive = (app: TestApp, ...events: readonly RoomEvent[]): void =>
  app.dispatch({ type: "sync/events-received", events });

const action = (seq: number, given: Partial<MessageAction> = {}): RoomEvent => {
  const data: MessageAction = {
    id: 7,
    kind: "take-over",
    person: radu,
    messageId: 100_001,
    messageSeq: 1,
    seq,
    isDeleted: false,
    at: "2026-01-05T09:00:00.000Z",
    ...given,
  };
  return { kind: "payload", name: "ChatMessageAction", origin: "live", roomId: 1, seq, data };
};

const offer = (seq: number, by = radu): RoomEvent => {
  const data: OfferUpdate = { offerNumber: 10_001, version: 2, status: "sent", changes: [], changesTotal: 0, by };
  return { kind: "payload", name: "OfferUpdated", origin: "live", roomId: 1, seq, data };
};

const asCaughtUp = (messages: readonly Message[]): Parameters<TestApp["dispatch"]>[0] => ({
  type: "sync/answered",
  answer: {
    epoch: "one",
    rooms: [
      {
        id: 1,
        events: messages.map((one) => ({ kind: "message", origin: "catch-up", roomId: 1, seq: one.seq, message: one })),
        head: messages.length,
        hasMore: false,
      },
    ],
    reset: [],
    unread: {},
    fresh: [],
    asked: {},
  },
});

describe("rings", () => {
  test("[NOTE-3] somebody else's message rings", () => {
    const app = started();
    app.dispatch(received(message(1, 1)));
    expect(rungs(app)).toEqual(["message 1.1"]);
  });

  test("[NOTE-3] a message in an unloaded room rings", () => {
    const app = started();
    app.dispatch(received(message(9, 1)));
    expect(rungs(app)).toEqual(["message 9.1"]);
  });

  test("[NOTE-3] a take-over of one's own message rings; one of somebody else's message, or a like, does not", () => {
    const own = message(1, 1, { author: ana });
    const app = started(signedInAna, { cursor: 1, lastMessage: own });
    receive(app, action(2, { kind: "like" }));
    receive(app, action(3, { isDeleted: true }));
    receive(app, action(4, { messageSeq: 0 }));
    expect(rungs(app)).toEqual([]);
    receive(app, action(5));
    expect(rungs(app)).toEqual(["take-over 1.5"]);
  });

  test("[ROOM-14f] being added to a room by somebody else rings, joining it oneself or along with others does not", () => {
    const app = started();
    const joined = (roomId: number, who: Participant, by?: Participant): RoomEvent => ({
      ...{ kind: "members", origin: "live", roomId, seq: 1, left: null, membersTotal: 2 },
      ...{ joined: who, ...(by && { by }) },
    });
    receive(app, joined(7, ana), joined(8, mia, radu));
    expect(rungs(app)).toEqual([]);
    receive(app, joined(9, ana, radu));
    expect(rungs(app)).toEqual(["brought-in 9.1"]);
  });

  test("[ROOM-14f] after catching up, unread rooms that the person was added to since the list loaded ring", () => {
    const bringIn = (id: number, day: number, given: Partial<Room> = {}) => {
      const at = `2026-02-${day}T09:00:00.000Z`;
      return room(id, { broughtIn: { seq: 3, at, by: radu }, updatedAt: at, ...given });
    };
    const held = Array.from({ length: 20 }, (_, n) => room(100 + n, { updatedAt: "2026-02-20T09:00:00.000Z" }));
    const app = startAnasApp(createTestApp(), held, signedInAna);
    const [first] = held;
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
    const fresh = [bringIn(7, 21), bringIn(8, 19), bringIn(9, 22, { readSeq: 3 }), room(6)];
    const answer = { epoch: "one", rooms: [], reset: [], unread: {}, asked: app.getState().rooms.byId };
    app.dispatch({ type: "sync/answered", answer: { ...answer, fresh } });
    expect(rungs(app)).toEqual(["brought-in 7.3"]);
    // A pinned room, however old, pushes another room off the first page.
    const pinning = { ...signedInAna, rooms: { pinned: [100], muted: [], unread: [] } };
    const other = startAnasApp(
      createTestApp(),
      [{ ...first!, updatedAt: "2026-01-01T09:00:00.000Z" }, ...held.slice(1)],
      pinning,
    );
    other.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
    const asked = other.getState().rooms.byId;
    other.dispatch({ type: "sync/answered", answer: { ...answer, asked, fresh: [bringIn(8, 19)] } });
    expect(rungs(other)).toEqual([]);
  });

  test("[NOTE-3] an offer's change rings for its customer, and for the staff who hold the room", () => {
    const customer = started();
    receive(customer, offer(1));
    expect(rungs(customer)).toEqual(["offer 1.1"]);
    const staff = started(signedInRadu);
    receive(staff, offer(1, ana));
    expect(rungs(staff)).toEqual([]);
    receive(staff, action(2), offer(3, ana));
    expect(rungs(staff)).toEqual(["offer 1.3"]);
  });

  test("[NOTE-3b] one's own acts never ring", () => {
    const app = started();
    app.dispatch(received(message(1, 1, { author: ana })));
    receive(app, offer(2, ana), action(3, { person: ana }));
    expect(rungs(app)).toEqual([]);
  });

  test("[NOTE-3b] muted rooms and silenced people never ring", () => {
    const rooms = { pinned: [], muted: [2], unread: [] };
    const app = started({ ...signedInAna, rooms, silenced: [{ id: mia.id, kind: mia.kind }] });
    app.dispatch(received(message(2, 1)));
    app.dispatch(received(message(1, 1, { author: mia })));
    receive(app, offer(2, mia));
    expect(rungs(app)).toEqual([]);
    app.dispatch(received(message(1, 3)));
    expect(rungs(app)).toEqual(["message 1.3"]);
  });

  test("[NOTE-3b] messages already read on another device never ring", () => {
    const app = started(signedInAna, { readSeq: 1 });
    app.dispatch(received(message(1, 1), message(1, 2)));
    expect(rungs(app)).toEqual(["message 1.2"]);
  });

  test("[NOTE-3b] the room being read and visited rooms never ring", () => {
    const app = started();
    app.dispatch({ type: "room/selected", roomId: 1 });
    app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
    app.dispatch(received(message(1, 1)));
    receive(app, offer(2));
    expect(rungs(app)).toEqual([]);
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
    app.dispatch(received(message(1, 3)));
    expect(rungs(app)).toEqual(["message 1.3"]);
    const visitor = started(signedInAna, { members: [radu], isMember: false });
    visitor.dispatch(received(message(1, 1)));
    expect(rungs(visitor)).toEqual([]);
  });

  test("[NOTE-3a] events caught up with ring together", () => {
    const app = started();
    app.dispatch(asCaughtUp([message(1, 1), message(1, 2), message(1, 3)]));
    expect(app.asked("ring")).toHaveLength(1);
    expect(rungs(app)).toEqual(["message 1.1", "message 1.2", "message 1.3"]);
  });

  test("[NOTE-2c] nothing rings in quiet hours, and later events do", () => {
    // The fake clock begins at 22:13 UTC.
    const quiet = { from: "22:00", to: "22:30", time_zone: "UTC" };
    const app = started({ ...signedInAna, notifications: { privacy: "what", quiet } });
    app.dispatch(received(message(1, 1)));
    expect(rungs(app)).toEqual([]);
    app.clock.pass(20 * 60 * 1000);
    app.dispatch(received(message(1, 2)));
    expect(rungs(app)).toEqual(["message 1.2"]);
  });

  test("[NOTE-3a] rings say whether the person is looking at the page", () => {
    const app = started();
    app.dispatch(received(message(1, 1)));
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
    app.dispatch(received(message(1, 2)));
    const looking = app.asked("ring").map(({ isLooking }: Effect<"ring">) => isLooking);
    expect(looking).toEqual([false, true]);
  });
});
