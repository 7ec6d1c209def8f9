import { expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { mia, room, signedInAna } from "../testing/people.ts";
import { createAnasChat, createTestChat } from "../testing/test-chat.ts";

const wrong: CallError = { code: "invalid_credentials", message: "Nu.", fieldErrors: {}, retryAfterSeconds: null };
const accepted = { type: "sign-in/accepted", token: "t", me: signedInAna } as const;

test("[SIGN-1] signing in keeps token and person and leads to where one wanted to go", () => {
  const chat = createTestChat();
  chat.arriveAt("/view/oferta.10001");
  expect(chat.getState().route).toEqual({ kind: "login", from: "/view/oferta.10001" });
  chat.dispatch({ type: "sign-in/asked", username: "ana", password: "demo" });
  expect(chat.getState().signIn.phase).toBe("busy");
  chat.dispatch(accepted);
  expect(chat.getState().session).toEqual({ phase: "signed-in", token: "t", me: signedInAna });
  expect(chat.getState().signIn).toEqual({ door: "customer", phase: "idle", error: null });
  expect(chat.getState().route).toEqual({ kind: "view", chat: "oferta.10001" });
  expect(chat.asked("keep-session")).toEqual([{ type: "keep-session", token: "t", me: signedInAna }]);
  expect(chat.asked("load-chat")).toHaveLength(1);
});

test("[SIGN-1] a failed sign-in clears the sign-in state and hands over the error", () => {
  const chat = createTestChat();
  chat.dispatch({ type: "sign-in/asked", username: "ana", password: "nu" });
  chat.dispatch({ type: "sign-in/refused", error: wrong });
  expect(chat.getState().session.phase).toBe("signed-out");
  expect(chat.getState().signIn).toEqual({ door: "customer", phase: "failed", error: wrong });
  expect(chat.asked("keep-session")).toEqual([]);
});

test("[SIGN-1] while one attempt is under way a second is not made", () => {
  const chat = createTestChat();
  chat.dispatch({ type: "sign-in/asked", username: "ana", password: "demo" });
  chat.dispatch({ type: "sign-in/asked", username: "ana", password: "demo" });
  expect(chat.asked("call-sign-in")).toHaveLength(1);
});

test("[WEB-6] ?erp=1 opens the ERP door and is remembered, ?erp=0 the other; the door decides the call", () => {
  const chat = createTestChat();
  chat.arriveAt("/login?erp=1");
  chat.dispatch({ type: "sign-in/asked", username: "radu", password: "demo" });
  expect(chat.asked("call-sign-in")).toMatchObject([{ door: "erp" }]);
  chat.arriveAt("/login?erp=0");
  expect(chat.getState().signIn.door).toBe("customer");
  expect(chat.asked("keep-door").map(({ door }) => door)).toEqual(["erp", "customer"]);
});

test("[SIGN-2] logging out clears everything of the person, here and on the device, at once", () => {
  const chat = createAnasChat(room(1, { unreadCount: 4 }));
  chat.dispatch({ type: "theme/chosen", theme: "dark" });
  chat.arriveAt("/logout");
  const state = chat.getState();
  expect(state.session.phase).toBe("signed-out");
  expect(state.route).toEqual({ kind: "login", from: "/" });
  expect(state.rooms.order).toEqual([]);
  expect(state.theme).toBe("dark");
  expect(chat.asked("call-sign-out")).toEqual([{ type: "call-sign-out", token: "anas-token" }]);
  expect(chat.asked("forget-session")).toHaveLength(1);
  expect(chat.asked("disconnect")).toHaveLength(1);
  expect(chat.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 0 });
});

test("[GUARD-3] a 401 signs out, says so, and leads to sign-in with the way back", () => {
  const chat = createAnasChat(room(1));
  chat.arriveAt("/view/oferta.10001");
  chat.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(chat.getState().session.phase).toBe("signed-out");
  expect(chat.getState().route).toEqual({ kind: "login", from: "/view/oferta.10001" });
  expect(chat.getState().alerts).toMatchObject([{ type: "danger", text: { key: "sessionEnded" } }]);
  expect(chat.asked("call-sign-out")).toEqual([]);
});

test("[GUARD-3] a late 401 to an older token leaves the present session alone", () => {
  const chat = createAnasChat();
  chat.dispatch({ type: "session/rejected", token: "an-older-one" });
  expect(chat.getState().session.phase).toBe("signed-in");
});

test("[SIGN-2] signing out in one tab signs out the others", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "session/ended-elsewhere" });
  expect(chat.getState().session.phase).toBe("signed-out");
  expect(chat.getState().route.kind).toBe("login");
});

test("[SIGN-2] somebody else who signs in in another tab takes over here, with nothing of the one before", () => {
  const chat = createAnasChat(room(1));
  chat.arriveAt("/view/oferta.10001");
  const me = { ...mia, username: "mia", roles: [], silenced: [] };
  chat.dispatch({ type: "session/begun-elsewhere", token: "mias-token", me });
  const state = chat.getState();
  expect(state.session).toMatchObject({ token: "mias-token", me: { id: mia.id } });
  expect(state.rooms.order).toEqual([]);
  expect(state.route).toEqual({ kind: "view", chat: "oferta.10001" });
  expect(chat.asked("load-chat")).toHaveLength(1);
  chat.dispatch({ type: "chat/started", drafts: {}, isRoomListVisible: true });
  expect(chat.asked("call-view-room")).toEqual([{ type: "call-view-room", chat: "oferta.10001" }]);
});

test("[SIGN-1] the session of the last visit is taken up, and asked after", () => {
  const chat = createTestChat();
  chat.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  chat.arriveAt("/");
  expect(chat.getState().route.kind).toBe("home");
  expect(chat.asked("call-me")).toHaveLength(1);
});
