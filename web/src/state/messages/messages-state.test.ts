import { expect, test } from "vitest";
import type { Message, Room } from "../entities.ts";
import { seqsOf, shownOf } from "../../testing/held-history.ts";
import { message, received, room } from "../../testing/people.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";
import { callError } from "../../testing/call-errors.ts";

const pageSize = 50;

function pageOf(stored: readonly Message[], beforeSeq = Number.POSITIVE_INFINITY) {
  const messages = stored.filter(({ seq }) => seq < beforeSeq).slice(-pageSize);
  return { messages, isFull: messages.length === pageSize, seq: stored.length };
}

const upTo = (newest: number): Message[] => Array.from({ length: newest }, (_, i) => message(1, i + 1));

function opened(stored: readonly Message[]): TestApp {
  const app = createAnasApp(room(1, { cursor: stored.length }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(stored) });
  app.forget();
  return app;
}

const timeline = (app: TestApp) => app.getState().timelines[1]!;

const seqs = (app: TestApp): readonly (number | undefined)[] => seqsOf(shownOf(app, 1).log);

/** Catches up with a restored server, which has another epoch: its first response voids the cursor, and its second brings the room. */
function catchUpAfterRestore(app: TestApp, restored: Room): void {
  const nothing = { epoch: "two", rooms: [], reset: [], unread: {}, fresh: [], asked: app.getState().rooms.byId };
  app.dispatch({ type: "sync/answered", answer: { ...nothing, reset: [1] } });
  app.dispatch({ type: "sync/answered", answer: { ...nothing, fresh: [restored] } });
}

test("[OLDER-2] older pages are requested before the oldest held message, one at a time, to the beginning", () => {
  const stored = upTo(120);
  const app = opened(stored);
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(app.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 71 }]);
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page: pageOf(stored, 71) });
  expect(shownOf(app, 1).older).toBe("some");
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 21, page: pageOf(stored, 21) });
  expect(shownOf(app, 1).older).toBe("none");
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(app.asked("call-older-messages")).toHaveLength(2);
  expect(seqs(app)).toEqual(stored.map(({ seq }) => seq));
});

test("[SYNC-9] an older page from before the room was fetched again is refused, as it may be outdated", () => {
  const stored = upTo(120);
  const app = opened(stored);
  const newer = { kind: "payload", name: "", origin: "live", roomId: 1, seq: 121, data: null } as const;
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.dispatch({ type: "sync/events-received", events: [newer] });
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 121 }) });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { ...pageOf(stored), seq: 121 } });
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page: pageOf(stored, 71) });
  expect(shownOf(app, 1).log).toHaveLength(50);
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(app.asked("call-older-messages")).toHaveLength(3);
});

test("[PERF-1h] a first page that the head requested before the room was fetched is requested again, once", () => {
  const app = createAnasApp(room(1, { cursor: 11 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.forget();
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(10)) });
  expect(app.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 1 }]);
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(11)) });
  expect(timeline(app).phase).toBe("ready");
  expect(app.asked("call-newest-messages")).toHaveLength(1);
});

test("[KEEP-2c] if a restored server has lost the room's newest events, the page repeats its call once, then catches up", () => {
  const app = createAnasApp(room(1, { cursor: 11 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.forget();
  const page = pageOf(upTo(10));
  for (let calls = 1; calls <= 3; calls += 1) app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  expect(app.asked("call-newest-messages")).toHaveLength(1);
  app.clock.pass(100);
  expect(app.asked("call-sync")).toEqual([{ type: "call-sync", epoch: "one", cursors: { 1: 11 } }]);
  catchUpAfterRestore(app, room(1, { cursor: 10, epoch: "two" }));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  expect(timeline(app).phase).toBe("ready");
  expect(seqs(app)).toEqual(page.messages.map(({ seq }) => seq));
});

test("[KEEP-2c] messages that may be outdated are requested from a restored server once more, then the page catches up", () => {
  const stored = upTo(120);
  const app = opened(stored);
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page: pageOf(stored, 71) });
  const newer = { kind: "payload", name: "", origin: "live", roomId: 1, seq: 121, data: null } as const;
  app.dispatch({ type: "sync/events-received", events: [newer] });
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 121 }) });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { ...pageOf(stored), seq: 121 } });
  expect(timeline(app)).toMatchObject({ phase: "ready", stale: { to: 70, phase: "loading" } });
  app.forget();
  const page = pageOf(upTo(119), 71);
  for (let calls = 1; calls <= 3; calls += 1)
    app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page });
  expect(app.asked("call-older-messages")).toHaveLength(1);
  app.clock.pass(100);
  expect(app.asked("call-sync")).toHaveLength(1);
  catchUpAfterRestore(app, room(1, { cursor: 119, epoch: "two" }));
  expect(timeline(app)).toMatchObject({ phase: "loading", stale: null, fromSeq: 119 });
});

test("[OLDER-2] an overlapping older page adds each message once", () => {
  const stored = upTo(80);
  const app = opened(stored);
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 31, page: pageOf(stored, 60) });
  expect(seqs(app)).toEqual(Array.from({ length: 71 }, (_, i) => i + 10));
});

test("[OLDER-2] an older page is requested again if catching up has brought older messages since", () => {
  const stored = upTo(120);
  const app = createAnasApp(room(1, { cursor: 20 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(stored) });
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.dispatch(received(...stored.slice(20)));
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page: pageOf(stored, 71) });
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(app.asked("call-older-messages").map(({ beforeSeq }) => beforeSeq)).toEqual([71, 21]);
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 21, page: pageOf(stored, 21) });
  expect(seqs(app)).toEqual(stored.map(({ seq }) => seq));
});

test("[SYNC-4] a page requested before the room was fetched again is dropped: it would leave a gap", () => {
  const app = createAnasApp(room(1, { cursor: 70 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(60)) });
  expect(timeline(app).phase).toBe("loading");
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(70)) });
  expect(seqs(app)).toEqual(Array.from({ length: 50 }, (_, i) => i + 21));
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 11, page: pageOf(upTo(70), 11) });
  expect(seqs(app)[0]).toBe(21);
});

test("[SYNC-4] messages that arrive while the first page loads follow it", () => {
  const app = createAnasApp(room(1, { cursor: 60 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch(received(message(1, 61), message(1, 62)));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(61)) });
  expect(seqs(app)).toEqual(Array.from({ length: 51 }, (_, i) => i + 12));
});

test("[OLDER-2] a failed first page can be requested again", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  const error = callError("offline");
  app.dispatch({ type: "messages/newest-failed", roomId: 1, error });
  expect(timeline(app).phase).toBe("failed");
  app.dispatch({ type: "messages/reload-asked", roomId: 1 });
  expect(timeline(app).phase).toBe("loading");
  expect(app.asked("call-newest-messages")).toHaveLength(2);
});
