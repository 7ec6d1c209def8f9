import { starredEvent } from "@cuplaj/protocol/testing/made-up-kind.ts";
import { expect, test, vi } from "vitest";
import { fieldsOf, isCount } from "../api/shapes.ts";
import { changeMessage } from "../state/history/loaded-message.ts";
import { messageAt } from "../state/history/message-log.ts";
import { payloadKind } from "../state/transition.ts";
import { shownOf } from "../testing/held-history.ts";
import { message, received, room, signedInAna } from "../testing/people.ts";
import { outsideOf } from "../testing/outside.ts";
import { createTestApp } from "../testing/test-app.ts";
import { liveEventOf } from "./logged-events.ts";
import { syncPart } from "./sync-part.ts";

/** A made-up event kind, which sets a message's stars. */
const starred = payloadKind<{ readonly messageSeq: number; readonly stars: number }>({
  read: (data) => {
    const { room: head, message: named, stars } = fieldsOf(data);
    const [roomId, seq, messageSeq] = [fieldsOf(head)["id"], fieldsOf(head)["last_seq"], fieldsOf(named)["seq"]];
    if (![roomId, seq, messageSeq, stars].every(isCount)) return null;
    return { roomId: Number(roomId), seq: Number(seq), data: { messageSeq: Number(messageSeq), stars: Number(stars) } };
  },
  apply: (state, { roomId, seq: eventSeq, data: { messageSeq, stars } }) =>
    changeMessage(state, { roomId, messageSeq, eventSeq }, (one) => ({
      ...one,
      text: `${one.text} ${"*".repeat(stars)}`,
    })),
});
const kinds = { MessageStarred: starred };

const head = { id: 1, name: "oferta.10001", channel: "presence-oferta.10001", last_seq: 7, epoch: "one" };
const wire = {
  ...{ id: 60, room_id: 1, seq: 6, client_id: null, timestamp: "2026-01-05T09:00:00.000Z", unread: false },
  ...{
    user: { id: 2, name: "Radu" },
    message: "De reținut",
    messages_file: null,
    messages_actions: [],
    likes_total: 0,
  },
  updated_seq: 6,
};
const event = starredEvent({ room: head, message: wire, by: { id: 1, name: "Ana Pop", type: "customer" } });

function startPage() {
  const app = createTestApp("ready", kinds);
  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  const newest = message(1, 6, { text: "De reținut" });
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1, { cursor: 6, lastMessage: newest })], total: 1, page: 1 });
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [newest], isFull: false, seq: 6 } });
  app.forget();
  const shown = () => {
    const { rooms } = app.getState();
    const inLog = messageAt(shownOf(app, 1).log, 0);
    return [rooms.byId[1]?.cursor, inLog?.text, inLog?.updatedSeq, rooms.byId[1]?.lastMessage?.text];
  };
  return { app, shown };
}

test("[SYNC-10] a newly registered kind applies in the same way live and in a catch-up, in the conversation and in the list", async () => {
  const live = startPage();
  live.app.dispatch(liveEventOf(kinds, event.event, event.data));
  const synced = startPage();
  const rooms = [{ id: 1, events: [event], head: 7, has_more: false }];
  const value = { epoch: "one", rooms, reset: [], unread: { 1: 0 }, chats: [] };
  const call = () => Promise.resolve({ ok: true, value });
  synced.app.perform(syncPart.run?.(outsideOf(synced.app, call)) ?? {});
  synced.app.clock.pass(1000);
  await expect.poll(() => synced.shown()[0]).toBe(7);
  for (const { shown } of [live, synced]) expect(shown()).toEqual([7, "De reținut ***", 7, "De reținut ***"]);
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  expect(liveEventOf(kinds, event.event, { room: head })).toEqual({ type: "sync/asked" });
  warned.mockRestore();
});

test("[MSG-6a] an event at or below a message's version changes nothing there, one above it does", () => {
  const { app, shown } = startPage();
  const star = (seq: number) => liveEventOf(kinds, event.event, { ...event.data, room: { ...head, last_seq: seq } });
  // The page was read after the second star, before either event has arrived.
  const twice = message(1, 6, { text: "De reținut ** două", updatedSeq: 8 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [twice], isFull: false, seq: 8 } });
  expect(shown()).toEqual([6, "De reținut ** două", 8, "De reținut"]);
  app.dispatch(star(7));
  app.dispatch(star(8));
  expect(shown().slice(0, 3)).toEqual([8, "De reținut ** două", 8]);
  app.dispatch(star(9));
  expect(shown().slice(0, 3)).toEqual([9, "De reținut ** două ***", 9]);
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [twice], isFull: false, seq: 9 } });
  app.dispatch(received(message(1, 10)));
  expect(shown().slice(0, 3)).toEqual([10, "De reținut ** două ***", 9]);
});

test("[MSG-6a] a page of history from before a message changed is refused and requested again", () => {
  const { app, shown } = startPage();
  app.dispatch({
    type: "sync/answered",
    answer: { epoch: "one", rooms: [], reset: [1], unread: {}, fresh: [], asked: {} },
  });
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 6 }) });
  app.forget();
  app.dispatch(liveEventOf(kinds, event.event, event.data));
  const old = message(1, 6, { text: "Schimbat" });
  const reread = (one: typeof old, seq: number) =>
    app.dispatch({
      type: "messages/older-loaded",
      roomId: 1,
      beforeSeq: 7,
      page: { messages: [one], isFull: false, seq },
    });
  reread(old, 6);
  expect(app.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 7 }]);
  expect(shown().slice(0, 3)).toEqual([7, "De reținut ***", 7]);
  // The reread message includes earlier changes of unknown kinds, and changes applied since.
  reread({ ...old, text: "Schimbat ***", updatedSeq: 7 }, 7);
  expect(shown().slice(0, 3)).toEqual([7, "Schimbat ***", 7]);
  expect(app.getState().timelines[1]?.stale).toBeNull();
});
