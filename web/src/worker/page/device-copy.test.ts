import { expect, test } from "vitest";
import { offerOf } from "../../testing/offers.ts";
import { message, radu, received, room, signedInAna } from "../../testing/people.ts";
import { callError } from "../../testing/call-errors.ts";
import { shownOf, seqsOf } from "../../testing/held-history.ts";
import { createAnasApp, createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type DeviceCopy, listCopy, roomCopy } from "./device-copy.ts";

const at = "2026-01-05T10:00:00.000Z";
const offline = { type: "rooms/page-failed", error: callError("offline") } as const;

function started(address = "/"): TestApp {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  app.arriveAt(address);
  app.dispatch({ type: "session/started" });
  return app;
}

function loaded(seqs: readonly number[], texts: Readonly<Record<number, string>> = {}): TestApp {
  const app = started();
  const last = seqs.at(-1) ?? 0;
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1, { cursor: last }), room(2)], total: 2, page: 1 });
  app.dispatch({ type: "room/selected", roomId: 1 });
  const messages = seqs.map((seq) => message(1, seq, { text: texts[seq] ?? `Mesajul ${seq}` }));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: last } });
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer: offerOf(10_001) });
  return app;
}

function copyOf(app: TestApp): DeviceCopy {
  const state = app.getState();
  const list = listCopy(state, at);
  if (!list) throw new Error("There is no list.");
  return { list, rooms: list.opened.flatMap((id) => roomCopy(state, id) ?? []) };
}

test("[SW-1b] a page without a network shows the copy with its age, and the room of its address", () => {
  const copy = copyOf(loaded([4, 5, 6]));
  const app = started("/view/oferta.10001");
  app.dispatch(offline);
  expect(app.asked("read-copy")).toHaveLength(1);
  app.dispatch({ type: "offline/copy-read", copy });
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10001", error: callError("offline") });
  expect(app.asked("copy-to-device")).toEqual([]);
  const { rooms, openRoom, offers, offline: shown } = app.getState();
  expect([rooms.order, openRoom, shown.copiedAt]).toEqual([[1, 2], { phase: "open", roomId: 1 }, at]);
  expect(seqsOf(shownOf(app, 1).log)).toEqual([4, 5, 6]);
  expect(offers).toEqual([{ number: 10_001, phase: "ready", offer: offerOf(10_001), askedVersion: null }]);
});

test("[SW-1b] a join link opens the copied room, and otherwise fails with an explanation", () => {
  const copy = copyOf(loaded([4, 5, 6]));
  for (const [path, opened] of [
    ["/join/10001", { phase: "open", roomId: 1 }],
    ["/join/10009", { phase: "failed", roomRef: "oferta.10009", error: callError("offline"), isAsked: true }],
  ] as const) {
    for (const isCopyFirst of [true, false]) {
      const app = started(path);
      app.dispatch(offline);
      const roomRef = path.replace("/join/", "oferta.");
      const failed = { type: "room/open-failed", roomRef, error: callError("offline") } as const;
      const read = { type: "offline/copy-read", copy } as const;
      for (const event of isCopyFirst ? [read, failed] : [failed, read]) app.dispatch(event);
      expect([path, app.getState().openRoom]).toEqual([path, opened]);
    }
  }
});

test("[SW-1b] the page catches up with the server from the copy's cursors, and the notice disappears", () => {
  const app = started("/view/oferta.10001");
  app.dispatch(offline);
  app.dispatch({ type: "offline/copy-read", copy: copyOf(loaded([4, 5, 6])) });
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10001", error: callError("offline") });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  app.clock.pass(5000);
  expect(app.asked("call-sync").at(-1)).toMatchObject({ epoch: "one", cursors: { 1: 6, 2: 0 } });
  app.dispatch(received(message(1, 7)));
  const answer = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: app.getState().rooms.byId };
  app.dispatch({ type: "sync/answered", answer });
  expect(app.getState().offline.copiedAt).toBeNull();
  expect(seqsOf(shownOf(app, 1).log)).toEqual([4, 5, 6, 7]);
});

