import { expect, test } from "vitest";
import type { CallError, PendingMessage } from "../entities.ts";
import { drawn } from "../../testing/drawn.tsx";
import { mia, room, signedIn, signedInAna } from "../../testing/people.ts";
import { createAnasApp, createTestApp, type TestApp } from "../../testing/test-app.ts";
import { LogoutScreen } from "../../sign-in/logout-screen.tsx";
import { UnsentDialog } from "../../sign-in/unsent-dialog.tsx";

const wrong: CallError = { code: "invalid_credentials", message: "Nu.", fieldErrors: {}, retryAfterSeconds: null };
const accepted = { type: "sign-in/accepted", token: "t", me: signedInAna } as const;

test("[SIGN-1] signing in stores token and person and navigates to the target", () => {
  const app = createTestApp();
  app.arriveAt("/view/oferta.10001");
  expect(app.getState().route).toEqual({ kind: "login", from: "/view/oferta.10001" });
  app.dispatch({ type: "sign-in/asked", username: "ana", password: "demo" });
  expect(app.getState().signIn.phase).toBe("busy");
  app.dispatch(accepted);
  expect(app.getState().session).toEqual({ phase: "signed-in", token: "t", me: signedInAna });
  expect(app.getState().signIn).toEqual({ realm: "customer", phase: "idle", error: null });
  expect(app.getState().route).toEqual({ kind: "view", roomRef: "oferta.10001" });
  expect(app.asked("save-session")).toEqual([{ type: "save-session", token: "t", me: signedInAna }]);
  expect(app.asked("start-session")).toHaveLength(1);
});

test("[SIGN-1a] a failed sign-in resets the sign-in state and passes on the error", () => {
  const app = createTestApp();
  app.dispatch({ type: "sign-in/asked", username: "ana", password: "nu" });
  app.dispatch({ type: "sign-in/refused", error: wrong });
  expect(app.getState().session.phase).toBe("signed-out");
  expect(app.getState().signIn).toEqual({ realm: "customer", phase: "failed", error: wrong });
  expect(app.asked("save-session")).toEqual([]);
});

test("[SIGN-1] no second attempt starts while one is in flight", () => {
  const app = createTestApp();
  app.dispatch({ type: "sign-in/asked", username: "ana", password: "demo" });
  app.dispatch({ type: "sign-in/asked", username: "ana", password: "demo" });
  expect(app.asked("call-sign-in")).toHaveLength(1);
});

test("[WEB-6] ?erp=1 opens the ERP sign-in and is remembered, ?erp=0 opens the other; the choice decides which call is made", () => {
  const app = createTestApp();
  app.arriveAt("/login?erp=1");
  app.dispatch({ type: "sign-in/asked", username: "radu", password: "demo" });
  expect(app.asked("call-sign-in")).toMatchObject([{ realm: "erp" }]);
  app.arriveAt("/login?erp=0");
  expect(app.getState().signIn.realm).toBe("customer");
  expect(app.asked("save-realm").map(({ realm }) => realm)).toEqual(["erp", "customer"]);
});

test("[SIGN-2] signing out clears everything of the person, here and on the device, at once", () => {
  const app = createAnasApp(room(1, { unreadCount: 4 }));
  app.dispatch({ type: "theme/chosen", theme: "dark" });
  app.dispatch({ type: "sign-out/asked" });
  const state = app.getState();
  expect(state.session.phase).toBe("signed-out");
  expect(state.route).toEqual({ kind: "login", from: "/" });
  expect(state.rooms.order).toEqual([]);
  expect(state.theme).toBe("dark");
  expect(app.asked("call-sign-out")).toEqual([{ type: "call-sign-out", token: "anas-token" }]);
  expect(app.asked("forget-session")).toHaveLength(1);
  expect(app.asked("disconnect")).toHaveLength(1);
  expect(app.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 0 });
});

test("[SEC-11] a link to /logout signs nobody out and deletes nothing; the answer to its question does", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "drafts/written", roomId: 1, text: "ciornă" });
  app.forget();
  app.arriveAt("/logout");
  expect(app.getState()).toMatchObject({ session: { phase: "signed-in" }, route: { kind: "logout" } });
  expect(app.getState().drafts).toEqual({ 1: "ciornă" });
  for (const effect of ["call-sign-out", "forget-session", "forget-drafts"] as const) {
    expect(app.asked(effect)).toEqual([]);
  }
  expect(drawn(app, <LogoutScreen />)).toMatch(/Ieși din cont\?.*Ana Pop.*Rămân.*Ies din cont/);
  app.dispatch({ type: "sign-out/put-off" });
  expect(app.getState()).toMatchObject({ session: { phase: "signed-in" }, route: { kind: "home" } });
  app.dispatch({ type: "drafts/written", roomId: 1, text: "" });
  app.dispatch({ type: "sign-out/asked" });
  expect(app.getState().session.phase).toBe("signed-out");
});

