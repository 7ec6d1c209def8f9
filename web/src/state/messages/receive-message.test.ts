import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../entities.ts";
import { selectedRoomId, shownUnread, unreadCount, unreadTotal } from "../selectors.ts";
import { shownOf } from "../../testing/held-history.ts";
import { ana, message, radu, readBy, received, room, signedInAna } from "../../testing/people.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";
import { messageAt } from "../history/message-log.ts";

const receive = (app: TestApp, ...messages: readonly Message[]): void => app.dispatch(received(...messages));

const open = (app: TestApp, roomId: number): void => {
  app.dispatch({ type: "room/selected", roomId });
  app.dispatch({
    type: "messages/newest-loaded",
    roomId,
    page: { messages: [], isFull: false, seq: app.getState().rooms.byId[roomId]!.cursor },
  });
  app.forget();
};

const unread = (app: TestApp, roomId: number): number => unreadCount(app.getState().rooms.byId[roomId]!);

test("[LIST-1] an incoming message moves its room to the top of the list", () => {
  const app = createAnasApp(room(1), room(2), room(3));
  receive(app, message(3, 1));
  expect(app.getState().rooms.order).toEqual([3, 1, 2]);
  expect(app.getState().rooms.byId[3]?.lastMessage?.seq).toBe(1);
});

test("[LIVE-3] a burst has the same effect as its messages one by one", () => {
  const burst = [message(2, 1), message(1, 1), message(2, 2), message(1, 2, { author: ana })];
  const [together, apart] = [createAnasApp(room(1), room(2)), createAnasApp(room(1), room(2))];
  receive(together, ...burst);
  for (const one of burst) receive(apart, one);
  expect(together.getState()).toEqual(apart.getState());
  expect(together.getState().rooms.order).toEqual([1, 2]);
  expect(unread(together, 2)).toBe(2);
});

test("[LIST-2] a message in an unlisted room fetches that room", () => {
  const app = createAnasApp(room(1));
  receive(app, message(9, 4));
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 9 }]);
  app.dispatch({ type: "rooms/room-fetched", room: room(9, { unreadCount: 1, cursor: 4 }) });
  expect(app.getState().rooms.order).toEqual([9, 1]);
  expect(app.getState().rooms.total).toBe(2);
});

test("[LIVE-4] the same message on two channels counts and shows once", () => {
  const app = createAnasApp(room(1), room(2));
  open(app, 1);
  receive(app, message(2, 1));
  receive(app, message(2, 1));
  receive(app, message(1, 1));
  receive(app, message(1, 1));
  expect(unread(app, 2)).toBe(1);
  expect(shownOf(app, 1).log.length).toBe(1);
});

test("[WEB-4] a message in the open room is added, and marked read and reported 2000 ms later", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  receive(app, message(1, 1));
  expect(messageAt(shownOf(app, 1).log, 0)?.seq).toBe(1);
  expect(unread(app, 1)).toBe(1);
  app.clock.pass(1999);
  expect(app.asked("call-mark-read")).toEqual([]);
  app.clock.pass(1);
  expect(unread(app, 1)).toBe(0);
  expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 1 }]);
});

test("[WEB-4] messages that arrive during the 2 s get their own 2 s", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  receive(app, message(1, 1));
  app.clock.pass(900);
  receive(app, message(1, 2));
  app.clock.pass(1100);
  expect(unread(app, 1)).toBe(1);
  app.clock.pass(999);
  expect(unread(app, 1)).toBe(1);
  app.clock.pass(1);
  expect(unread(app, 1)).toBe(0);
  expect(app.asked("call-mark-read").map(({ upto }) => upto)).toEqual([1, 2]);
});

test("[WEB-4] in a stream of messages each is read 2 s after it arrived, and the server is notified once a second", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  for (let seq = 1; seq <= 60; seq += 1) {
    receive(app, message(1, seq));
    app.clock.pass(100);
    const { readSeq } = app.getState().rooms.byId[1]!;
    expect(readSeq).toBeLessThanOrEqual(Math.max(0, seq - 19));
    expect(readSeq).toBeGreaterThanOrEqual(seq - 30);
  }
  expect(app.asked("call-mark-read").length).toBeLessThanOrEqual(5);
  app.clock.pass(3000);
  expect(unread(app, 1)).toBe(0);
  const received = app.asked("call-mark-read").length;
  app.clock.pass(60_000);
  expect(app.asked("call-mark-read")).toHaveLength(received);
});

