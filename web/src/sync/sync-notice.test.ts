import { expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { radu, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const offline: CallError = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null };

/** Ana's page at rest: what there was to ask has been answered. */
function atRest(): TestChat {
  const chat = createAnasChat(room(1), room(2));
  chat.clock.pass(1000);
  answer(chat);
  chat.clock.pass(1000);
  chat.forget();
  return chat;
}

function answer(chat: TestChat): void {
  const asked = chat.getState().rooms.byId;
  const nothing = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked };
  chat.dispatch({ type: "sync/answered", answer: nothing });
}

test("[CONN-1a] a server that answers no catch-up for five seconds is told of, until it does; those present stay", () => {
  const chat = atRest();
  const isAwayLong = () => chat.getState().connection.isAwayLong;
  chat.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  chat.dispatch({ type: "sync/asked" });
  chat.clock.pass(100);
  for (let seconds = 0; seconds < 5; seconds += 1) {
    expect(isAwayLong()).toBe(false);
    chat.dispatch({ type: "sync/failed", error: offline, chance: 0 });
    chat.clock.pass(1000);
  }
  expect(isAwayLong()).toBe(true);
  expect(chat.getState().online[1]).toEqual([radu]);
  answer(chat);
  expect(isAwayLong()).toBe(false);
});

test("[CONN-1a] catching up that goes on failing after a reconnect is told of again, and is tried at once with it", () => {
  const chat = atRest();
  const fail = (): void => {
    chat.clock.pass(1000);
    chat.dispatch({ type: "sync/failed", error: offline, chance: 0 });
  };
  chat.dispatch({ type: "sync/asked" });
  fail();
  fail();
  for (const type of ["connection/lost", "connection/connected", "connection/listening"] as const)
    chat.dispatch({ type });
  const before = chat.asked("call-sync").length;
  chat.clock.pass(0);
  expect(chat.asked("call-sync")).toHaveLength(before + 1);
  for (let second = 0; second < 6; second += 1) {
    expect(chat.getState().connection.isAwayLong).toBe(false);
    fail();
  }
  chat.clock.pass(0);
  expect(chat.getState().connection.isAwayLong).toBe(true);
});

test("[CONN-1a] an answer that comes while nobody listens does not call the notice off", () => {
  const chat = atRest();
  chat.dispatch({ type: "sync/asked" });
  chat.clock.pass(100);
  chat.dispatch({ type: "connection/lost" });
  chat.dispatch({ type: "connection/connected" });
  answer(chat);
  chat.clock.pass(5000);
  expect(chat.getState().connection.isAwayLong).toBe(true);
});