test("[SW-1b] messages copied before the room's row precede a gap, not the live end", () => {
  const { list, rooms } = copyOf(loaded([4, 5, 6]));
  const newer = { ...list, rooms: [room(1, { cursor: 9 }), room(2)] };
  const app = started();
  app.dispatch(offline);
  app.dispatch({ type: "offline/copy-read", copy: { list: newer, rooms } });
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-failed", roomId: 1, error: callError("offline") });
  const timeline = app.getState().timelines[1];
  expect(seqsOf(shownOf(app, 1).log)).toEqual([4, 5, 6]);
  expect([timeline?.hasEnd, timeline?.ranges.map(({ from, to }) => [from, to])]).toEqual([
    false,
    [
      [4, 6],
      [10, Number.POSITIVE_INFINITY],
    ],
  ]);
});

test("[SW-1b] the server's responses replace any copy, and after a refusal none is read", () => {
  const copy = copyOf(loaded([4, 5, 6]));
  const app = started();
  app.dispatch({ type: "rooms/page-failed", error: callError("forbidden") });
  expect(app.asked("read-copy")).toEqual([]);
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(3)], total: 1, page: 1 });
  app.dispatch({ type: "offline/copy-read", copy });
  expect(app.getState().rooms.order).toEqual([3]);
});

test("[SW-1b] a room's copy is limited in messages and characters, and has the newest of them", () => {
  const seqs = Array.from({ length: 150 }, (_, i) => i + 1);
  expect(roomCopy(loaded(seqs).getState(), 1)).toMatchObject({ from: 51, messages: { length: 100 } });
  const long = roomCopy(loaded([1, 2, 3], { 2: "x".repeat(199_999) }).getState(), 1);
  expect(long?.messages.map(({ seq }) => seq)).toEqual([3]);
});

test("[SW-1b] a visited room is not copied", () => {
  const app = loaded([4]);
  app.arriveAt("/view/oferta.10003");
  const viewed = room(3, { members: [radu], membersTotal: 1 });
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10003", room: viewed });
  app.dispatch({ type: "messages/newest-loaded", roomId: 3, page: { messages: [], isFull: false, seq: 0 } });
  const { list, rooms } = copyOf(app);
  expect([list.order, list.total, rooms.map((copy) => copy.room.id)]).toEqual([[1, 2], 2, [1]]);
});

test("[SW-1b] the thirty rooms opened last are copied", () => {
  const app = started();
  const rooms = Array.from({ length: 35 }, (_, i) => room(i + 1));
  app.dispatch({ type: "rooms/page-loaded", rooms, total: 25, page: 1 });
  for (const { id } of rooms) app.dispatch({ type: "room/selected", roomId: id });
  app.dispatch({ type: "room/selected", roomId: 7 });
  const opened = app.getState().offline.opened;
  expect([opened.length, opened[0], opened.at(-1)]).toEqual([30, 6, 7]);
});

test("[SW-1d] a newer build only starts if nothing is unsent", () => {
  const app = loaded([4]);
  app.dispatch({ type: "offline/update-ready" });
  app.dispatch({ type: "drafts/written", roomId: 1, text: "început" });
  app.dispatch({ type: "offline/update-asked" });
  expect(app.asked("use-update")).toEqual([]);
  app.dispatch({ type: "drafts/written", roomId: 1, text: "" });
  app.dispatch({ type: "room/leave-asked", roomId: 2 });
  app.dispatch({ type: "offline/update-asked" });
  expect([app.asked("use-update"), Object.keys(app.getState().undoable).length]).toEqual([[], 1]);
  app.clock.pass(10_000);
  app.dispatch({ type: "offline/update-asked" });
  expect(app.asked("use-update")).toHaveLength(1);
});

