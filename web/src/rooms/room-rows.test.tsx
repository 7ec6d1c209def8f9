import { expect, test } from "vitest";
import { drawn } from "../testing/drawn.tsx";
import { message, radu, room, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import { newsAbove, RoomRows } from "./room-rows.tsx";

test("[PERF-12] of many loaded rooms only those that may be in view are drawn at first", () => {
  const rooms = Array.from({ length: 60 }, (_, i) => room(i + 1));
  const app = startAnasApp(createTestApp(), rooms, signedInRadu);
  const ids = drawn(app, <RoomRows isHeld={false} />).match(/data-room="\d+"/g);
  expect(ids).toEqual(
    app
      .getState()
      .rooms.order.slice(0, 20)
      .map((id) => `data-room="${id}"`),
  );
  expect(app.getState().rooms.order).toHaveLength(60);
});

test("[LIST-1c] one's own messages are not news above the rows", () => {
  const rooms = [room(1), room(2), room(3, { lastMessage: message(3, 1, { author: radu }) })];
  const app = startAnasApp(createTestApp(), rooms, signedInRadu);
  expect(newsAbove(app.getState(), [1, 2, 3], [3, 2, 1])).toBe(1);
});
