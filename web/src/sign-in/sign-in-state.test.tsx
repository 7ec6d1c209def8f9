import { expect, test } from "vitest";
import type { CallError, PendingMessage } from "../state/entities.ts";
import { drawn } from "../testing/drawn.tsx";
import { mia, room, signedInAna } from "../testing/people.ts";
import { createAnasChat, createTestChat, type TestChat } from "../testing/test-chat.ts";
import { LogoutScreen } from "./logout-screen.tsx";
import { UnsentDialog } from "./unsent-dialog.tsx";

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
  expect(chat.asked("save-session")).toEqual([{ type: "save-session", token: "t", me: signedInAna }]);
  expect(chat.asked("start-session")).toHaveLength(1);
});

test("[SIGN-1a] a failed sign-in clears the sign-in state and hands over the error", () => {
  const chat = createTestChat();
  chat.dispatch({ type: "sign-in/asked", username: "ana", password: "nu" });
  chat.dispatch({ type: "sign-in/refused", error: wrong });
  expect(chat.getState().session.phase).toBe("signed-out");
  expect(chat.getState().signIn).toEqual({ door: "customer", phase: "failed", error: wrong });
  expect(chat.asked("save-session")).toEqual([]);
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
  expect(chat.asked("save-door").map(({ door }) => door)).toEqual(["erp", "customer"]);
});

test("[SIGN-2] logging out clears everything of the person, here and on the device, at once", () => {
  const chat = createAnasChat(room(1, { unreadCount: 4 }));
  chat.dispatch({ type: "theme/chosen", theme: "dark" });
  chat.dispatch({ type: "sign-out/asked" });
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

test("[SEC-11] a link to /logout signs nobody out and deletes nothing; the answer there does", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "messages/draft-written", roomId: 1, text: "ciornă" });
  chat.forget();
  chat.arriveAt("/logout");
  expect(chat.getState()).toMatchObject({ session: { phase: "signed-in" }, route: { kind: "logout" } });
  expect(chat.getState().drafts).toEqual({ 1: "ciornă" });
  for (const effect of ["call-sign-out", "forget-session", "forget-drafts"] as const) {
    expect(chat.asked(effect)).toEqual([]);
  }
  expect(drawn(chat, <LogoutScreen />)).toMatch(/Ieși din cont\?.*Ana Pop.*ciornele tale.*Rămân.*Ies din cont/);
  chat.dispatch({ type: "messages/draft-written", roomId: 1, text: "" });
  expect(drawn(chat, <LogoutScreen />)).not.toContain("ciornele");
  chat.dispatch({ type: "sign-out/put-off" });
  expect(chat.getState()).toMatchObject({ session: { phase: "signed-in" }, route: { kind: "home" } });
  chat.dispatch({ type: "sign-out/asked" });
  expect(chat.getState().session.phase).toBe("signed-out");
});

/** Ana, whose outbox has not come yet. */
function earlyChat(): TestChat {
  const chat = createTestChat("silent");
  chat.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  return chat;
}

const phase = (chat: TestChat): string => chat.getState().session.phase;

const left: PendingMessage = {
  clientId: "row-1",
  roomId: 1,
  text: "De ieri",
  writtenAt: "2023-11-14T22:00:00.000Z",
  status: "waiting",
  error: null,
  position: 1,
  tabId: "tab",
  attempts: 0,
};

test("[SEND-7b] signing out before it is known what waits from earlier visits waits for that, and asks", () => {
  const chat = earlyChat();
  chat.arriveAt("/");
  chat.dispatch({ type: "sign-out/asked" });
  expect([phase(chat), chat.getState().route.kind, drawn(chat, <UnsentDialog />)]).toEqual(["signed-in", "home", ""]);
  chat.dispatch({ type: "outbox/read", rows: [left], isStored: true });
  chat.clock.pass(60_000);
  expect(phase(chat)).toBe("signed-in");
  expect(drawn(chat, <UnsentDialog />)).toContain("1 mesaj nu a plecat încă.");
  chat.dispatch({ type: "sign-out/put-off" });
  chat.dispatch({ type: "outbox/read", rows: [], isStored: true });
  chat.clock.pass(60_000);
  expect(phase(chat)).toBe("signed-in");
});

test("[SIGN-2] with nothing waiting from earlier visits one is signed out as soon as that is known", () => {
  const chat = earlyChat();
  chat.dispatch({ type: "sign-out/asked" });
  chat.dispatch({ type: "outbox/read", rows: [], isStored: true });
  chat.clock.pass(0);
  expect(phase(chat)).toBe("signed-out");
  expect(chat.asked("forget-drafts")).toEqual([{ type: "forget-drafts", owner: "customer.1" }]);
});

