import { expect, test } from "vitest";
import { drawn } from "../testing/drawn.tsx";
import { room, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import { RoomRows } from "./room-rows.tsx";

test("[PERF-12] of many rooms that are held, only those that may be in view are drawn at first", () => {
  const rooms = Array.from({ length: 60 }, (_, i) => room(i + 1));
  const app = startAnasApp(createTestApp(), rooms, signedInRadu);
  const ids = drawn(app, <RoomRows />).match(/data-room="\d+"/g);
  expect(ids).toEqual(
    app
      .getState()
      .rooms.order.slice(0, 20)
      .map((id) => `data-room="${id}"`),
  );
  expect(app.getState().rooms.order).toHaveLength(60);
});
