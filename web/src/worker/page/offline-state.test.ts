import { expect, test } from "vitest";
import { room } from "../../testing/people.ts";
import { createAnasApp } from "../../testing/test-app.ts";

test("[ROOM-6][SW-1b] a removed room is dropped from the copies on the device, opened in this page or not", () => {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.getState().offline.opened).toEqual([1]);
  for (const roomId of [1, 2]) app.dispatch({ type: "rooms/removed", roomId });
  expect(app.getState().offline.opened).toEqual([]);
  expect(app.asked("forget-copied-room").map(({ roomId }) => roomId)).toEqual([1, 2]);
});