test("[SIGN-2] who asks once more, or waits in vain, is signed out without knowing what waits; nothing of it is deleted", () => {
  const chat = earlyChat();
  chat.dispatch({ type: "sign-out/asked" });
  chat.dispatch({ type: "sign-out/asked" });
  expect(phase(chat)).toBe("signed-out");
  expect(chat.asked("settle-journal")).toEqual([]);
});

test("[SEC-11] the question stays on screen while it waits, and nobody has to draw anything for the wait to end", () => {
  const chat = earlyChat();
  chat.arriveAt("/logout");
  chat.dispatch({ type: "sign-out/asked" });
  chat.clock.pass(2999);
  expect([phase(chat), chat.getState().route.kind]).toEqual(["signed-in", "logout"]);
  expect(drawn(chat, <LogoutScreen />)).toContain("Se iese…");
  chat.clock.pass(1);
  expect([phase(chat), chat.asked("settle-journal")]).toEqual(["signed-out", []]);
});

test("[SEND-7b] a wait that was put off, or ended in a question, signs nobody out", () => {
  const stayed = earlyChat();
  stayed.arriveAt("/logout");
  stayed.dispatch({ type: "sign-out/asked" });
  stayed.dispatch({ type: "sign-out/put-off" });
  const asked = earlyChat();
  asked.arriveAt("/logout");
  asked.dispatch({ type: "sign-out/asked" });
  asked.dispatch({ type: "outbox/read", rows: [left], isStored: true });
  expect(drawn(asked, <LogoutScreen />)).toContain("1 mesaj nu a plecat încă.");
  asked.dispatch({ type: "outbox/read", rows: [], isStored: true });
  for (const chat of [stayed, asked]) {
    chat.clock.pass(60_000);
    expect(phase(chat)).toBe("signed-in");
  }
});

test("[SEND-7b] what is unsent can be deleted only once the outbox that holds it is there", () => {
  const chat = earlyChat();
  chat.dispatch({ type: "messages/send-asked", roomId: 1, text: "Acum" });
  chat.dispatch({ type: "sign-out/asked" });
  expect(drawn(chat, <UnsentDialog />)).toContain("Ies și le păstrez");
  expect(drawn(chat, <UnsentDialog />)).not.toContain("Ies și le șterg");
  const rows = Object.values(chat.getState().pending).flat();
  chat.dispatch({ type: "outbox/read", rows, isStored: true });
  expect(drawn(chat, <UnsentDialog />)).toContain("Ies și le șterg");
});

test("[GUARD-3] a 401 signs out, says so, and leads to sign-in with the way back", () => {
  const chat = createAnasChat(room(1));
  chat.arriveAt("/view/oferta.10001");
  chat.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(chat.getState().session.phase).toBe("signed-out");
  expect(chat.getState().route).toEqual({ kind: "login", from: "/view/oferta.10001" });
  expect(chat.getState().alerts).toMatchObject([{ type: "danger", text: { key: "signIn.sessionEnded" } }]);
  expect(chat.asked("call-sign-out")).toEqual([]);
});

test("[GUARD-1a] a session that ends while one is asked about signing out leads to plain sign-in", () => {
  const chat = createAnasChat();
  chat.arriveAt("/logout");
  chat.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(chat.getState().route).toEqual({ kind: "login", from: "/" });
  expect(chat.asked("navigate").at(-1)).toEqual({ type: "navigate", to: "/login", replace: true });
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
  const me = { ...mia, username: "mia", roles: [], silenced: [], version: 0 };
  chat.dispatch({ type: "session/begun-elsewhere", token: "mias-token", me });
  const state = chat.getState();
  expect(state.session).toMatchObject({ token: "mias-token", me: { id: mia.id } });
  expect(state.rooms.order).toEqual([]);
  expect(state.route).toEqual({ kind: "view", chat: "oferta.10001" });
  expect(chat.asked("start-session")).toHaveLength(1);
  chat.dispatch({ type: "session/started" });
  expect(chat.asked("call-view-room")).toEqual([{ type: "call-view-room", chat: "oferta.10001" }]);
});

test("[SIGN-1] the session of the last visit is taken up, and asked after", () => {
  const chat = createTestChat();
  chat.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  chat.arriveAt("/");
  expect(chat.getState().route.kind).toBe("home");
  expect(chat.asked("call-me")).toHaveLength(1);
});