test.each(["keep", "delete"] as const)("[SEND-7] signing out with drafts asks about them: %s", (unsent) => {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "drafts/written", roomId: 1, text: "ciornă" });
  app.dispatch({ type: "drafts/written", roomId: 2, text: " \n" });
  app.forget();
  app.dispatch({ type: "sign-out/asked" });
  expect(drawn(app, <UnsentDialog />)).toMatch(
    /Ciorne netrimise.*Ai o ciornă.*Rămân.*Ies și le păstrez.*Ies și le șterg/,
  );
  app.dispatch({ type: "sign-out/put-off" });
  expect([phase(app), app.getState().isSigningOut, app.getState().drafts[1]]).toEqual(["signed-in", false, "ciornă"]);
  app.dispatch({ type: "sign-out/asked" });
  app.dispatch({ type: "sign-out/asked", unsent });
  expect(phase(app)).toBe("signed-out");
  expect(app.asked("forget-drafts")).toHaveLength(unsent === "keep" ? 0 : 1);
});

test("[SEND-7] signing out with messages and drafts names the number of both, and mentions drafts only if there are any", () => {
  const app = earlyApp();
  app.dispatch({ type: "outbox/loaded", rows: [left], isStored: true });
  app.dispatch({ type: "sign-out/asked" });
  expect(drawn(app, <UnsentDialog />)).toContain("1 mesaj nu a plecat încă.");
  expect(drawn(app, <UnsentDialog />)).not.toContain("ciorn");
  for (const roomId of [1, 2]) app.dispatch({ type: "drafts/written", roomId, text: "ciornă" });
  expect(drawn(app, <UnsentDialog />)).toMatch(
    /1 mesaj nu a plecat încă\..*Ai 2 ciorne pe acest dispozitiv\..*se șterg și ciornele/,
  );
});

test("[SEND-7] drafts are asked about even while earlier visits' messages are unknown", () => {
  const app = earlyApp();
  app.dispatch({ type: "drafts/written", roomId: 1, text: "ciornă" });
  app.dispatch({ type: "sign-out/asked" });
  app.clock.pass(60_000);
  expect(phase(app)).toBe("signed-in");
  // Messages that are not yet known cannot be deleted.
  expect(drawn(app, <UnsentDialog />)).toMatch(/Ies și le păstrez(?!.*Ies și le șterg)/);
});

function earlyApp(): TestApp {
  const app = createTestApp("silent");
  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  return app;
}

const phase = (app: TestApp): string => app.getState().session.phase;

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

test("[SEND-7] signing out before earlier visits' messages are known waits for them, and asks", () => {
  const app = earlyApp();
  app.arriveAt("/");
  app.dispatch({ type: "sign-out/asked" });
  expect([phase(app), app.getState().route.kind, drawn(app, <UnsentDialog />)]).toEqual(["signed-in", "home", ""]);
  app.dispatch({ type: "outbox/loaded", rows: [left], isStored: true });
  app.clock.pass(60_000);
  expect(phase(app)).toBe("signed-in");
  expect(drawn(app, <UnsentDialog />)).toContain("1 mesaj nu a plecat încă.");
  app.dispatch({ type: "sign-out/put-off" });
  app.dispatch({ type: "outbox/loaded", rows: [], isStored: true });
  app.clock.pass(60_000);
  expect(phase(app)).toBe("signed-in");
});

test("[SIGN-2] if nothing is waiting from earlier visits, the person is signed out as soon as that is known", () => {
  const app = earlyApp();
  app.dispatch({ type: "sign-out/asked" });
  app.dispatch({ type: "outbox/loaded", rows: [], isStored: true });
  app.clock.pass(0);
  expect(phase(app)).toBe("signed-out");
  expect(app.asked("forget-drafts")).toEqual([{ type: "forget-drafts", owner: "customer.1" }]);
});

test("[SIGN-2] asking again, or waiting in vain, signs out without knowing and deletes nothing", () => {
  const app = earlyApp();
  app.dispatch({ type: "sign-out/asked" });
  app.dispatch({ type: "sign-out/asked" });
  expect(phase(app)).toBe("signed-out");
  expect(app.asked("remove-from-journal")).toEqual([]);
});