test("[SW-1h] a share goes to the room that the person picks, and nowhere once dropped", () => {
  const share = { files: [], text: "De la alt program", left: 0 };
  const app = loaded([4]);
  app.dispatch({ type: "offline/shared", share });
  app.dispatch({ type: "offline/share-answered", roomId: 2 });
  expect([app.getState().drafts[2], app.getState().offline.share]).toEqual(["De la alt program", null]);
  app.dispatch({ type: "drafts/written", roomId: 2, text: "Al meu" });
  app.dispatch({ type: "offline/shared", share });
  app.dispatch({ type: "offline/share-answered", roomId: 2 });
  expect(app.getState().drafts[2]).toBe("Al meu");
  app.dispatch({ type: "offline/shared", share });
  app.dispatch({ type: "offline/share-answered", roomId: null });
  expect(app.getState().drafts[1] ?? "").toBe("");
  expect(app.asked("drop-share")).toHaveLength(3);
});

test("[SW-1p] a share without a worker is reported as lost, and removed from the address", () => {
  const app = started("/?share=lost");
  app.dispatch({ type: "offline/share-arrived", problem: "lost" });
  expect(app.asked("navigate").at(-1)).toEqual({ type: "navigate", to: "/", replace: true });
  expect(app.getState().alerts.map(({ text }) => text)).toEqual([{ kind: "key", key: "offline.shareLost" }]);
});

test("[SW-1p] a share that could not be stored is reported, one that arrived is not", () => {
  const app = started("/?share=failed");
  app.dispatch({ type: "offline/share-arrived", problem: null });
  expect(app.getState().alerts).toEqual([]);
  app.dispatch({ type: "offline/share-arrived", problem: "failed" });
  expect(app.getState().alerts.map(({ text }) => text)).toEqual([{ kind: "key", key: "offline.shareFailed" }]);
});

test("[OLDER-6] while the server is unavailable, a room with history is never evicted for one without", () => {
  const rooms = Array.from({ length: 35 }, (_, i) => room(i + 1));
  const app = createAnasApp(...rooms);
  const open = (roomId: number) => app.dispatch({ type: "room/selected", roomId });
  const held = () => Object.keys(app.getState().timelines).map(Number);
  for (const { id } of rooms.slice(0, 30)) open(id);
  app.dispatch({ type: "connection/lost" });
  for (const { id } of rooms.slice(30, 34)) open(id);
  expect(held()).toHaveLength(34);
  app.dispatch({ type: "connection/connected" });
  open(35);
  expect(held()).toEqual(rooms.slice(5).map(({ id }) => id));
});

test("[OLDER-6] the 30 rooms opened last keep their history, and any other opens as if for the first time, keeping the person's own data", () => {
  const others = Array.from({ length: 30 }, (_, i) => room(i + 2));
  const app = createAnasApp(room(1, { cursor: 5000, readSeq: 100, unreadCount: 4900 }), ...others);
  const open = (roomId: number) => app.dispatch({ type: "room/selected", roomId });
  const held = () => Object.keys(app.getState().timelines).map(Number);
  const page = { messages: [message(1, 101)], seq: 5000, hasOlder: true, hasNewer: true };
  open(1);
  app.dispatch({ type: "messages/around-loaded", roomId: 1, aroundSeq: 101, page });
  app.dispatch({ type: "outbox/send-asked", roomId: 2, text: "Da" });
  app.dispatch({ type: "drafts/written", roomId: 1, text: "Mai caut" });
  const { pending, drafts, unreadStarts } = app.getState();
  for (const { id } of others.slice(0, -1)) open(id);
  expect(held()).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  open(2);
  open(31);
  expect([held().includes(1), held().includes(2), held().length]).toEqual([false, true, 30]);
  // The page of history was in flight, and arrives too late.
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 101, page: { ...page, isFull: true } });
  expect(held()).not.toContain(1);
  expect(app.getState()).toMatchObject({ pending, drafts, unreadStarts });
  app.forget();
  open(1);
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 101 }]);
  expect(app.getState().timelines[1]).toMatchObject({ phase: "loading", dividerSeq: 101, jumps: 0 });
});
