import type { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import { expect, test, vi } from "vitest";
import type { CallResult } from "../api/api-client.ts";
import { unreadCount } from "../state/selectors.ts";
import { connectedPage, presence } from "../testing/live-page.ts";
import { message, received, room } from "../testing/people.ts";
import { outsideOf } from "../testing/outside.ts";
import type { StorePart } from "../state/store.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import { syncPart } from "./sync-part.ts";

const head = { id: 1, name: "oferta.10001", channel: "presence-oferta.10001", last_seq: 7, epoch: "one" };
const salut = {
  ...{ id: 70, room_id: 1, seq: 7, client_id: null, timestamp: "2026-01-05T09:00:00.000Z" },
  ...{ user: { id: 2, name: "Radu" }, message: "Salut", unread: true, messages_file: null },
  ...{ messages_actions: [], likes_total: 0, updated_seq: 7 },
};

/** The response of a newer server: an unknown event, then a known one. */
const newer = {
  epoch: "one",
  rooms: [
    {
      id: 1,
      events: [
        { seq: 6, event: "MessageBlessed", data: { of: ["whatever", 1] } },
        { seq: 7, event: "ChatMessage", data: { message: salut, room: head } },
      ],
      head: 7,
      has_more: false,
    },
  ],
  reset: [],
  unread: { 1: 3 },
  chats: [],
};

function startPage(answers: readonly unknown[], bug?: StorePart) {
  const app = startAnasApp(createTestApp("ready", {}, bug), [room(1, { cursor: 5 }), room(2)]);
  const left = [...answers];
  const call = () => Promise.resolve({ ok: true, value: left.shift() as SyncAnswer } satisfies CallResult<SyncAnswer>);
  app.perform(syncPart.run?.(outsideOf(app, call)) ?? {});
  const catchUp = async (): Promise<void> => {
    app.clock.pass(1500);
    await expect.poll(() => app.getState().sync.phase).not.toBe("running");
  };
  return { app, catchUp, left };
}

const nothing: SyncAnswer = { epoch: "one", rooms: [], reset: [], unread: {}, chats: [], user_version: 0 };

test("[SYNC-9] a newer server's unknown event has its room refetched, and later events continue", async () => {
  const { app, catchUp } = startPage([nothing, newer, nothing]);
  await catchUp();
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "sync/asked" });
  app.forget();
  await catchUp();
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 7, unreadCount: 3 }) });
  expect(app.getState().rooms.byId[1]).toMatchObject({ cursor: 7 });
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 1 }]);
  await catchUp();
  app.dispatch(received(message(1, 8)));
  const held = app.getState().rooms.byId[1]!;
  expect([held.cursor, unreadCount(held), held.lastMessage?.seq]).toEqual([8, 1, 8]);
  expect(app.getState().sync).toMatchObject({ phase: "idle", early: {}, attempt: 0 });
});

test("[SYNC-3] a throwing transition is a failed catch-up: it is retried, after waits, until it succeeds", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  let throws = 1;
  const bug: StorePart = {
    initial: {},
    handlers: {
      "sync/answered": (state) => {
        throws -= 1;
        if (throws >= 0) throw new TypeError("a bug");
        return { state, effects: [] };
      },
    },
  };
  const { app, catchUp, left } = startPage([nothing, nothing, { ...nothing, rooms: null }, newer], bug);
  await catchUp();
  expect(app.getState().sync).toMatchObject({ phase: "due", attempt: 1 });
  await catchUp();
  expect(app.getState().sync).toMatchObject({ phase: "idle", attempt: 0 });
  app.dispatch({ type: "sync/asked" });
  await catchUp();
  expect(app.getState().sync).toMatchObject({ phase: "due", attempt: 1 });
  await catchUp();
  expect([app.getState().sync.attempt, left, warned.mock.calls.length]).toEqual([0, [], 2]);
  warned.mockRestore();
});

test("[SYNC-9] a live event with an unknown name or shape makes the page catch up", async () => {
  const page = await connectedPage();
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const [socket] = page.server.sockets;
  const asked = page.happened("sync/asked");
  socket!.send("MessageBlessed", { room: head }, presence);
  socket!.send("RoomUpdated", { room: head, joined: "somebody" }, "private-user.1");
  await page.until(() => page.happened("sync/asked") === asked + 2);
  expect(warned).toHaveBeenCalledTimes(2);
  warned.mockRestore();
});