test("[WEB-4] nothing counts as read while nobody looks at the window; the 2 s start when somebody does", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
  receive(app, message(1, 1));
  app.clock.pass(60_000);
  expect(unread(app, 1)).toBe(1);
  expect(unreadTotal(app.getState())).toBe(1);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  expect(shownUnread(app.getState(), 1)).toBe(0);
  app.clock.pass(2000);
  expect(unread(app, 1)).toBe(0);
});

test("[WEB-4] looking away within the 2 s reads nothing", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  receive(app, message(1, 1));
  app.clock.pass(1999);
  app.dispatch({ type: "messages/attention-changed", isVisible: false, isFocused: false });
  app.clock.pass(5000);
  expect(app.asked("call-mark-read")).toEqual([]);
});

test("[WEB-4] a message below the screen stays unread until the list is at its end", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  app.dispatch({ type: "messages/end-changed", roomId: 1, isAtEnd: false });
  receive(app, message(1, 1));
  app.clock.pass(5000);
  expect(unread(app, 1)).toBe(1);
  app.dispatch({ type: "messages/end-changed", roomId: 1, isAtEnd: true });
  app.clock.pass(2000);
  expect(unread(app, 1)).toBe(0);
});

test("[READ-2] one's own message, also from another device, clears the unread count and is added", () => {
  const app = createAnasApp(room(1, { unreadCount: 3, cursor: 3 }));
  open(app, 1);
  receive(app, message(1, 4, { author: ana }));
  expect(unread(app, 1)).toBe(0);
  expect(app.getState().rooms.byId[1]?.readSeq).toBe(4);
  expect(shownOf(app, 1).log.length).toBe(1);
});

test("[SCROLL-1] one's own message raises the scroll-down flag of its open room for 100 ms", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  receive(app, message(1, 1, { author: ana }));
  expect(app.getState().scrollDownRoomId).toBe(1);
  app.clock.pass(99);
  expect(app.getState().scrollDownRoomId).toBe(1);
  app.clock.pass(1);
  expect(app.getState().scrollDownRoomId).toBeNull();
});

test("[ROOM-7a] a silenced person's messages raise no count", () => {
  const app = createAnasApp(room(1));
  const me = { ...signedInAna, silenced: [{ id: radu.id, kind: radu.kind }] };
  app.dispatch({ type: "session/me-loaded", me });
  receive(app, message(1, 1));
  expect(unread(app, 1)).toBe(0);
});

test("[ROOM-7] reading on another device moves the read marker here; later messages stay unread", () => {
  const app = createAnasApp(room(1));
  open(app, 1);
  app.dispatch({ type: "messages/attention-changed", isVisible: false, isFocused: false });
  for (const seq of [1, 2, 3]) receive(app, message(1, seq));
  app.dispatch(readBy(ana, 1, 4, 2));
  expect(unread(app, 1)).toBe(1);
  app.dispatch(readBy(ana, 1, 5, 1));
  expect(app.getState().rooms.byId[1]?.readSeq).toBe(2);
  app.dispatch(readBy(ana, 1, 6, 3));
  expect(unread(app, 1)).toBe(0);
});

test("[ROOM-7] others' read markers only move forward", () => {
  const app = createAnasApp(room(1));
  app.dispatch(readBy(radu, 1, 1, 5));
  app.dispatch(readBy(radu, 1, 2, 3));
  expect(app.getState().rooms.byId[1]).toMatchObject({ othersReadSeq: 5, readSeqs: { [radu.id]: 5 } });
});

test("[WEB-3] however the list moves, the selection stays the same and its index follows", () => {
  const app = createAnasApp(...Array.from({ length: 6 }, (_, i) => room(i + 1)));
  open(app, 4);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 }), (roomIds) => {
      for (const roomId of roomIds) {
        const { cursor } = app.getState().rooms.byId[roomId]!;
        receive(app, message(roomId, cursor + 1));
        const state = app.getState();
        expect(selectedRoomId(state)).toBe(4);
        expect(state.rooms.order).toContain(4);
        expect(state.rooms.order[0]).toBe(roomId);
        expect(new Set(state.rooms.order).size).toBe(6);
      }
    }),
  );
});
