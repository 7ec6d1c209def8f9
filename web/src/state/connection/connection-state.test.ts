import { expect, test } from "vitest";
import { isOnline, shownConnection } from "../selectors.ts";
import { radu, room, signedInAna } from "../../testing/people.ts";
import { createAnasApp, createTestApp } from "../../testing/test-app.ts";
import { watchedChannels } from "./connection-state.ts";
import { callError } from "../../testing/call-errors.ts";

test("[CONN-1] the online flag follows connected and disconnected", () => {
  const app = createAnasApp();
  expect(isOnline(app.getState())).toBe(true);
  app.dispatch({ type: "connection/lost" });
  expect(isOnline(app.getState())).toBe(false);
  app.dispatch({ type: "connection/connected" });
  expect(isOnline(app.getState())).toBe(true);
});

test("[CONN-1] the person is notified, and presence cleared, only after five seconds away", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  app.dispatch({ type: "connection/lost" });
  app.clock.pass(4999);
  expect(app.getState().connection.isAwayLong).toBe(false);
  expect(app.getState().online[1]).toEqual([radu]);
  app.clock.pass(1);
  expect(app.getState().connection.isAwayLong).toBe(true);
  expect(app.getState().online).toEqual({});
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  expect(app.getState().connection.isAwayLong).toBe(false);
});

test("[CONN-1] a gap of less than five seconds passes unseen", () => {
  const app = createAnasApp();
  app.dispatch({ type: "connection/lost" });
  app.clock.pass(3000);
  app.dispatch({ type: "connection/connected" });
  app.clock.pass(1999);
  app.dispatch({ type: "connection/listening" });
  app.clock.pass(60_000);
  expect(app.getState().connection.isAwayLong).toBe(false);
});

test("[CONN-1] a socket without authorized channels does not count: it shows as connecting, and after five seconds the banner appears", () => {
  const app = createAnasApp(room(1));
  const shown = () => [shownConnection(app.getState()), app.getState().connection.isAwayLong];
  expect(shown()).toEqual(["online", false]);
  app.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  app.dispatch({ type: "connection/lost" });
  expect(shown()).toEqual(["offline", false]);
  app.dispatch({ type: "connection/connected" });
  expect(isOnline(app.getState())).toBe(true);
  expect(shown()).toEqual(["connecting", false]);
  // A socket that opens and closes without the person's own channel does not delay the notice.
  app.clock.pass(3000);
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "connection/connected" });
  app.clock.pass(2000);
  expect(shown()).toEqual(["connecting", true]);
  expect(app.getState().online).toEqual({});
  app.dispatch({ type: "connection/listening" });
  expect(shown()).toEqual(["online", false]);
});

test("[CONN-6] if the person's own channel is refused, no banner shows until the connection is lost", () => {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/refused" });
  app.clock.pass(60_000);
  const shown = () => [shownConnection(app.getState()), app.getState().connection.isAwayLong];
  expect(shown()).toEqual(["refused", false]);
  expect(app.asked("call-sync")).toEqual([]);
  app.dispatch({ type: "connection/lost" });
  app.clock.pass(5000);
  expect(shown()).toEqual(["offline", true]);
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/refused" });
  expect(shown()).toEqual(["refused", false]);
});

test("[CONN-4a] a connection that does not respond is reported at once, and a probe request is passed on", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "connection/probe-asked" });
  expect(app.asked("probe-connection")).toHaveLength(1);
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "connection/away-long" });
  expect(app.getState().connection.isAwayLong).toBe(true);
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  app.clock.pass(60_000);
  expect(app.getState().connection.isAwayLong).toBe(false);
});

test("[LIVE-7] the first ninety listed rooms are watched, and always the open one", () => {
  const rooms = Array.from({ length: 120 }, (_, i) => room(i + 1));
  const app = createAnasApp(...rooms);
  app.dispatch({ type: "room/selected", roomId: 110 });
  const channels = app.asked("watch-channels").at(-1)?.channels ?? [];
  expect(channels).toHaveLength(90);
  expect(channels[0]).toBe("presence-oferta.10110");
  expect(channels).toContain("presence-oferta.10089");
  expect(channels).not.toContain("presence-oferta.10090");
});

test("[LIVE-7] a visited room's channel is not requested until the person joins", () => {
  const app = createAnasApp(room(1, { members: [radu], membersTotal: 1 }), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(watchedChannels(app.getState())).toEqual(["presence-oferta.10002"]);
});

test("[LIVE-2a] a refused channel makes the client ask whether the person still has the room", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "connection/channel-refused", channel: "presence-oferta.10001" });
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
});

test("[CONN-1] the chat starts once: it loads the list, connects, and opens the address", () => {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  app.arriveAt("/view/oferta.10001");
  expect(app.asked("call-view-room")).toEqual([]);
  for (let i = 0; i < 2; i += 1) app.dispatch({ type: "session/started" });
  expect(app.asked("connect")).toEqual([{ type: "connect", ownChannel: "private-user.1" }]);
  expect(app.asked("call-rooms-page")).toHaveLength(1);
  expect(app.asked("call-view-room")).toEqual([{ type: "call-view-room", roomRef: "oferta.10001" }]);
});

test("[CONN-2] calls that failed while the server was away are repeated when it is back", () => {
  const app = createAnasApp();
  const error = callError("offline");
  app.arriveAt("/view/oferta.10001");
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10001", error });
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/failed", offerNumber: 10_001, error });
  app.forget();
  app.dispatch({ type: "connection/listening" });
  expect(app.asked("call-view-room")).toEqual([{ type: "call-view-room", roomRef: "oferta.10001" }]);
  expect(app.asked("call-offer")).toEqual([{ type: "call-offer", offerNumber: 10_001 }]);
  app.dispatch({ type: "connection/listening" });
  expect(app.asked("call-offer")).toHaveLength(1);
});
