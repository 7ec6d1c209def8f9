import { expect, test } from "vitest";
import { radu, room } from "../testing/people.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { callError } from "../testing/call-errors.ts";

const notFound = callError("not_found");
const signedInRadu = { ...radu, username: "radu", roles: [], silenced: [], version: 0 };

/** Radu, an ERP user, at a link to join. */
function atJoinLink(roomRef: string): TestApp {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "radus-token", me: signedInRadu });
  app.arriveAt(`/join/${roomRef}`);
  app.dispatch({ type: "session/started" });
  return app;
}

test.each(["10007", "oferta.10007"])(
  "[SEC-11b] a link to /join/%s lets staff see what they may, and joins nothing",
  (name) => {
    const app = atJoinLink(name);
    app.dispatch({ type: "rooms/page-loaded", rooms: [], total: 0, page: 1 });
    expect(app.asked("call-view-room")[0]).toEqual({ type: "call-view-room", roomRef: "oferta.10007" });
    app.dispatch({ type: "room/viewed", roomRef: "oferta.10007", room: room(7) });
    expect(app.getState()).toMatchObject({
      route: { kind: "view", roomRef: "oferta.10007" },
      openRoom: { phase: "open", roomId: 7 },
    });
    expect(app.asked("call-join-room")).toEqual([]);
  },
);

test.each(["not_found", "forbidden"] as const)(
  "[SEC-11b] where staff see nothing (%s) they are asked, and join by the button",
  (code) => {
    const app = atJoinLink("10007");
    app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: { ...notFound, code } });
    expect(app.getState().openRoom).toEqual({ phase: "asking", roomRef: "oferta.10007" });
    expect(app.asked("call-join-room")).toEqual([]);
    app.dispatch({ type: "room/join-asked", roomRef: "oferta.10007" });
    expect(app.asked("call-join-room")).toEqual([{ type: "call-join-room", roomRef: "oferta.10007" }]);
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 7 });
  },
);

test.each(["10007", "oferta.10007", "%2010007%0A"])(
  "[SEC-11b] joining from the question at /join/%s goes nowhere before the room's own address, which replaces it",
  (name) => {
    const app = atJoinLink(name);
    expect(app.getState().openRoom).toEqual({ phase: "looking", roomRef: "oferta.10007" });
    app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: notFound });
    app.forget();
    app.dispatch({ type: "room/join-asked", roomRef: "oferta.10007" });
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10007", replace: true }]);
  },
);

test.each(["abc", "12345678901234567890", "0", "%F0%9F%98%80"])(
  "[SEC-11b] nobody is asked whether to join what can be no room (/join/%s)",
  (name) => {
    const app = atJoinLink(name);
    const tried = decodeURIComponent(name);
    app.dispatch({ type: "room/open-failed", roomRef: tried, error: notFound });
    expect(app.getState().openRoom).toMatchObject({ phase: "failed", roomRef: tried, error: notFound });
    expect(app.asked("call-join-room")).toEqual([]);
  },
);

test("[SEC-11b] where joining by the button failed, another attempt joins, without asking again", () => {
  const app = atJoinLink("10007");
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: notFound });
  app.dispatch({ type: "room/join-asked", roomRef: "oferta.10007" });
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: { ...notFound, code: "unavailable" } });
  app.forget();
  app.dispatch({ type: "room/retry-asked" });
  expect(app.asked("call-join-room")).toEqual([{ type: "call-join-room", roomRef: "oferta.10007" }]);
});

test("[SEC-11b] a look that fails for another reason is repeated as a look, by whatever way", () => {
  const app = atJoinLink("oferta.10007");
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: { ...notFound, code: "unavailable" } });
  expect(app.getState().openRoom.phase).toBe("failed");
  app.dispatch({ type: "room/retry-asked" });
  expect(app.getState().openRoom.phase).toBe("looking");
  expect(app.asked("call-join-room")).toEqual([]);
});
