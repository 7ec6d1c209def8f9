import { expect, test } from "vitest";
import { messageAt } from "../history/message-log.ts";
import { unreadCount } from "../selectors.ts";
import type { StorePart } from "../store.ts";
import { shownOf } from "../../testing/held-history.ts";
import { message, received, room } from "../../testing/people.ts";
import { createAnasApp, createTestApp, startAnasApp, type TestApp } from "../../testing/test-app.ts";
import { changed } from "../transition.ts";
import { retryLater } from "./retries-state.ts";
import { callError } from "../../testing/call-errors.ts";
import { answered, failAgain, failed } from "../../testing/failures.ts";

const timeline = (app: TestApp) => app.getState().timelines[1]!;
const calls = (app: TestApp): number => app.asked("call-newest-messages").length;
test.each(["unexpected", "unavailable", "timeout", "offline", "too_many_requests"] as const)(
  "[SYNC-8a] a history that failed for a temporary reason (%s) is requested again",
  (code) => {
    const app = failed(code);
    app.clock.pass(1000);
    expect([calls(app), timeline(app).phase]).toEqual([1, "loading"]);
  },
);

test("[SYNC-8a] the waits between attempts grow, and are never shorter than the server's own", () => {
  const app = failed();
  for (const waitMs of [1000, 2000, 4000, 8000]) {
    app.forget();
    app.clock.pass(waitMs / 2 - 1);
    expect(calls(app)).toBe(0);
    app.clock.pass(waitMs / 2 + 1);
    expect(calls(app)).toBe(1);
    failAgain(app, "unavailable");
  }
  const shown = failed("unavailable", 20);
  shown.clock.pass(19_999);
  expect(calls(shown)).toBe(0);
  shown.clock.pass(1);
  expect(calls(shown)).toBe(1);
});

test("[SYNC-8a] refused calls are not retried by timer, and neither is one on which the server keeps failing", () => {
  const refused = failed("forbidden");
  refused.clock.pass(120_000);
  expect(calls(refused)).toBe(0);
  const app = failed();
  for (let attempt = 0; attempt < 9; attempt += 1) {
    app.clock.pass(30_000);
    if (timeline(app).phase === "loading") failAgain(app, "unexpected");
  }
  expect(calls(app)).toBe(4);
});

test("[SYNC-8a] a failed older page is requested again as soon as the server allows", () => {
  const app = failed();
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 11));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 60 } });
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.forget();
  app.dispatch({ type: "messages/older-failed", roomId: 1, error: callError("too_many_requests", 7) });
  app.clock.pass(6999);
  expect([app.asked("call-older-messages"), shownOf(app, 1).older]).toEqual([[], "failed"]);
  app.clock.pass(1);
  expect(app.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 11 }]);
  expect(calls(app)).toBe(0);
});

test("[SYNC-8a] a good moment retries at once: the network is back, somebody looks, or catching up succeeded", () => {
  const moments: readonly ((app: TestApp) => void)[] = [
    (app) => app.dispatch({ type: "sync/asked" }),
    (app) => app.dispatch({ type: "connection/listening" }),
    answered,
  ];
  for (const happen of moments) {
    const app = failed("forbidden");
    happen(app);
    expect(calls(app)).toBe(1);
    happen(app);
    expect(calls(app)).toBe(1);
  }
});

test("[SYNC-4] live messages survive another attempt, follow its page without a gap, and can be read", () => {
  const app = failed();
  app.dispatch(received(message(1, 61)));
  expect(unreadCount(app.getState().rooms.byId[1]!)).toBe(1);
  app.dispatch({ type: "messages/reload-asked", roomId: 1 });
  expect([timeline(app).phase, shownOf(app, 1).log.length]).toEqual(["loading", 1]);
  failAgain(app, "unexpected");
  expect([timeline(app).phase, shownOf(app, 1).log.length]).toEqual(["failed", 1]);
  app.clock.pass(2000);
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 12));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 61 } });
  const { log, older } = shownOf(app, 1);
  expect([timeline(app).phase, older, log.length, messageAt(log, 0)?.seq]).toEqual(["ready", "some", 50, 12]);
  app.clock.pass(2000);
  expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 61 }]);
});

test("[SYNC-8a] a list that fails after the page is subscribed is requested again", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "rooms/more-asked" });
  const listed = (): number => app.asked("call-rooms-page").length;
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 3, page: 1 });
  app.dispatch({ type: "rooms/more-asked" });
  app.forget();
  app.dispatch({ type: "rooms/page-failed", error: callError("unavailable") });
  app.clock.pass(1000);
  expect(app.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 2 }]);
  app.dispatch({ type: "rooms/page-failed", error: callError("forbidden") });
  app.clock.pass(120_000);
  expect(listed()).toBe(1);
  answered(app);
  expect(listed()).toBe(2);
});

test("[ROOM-7a] a failed count of the rooms elsewhere is requested again, by timer and after catching up", () => {
  const app = createAnasApp();
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 30, page: 1 });
  app.forget();
  const counts = (): number => app.asked("call-unread").length;
  app.dispatch({ type: "rooms/unread-failed", error: callError("unavailable") });
  app.clock.pass(1000);
  expect(counts()).toBe(1);
  app.dispatch({ type: "rooms/unread-failed", error: callError("unavailable") });
  answered(app);
  expect(counts()).toBe(2);
  app.dispatch({ type: "rooms/unread-loaded", unread: { 9: 5 } });
  answered(app);
  app.clock.pass(60_000);
  expect(counts()).toBe(2);
  app.dispatch({ type: "rooms/unread-failed", error: callError("too_many_requests", 60) });
  app.dispatch({ type: "connection/listening" });
  expect(counts()).toBe(2);
  app.clock.pass(60_000);
  app.dispatch({ type: "rooms/unread-loaded", unread: {} });
  app.dispatch({ type: "connection/listening" });
  expect(counts()).toBe(4);
});

test("[SYNC-8a] an isolated slice retries its own calls: by timer, and after catching up", () => {
  const more: StorePart = {
    initial: {},
    handlers: { "offers/failed": (state, { error: failure }, context) => retryLater(state, "more", failure, context) },
    retry: (state, isDue) => changed(state, isDue("more") ? [{ type: "call-offer", offerNumber: 7 }] : []),
  };
  const app = startAnasApp(createTestApp("ready", {}, more), []);
  app.dispatch({ type: "offers/failed", offerNumber: 7, error: callError("unavailable") });
  app.clock.pass(1000);
  expect(app.asked("call-offer")).toHaveLength(1);
  answered(app);
  expect(app.asked("call-offer")).toHaveLength(2);
});