test("[SEC-11] the question stays on screen while signing out waits, and the wait ends without rendering", () => {
  const app = earlyApp();
  app.arriveAt("/logout");
  app.dispatch({ type: "sign-out/asked" });
  app.clock.pass(2999);
  expect([phase(app), app.getState().route.kind]).toEqual(["signed-in", "logout"]);
  expect(drawn(app, <LogoutScreen />)).toContain("Se iese…");
  app.clock.pass(1);
  expect([phase(app), app.asked("remove-from-journal")]).toEqual(["signed-out", []]);
});

test("[SEND-7] a wait that was put off, or that ended in a question, signs nobody out", () => {
  const stayed = earlyApp();
  stayed.arriveAt("/logout");
  stayed.dispatch({ type: "sign-out/asked" });
  stayed.dispatch({ type: "sign-out/put-off" });
  const asked = earlyApp();
  asked.arriveAt("/logout");
  asked.dispatch({ type: "sign-out/asked" });
  asked.dispatch({ type: "outbox/loaded", rows: [left], isStored: true });
  expect(drawn(asked, <LogoutScreen />)).toContain("1 mesaj nu a plecat încă.");
  asked.dispatch({ type: "outbox/loaded", rows: [], isStored: true });
  for (const app of [stayed, asked]) {
    app.clock.pass(60_000);
    expect(phase(app)).toBe("signed-in");
  }
});

test("[SEND-7] unsent messages can be deleted only once their outbox has loaded", () => {
  const app = earlyApp();
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Acum" });
  app.dispatch({ type: "sign-out/asked" });
  expect(drawn(app, <UnsentDialog />)).toContain("Ies și le păstrez");
  expect(drawn(app, <UnsentDialog />)).not.toContain("Ies și le șterg");
  const rows = Object.values(app.getState().pending).flat();
  app.dispatch({ type: "outbox/loaded", rows, isStored: true });
  expect(drawn(app, <UnsentDialog />)).toContain("Ies și le șterg");
});

test("[GUARD-3] a 401 signs out with a notice, and redirects to sign-in with the return address", () => {
  const app = createAnasApp(room(1));
  app.arriveAt("/view/oferta.10001");
  app.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(app.getState().session.phase).toBe("signed-out");
  expect(app.getState().route).toEqual({ kind: "login", from: "/view/oferta.10001" });
  expect(app.getState().alerts).toMatchObject([{ type: "danger", text: { key: "signIn.sessionEnded" } }]);
  expect(app.asked("call-sign-out")).toEqual([]);
});

test("[GUARD-1] a session that ends during the sign-out question redirects to plain sign-in", () => {
  const app = createAnasApp();
  app.arriveAt("/logout");
  app.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(app.getState().route).toEqual({ kind: "login", from: "/" });
  expect(app.asked("navigate").at(-1)).toEqual({ type: "navigate", to: "/login", replace: true });
});

test("[GUARD-3] a late 401 for an older token leaves the current session alone", () => {
  const app = createAnasApp();
  app.dispatch({ type: "session/rejected", token: "an-older-one" });
  expect(app.getState().session.phase).toBe("signed-in");
});

test("[SIGN-2] signing out in one tab signs out the others", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "session/ended-elsewhere" });
  expect(app.getState().session.phase).toBe("signed-out");
  expect(app.getState().route.kind).toBe("login");
});

test("[SIGN-2] somebody signing in in another tab replaces the person here, without anything of the previous one", () => {
  const app = createAnasApp(room(1));
  app.arriveAt("/view/oferta.10001");
  app.dispatch({ type: "session/begun-elsewhere", token: "mias-token", me: signedIn(mia) });
  const state = app.getState();
  expect(state.session).toMatchObject({ token: "mias-token", me: { id: mia.id } });
  expect(state.rooms.order).toEqual([]);
  expect(state.route).toEqual({ kind: "view", roomRef: "oferta.10001" });
  expect(app.asked("start-session")).toHaveLength(1);
  app.dispatch({ type: "session/started" });
  expect(app.asked("call-view-room")).toEqual([{ type: "call-view-room", roomRef: "oferta.10001" }]);
});

test("[SIGN-1] the last visit's session is restored, and checked", () => {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  app.arriveAt("/");
  expect(app.getState().route.kind).toBe("home");
  expect(app.asked("call-me")).toHaveLength(1);
});
