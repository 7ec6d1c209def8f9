import { expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { radu, room } from "../testing/people.ts";
import { createTestChat, type TestChat } from "../testing/test-chat.ts";

const notFound: CallError = { code: "not_found", message: "", fieldErrors: {}, retryAfterSeconds: null };
const signedInRadu = { ...radu, username: "radu", roles: [], silenced: [], version: 0 };

/** Radu, of the staff, at a link to join. */
function atJoinLink(chatName: string): TestChat {
  const chat = createTestChat();
  chat.dispatch({ type: "session/restored", token: "radus-token", me: signedInRadu });
  chat.arriveAt(`/join/${chatName}`);
  chat.dispatch({ type: "session/started" });
  return chat;
}

test.each(["10007", "oferta.10007"])(
  "[SEC-11b] a link to /join/%s lets staff see what they may, and joins nothing",
  (name) => {
    const chat = atJoinLink(name);
    chat.dispatch({ type: "rooms/page-loaded", rooms: [], total: 0, page: 1 });
    expect(chat.asked("call-view-room")[0]).toEqual({ type: "call-view-room", chat: "oferta.10007" });
    chat.dispatch({ type: "room/viewed", chat: "oferta.10007", room: room(7) });
    expect(chat.getState()).toMatchObject({
      route: { kind: "view", chat: "oferta.10007" },
      openRoom: { phase: "open", roomId: 7 },
    });
    expect(chat.asked("call-join-room")).toEqual([]);
  },
);

test.each(["not_found", "forbidden"] as const)(
  "[SEC-11b] where staff see nothing (%s) they are asked, and join by the button",
  (code) => {
    const chat = atJoinLink("10007");
    chat.dispatch({ type: "room/open-failed", chat: "oferta.10007", error: { ...notFound, code } });
    expect(chat.getState().openRoom).toEqual({ phase: "asking", chat: "oferta.10007" });
    expect(chat.asked("call-join-room")).toEqual([]);
    chat.dispatch({ type: "room/join-asked", chat: "oferta.10007" });
    expect(chat.asked("call-join-room")).toEqual([{ type: "call-join-room", chat: "oferta.10007" }]);
    chat.dispatch({ type: "room/joined", chat: "oferta.10007", room: room(7) });
    expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 7 });
  },
);

test.each(["10007", "oferta.10007", "%2010007%0A"])(
  "[SEC-11b] joining from the question at /join/%s goes nowhere before the room's own address, which replaces it",
  (name) => {
    const chat = atJoinLink(name);
    expect(chat.getState().openRoom).toEqual({ phase: "looking", chat: "oferta.10007" });
    chat.dispatch({ type: "room/open-failed", chat: "oferta.10007", error: notFound });
    chat.forget();
    chat.dispatch({ type: "room/join-asked", chat: "oferta.10007" });
    chat.dispatch({ type: "room/joined", chat: "oferta.10007", room: room(7) });
    expect(chat.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10007", replace: true }]);
  },
);

test.each(["abc", "12345678901234567890", "0", "%F0%9F%98%80"])(
  "[SEC-11b] nobody is asked whether to join what can be no room (/join/%s)",
  (name) => {
    const chat = atJoinLink(name);
    const tried = decodeURIComponent(name);
    chat.dispatch({ type: "room/open-failed", chat: tried, error: notFound });
    expect(chat.getState().openRoom).toMatchObject({ phase: "failed", chat: tried, error: notFound });
    expect(chat.asked("call-join-room")).toEqual([]);
  },
);

test("[SEC-11b] where joining by the button failed, another attempt joins, without asking again", () => {
  const chat = atJoinLink("10007");
  chat.dispatch({ type: "room/open-failed", chat: "oferta.10007", error: notFound });
  chat.dispatch({ type: "room/join-asked", chat: "oferta.10007" });
  chat.dispatch({ type: "room/open-failed", chat: "oferta.10007", error: { ...notFound, code: "unavailable" } });
  chat.forget();
  chat.dispatch({ type: "room/retry-asked" });
  expect(chat.asked("call-join-room")).toEqual([{ type: "call-join-room", chat: "oferta.10007" }]);
});

test("[SEC-11b] a look that fails for another reason is repeated as a look, by whatever way", () => {
  const chat = atJoinLink("oferta.10007");
  chat.dispatch({ type: "room/open-failed", chat: "oferta.10007", error: { ...notFound, code: "unavailable" } });
  expect(chat.getState().openRoom.phase).toBe("failed");
  chat.dispatch({ type: "room/retry-asked" });
  expect(chat.getState().openRoom.phase).toBe("looking");
  expect(chat.asked("call-join-room")).toEqual([]);
});
