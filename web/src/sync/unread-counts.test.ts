import { expect, test } from "vitest";
import { unreadCount } from "../state/selectors.ts";
import { ana, message, radu, readBy, received, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";

test("[ROOM-7a] a visitor who joins gets the room again, as if opened, with its unread messages", () => {
  const visited = room(1, { cursor: 5, readSeq: 5, members: [radu], membersTotal: 1 });
  const app = createAnasApp(visited, room(2));
  app.arriveAt("/view/oferta.10001");
  app.clock.pass(1000);
  app.forget();
  const joined = {
    kind: "members",
    origin: "live",
    roomId: 1,
    seq: 6,
    joined: ana,
    left: null,
    membersTotal: 2,
  } as const;
  app.dispatch({ type: "sync/events-received", events: [joined] });
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 6, unreadCount: 4 }) });
  expect(unreadCount(app.getState().rooms.byId[1]!)).toBe(0);
  expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 6 }]);
});

test("[ROOM-7] a count from before another device's read does not bring unread messages back", () => {
  const app = createAnasApp(room(1, { cursor: 10, unreadCount: 6, readSeq: 4 }), room(2));
  app.clock.pass(1000);
  const before = app.getState().rooms.byId;
  app.dispatch(received(message(1, 11)));
  app.dispatch(readBy(ana, 1, 12, 11));
  app.dispatch(received(message(1, 13)));
  expect(unreadCount(app.getState().rooms.byId[1]!)).toBe(1);
  app.forget();
  const rooms = [{ id: 1, events: [], head: 12, hasMore: false }];
  const answer = { epoch: "one", rooms, reset: [], unread: { 1: 7 }, fresh: [], asked: before };
  app.dispatch({ type: "sync/answered", answer });
  expect(unreadCount(app.getState().rooms.byId[1]!)).toBe(1);
  app.clock.pass(1000);
  expect(app.asked("call-sync")).toHaveLength(1);
});
