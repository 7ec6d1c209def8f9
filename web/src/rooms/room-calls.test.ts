import { expect, test } from "vitest";
import type { CallResult } from "../api/api-client.ts";
import { outsideOf } from "../testing/outside.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { roomCalls } from "./room-calls.ts";

/** The performer of unread calls, and their answers in any order. */
function startUnreadCalls() {
  const app = createAnasApp();
  app.dispatch({ type: "rooms/page-loaded", rooms: [], total: 30, page: 1 });
  const answers: ((channels: readonly object[]) => void)[] = [];
  const call = () =>
    new Promise<CallResult<object>>((resolve) => {
      answers.push((channels) => resolve({ ok: true, value: { channels } }));
    });
  const { "call-unread": ask } = roomCalls(outsideOf(app, call));
  const answer = async (index: number, unread: number): Promise<void> => {
    answers[index]?.([{ kind: "room", id: 7, name: "oferta.10007", unread_count: unread }]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask: () => ask({ type: "call-unread" }), answer, elsewhere: () => app.getState().rooms.unreadElsewhere };
}

test("[ROOM-7a] the count that was asked for last stays, also where an earlier answer comes after it", async () => {
  const { ask, answer, elsewhere } = startUnreadCalls();
  ask();
  ask();
  await answer(1, 0);
  await answer(0, 3);
  expect(elsewhere()).toEqual({});
  ask();
  ask();
  await answer(2, 2);
  expect(elsewhere()).toEqual({ 7: 2 });
});
