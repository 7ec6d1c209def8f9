import { describe, expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const errorOf = (code: CallError["code"]): CallError => ({
  code,
  message: "",
  fieldErrors: {},
  retryAfterSeconds: null,
});

/** Ana in a room, asking for another by its offer's number. */
function joining(): TestChat {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.forget();
  chat.dispatch({ type: "room/join-asked", chat: "10007" });
  return chat;
}

const stays = { openRoom: { phase: "open", roomId: 1 }, route: { kind: "view", chat: "oferta.10001" } };

describe("[ROOM-9] joining by a number", () => {
  test("keeps the room on screen until it has worked, then goes to the other", () => {
    const chat = joining();
    expect(chat.getState()).toMatchObject({ ...stays, joining: { phase: "busy", chat: "oferta.10007" } });
    expect(chat.asked("call-join-room")).toEqual([{ type: "call-join-room", chat: "oferta.10007" }]);
    chat.dispatch({ type: "room/joined", chat: "oferta.10007", room: room(7) });
    expect(chat.getState()).toMatchObject({ openRoom: { phase: "open", roomId: 7 }, joining: { phase: "none" } });
    expect(chat.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10007", replace: false }]);
  });

  test("[ROOM-9a] that is refused is said where it was asked, with the room kept, and is not repeated by itself", () => {
    const chat = joining();
    chat.dispatch({ type: "room/join-failed", chat: "oferta.10007", error: errorOf("not_found") });
    expect(chat.getState()).toMatchObject({ ...stays, joining: { phase: "failed", error: { code: "not_found" } } });
    chat.clock.pass(60_000);
    chat.dispatch({ type: "connection/listening" });
    expect(chat.asked("call-join-room")).toHaveLength(1);
  });

  test("[ROOM-9b] that failed for want of the server is repeated when it is there again", () => {
    const chat = joining();
    chat.dispatch({ type: "room/join-failed", chat: "oferta.10007", error: errorOf("offline") });
    chat.dispatch({ type: "connection/lost" });
    chat.dispatch({ type: "connection/connected" });
    chat.dispatch({ type: "connection/listening" });
    expect(chat.asked("call-join-room")).toHaveLength(2);
    chat.dispatch({ type: "room/joined", chat: "oferta.10007", room: room(7) });
    expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 7 });
  });

  test("[ROOM-9b] that nobody waits for any more opens nothing, though the room is listed", () => {
    const chat = joining();
    chat.dispatch({ type: "room/join-dropped" });
    chat.dispatch({ type: "room/joined", chat: "oferta.10007", room: room(7) });
    expect(chat.getState()).toMatchObject({ ...stays, rooms: { order: [7, 1] } });
  });

  test("asks nobody for a room that is listed: it opens at once", () => {
    const chat = createAnasChat(room(1), room(2));
    chat.dispatch({ type: "room/join-asked", chat: "10002" });
    expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 2 });
    expect(chat.asked("call-join-room")).toEqual([]);
  });
});

test("[ROOM-1c] digits in an address are an offer's number, also where a room has them as its id", () => {
  const chat = createAnasChat(room(7), room(8, { offerNumber: 7, name: "oferta.7", channel: "presence-oferta.7" }));
  chat.arriveAt("/view/7");
  expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 8 });
  chat.arriveAt("/view/8");
  expect(chat.getState().openRoom).toEqual({ phase: "opening", chat: "oferta.8" });
  expect(chat.asked("call-view-room")).toEqual([{ type: "call-view-room", chat: "oferta.8" }]);
});
