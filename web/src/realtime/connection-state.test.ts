import { expect, test } from "vitest";
import { isOnline, shownConnection } from "../state/selectors.ts";
import { radu, room, signedInAna } from "../testing/people.ts";
import { createAnasChat, createTestChat } from "../testing/test-chat.ts";
import { watchedChannels } from "./connection-state.ts";

test("[CONN-1] the online flag follows connected and disconnected", () => {
  const chat = createAnasChat();
  expect(isOnline(chat.getState())).toBe(true);
  chat.dispatch({ type: "connection/lost" });
  expect(isOnline(chat.getState())).toBe(false);
  chat.dispatch({ type: "connection/connected" });
  expect(isOnline(chat.getState())).toBe(true);
});

test("[CONN-1a] only after five seconds away is the person told, and presence forgotten", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  chat.dispatch({ type: "connection/lost" });
  chat.clock.pass(4999);
  expect(chat.getState().connection.isAwayLong).toBe(false);
  expect(chat.getState().online[1]).toEqual([radu]);
  chat.clock.pass(1);
  expect(chat.getState().connection.isAwayLong).toBe(true);
  expect(chat.getState().online).toEqual({});
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "connection/listening" });
  expect(chat.getState().connection.isAwayLong).toBe(false);
});

test("[CONN-1a] a gap of less than five seconds heals unseen", () => {
  const chat = createAnasChat();
  chat.dispatch({ type: "connection/lost" });
  chat.clock.pass(3000);
  chat.dispatch({ type: "connection/connected" });
  chat.clock.pass(1999);
  chat.dispatch({ type: "connection/listening" });
  chat.clock.pass(60_000);
  expect(chat.getState().connection.isAwayLong).toBe(false);
});

test("[CONN-1a] a socket whose channels are not authorized is no connection: it shows as connecting, and after five seconds it is told of", () => {
  const chat = createAnasChat(room(1));
  const shown = () => [shownConnection(chat.getState()), chat.getState().connection.isAwayLong];
  expect(shown()).toEqual(["online", false]);
  chat.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  chat.dispatch({ type: "connection/lost" });
  expect(shown()).toEqual(["offline", false]);
  chat.dispatch({ type: "connection/connected" });
  expect(isOnline(chat.getState())).toBe(true);
  expect(shown()).toEqual(["connecting", false]);
  // A socket that comes and goes without anybody listening does not put the notice off.
  chat.clock.pass(3000);
  chat.dispatch({ type: "connection/lost" });
  chat.dispatch({ type: "connection/connected" });
  chat.clock.pass(2000);
  expect(shown()).toEqual(["connecting", true]);
  expect(chat.getState().online).toEqual({});
  chat.dispatch({ type: "connection/listening" });
  expect(shown()).toEqual(["online", false]);
});

test("[CONN-6] where the own channel is refused nobody is told of a connection that is away, until it is", () => {
  const chat = createTestChat();
  chat.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  chat.dispatch({ type: "session/started" });
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "connection/refused" });
  chat.clock.pass(60_000);
  const shown = () => [shownConnection(chat.getState()), chat.getState().connection.isAwayLong];
  expect(shown()).toEqual(["refused", false]);
  expect(chat.asked("call-sync")).toEqual([]);
  chat.dispatch({ type: "connection/lost" });
  chat.clock.pass(5000);
  expect(shown()).toEqual(["offline", true]);
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "connection/refused" });
  expect(shown()).toEqual(["refused", false]);
});

test("[CONN-4a] a connection that does not answer is told of at once, and a wish to probe is passed on", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "connection/probe-asked" });
  expect(chat.asked("probe-connection")).toHaveLength(1);
  chat.dispatch({ type: "connection/lost" });
  chat.dispatch({ type: "connection/away-long" });
  expect(chat.getState().connection.isAwayLong).toBe(true);
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "connection/listening" });
  chat.clock.pass(60_000);
  expect(chat.getState().connection.isAwayLong).toBe(false);
});

test("[LIVE-7a] the first ninety listed rooms are watched, and the open one in any case", () => {
  const rooms = Array.from({ length: 120 }, (_, i) => room(i + 1));
  const chat = createAnasChat(...rooms);
  chat.dispatch({ type: "room/selected", roomId: 110 });
  const channels = chat.asked("watch-channels").at(-1)?.channels ?? [];
  expect(channels).toHaveLength(90);
  expect(channels[0]).toBe("presence-oferta.10110");
  expect(channels).toContain("presence-oferta.10089");
  expect(channels).not.toContain("presence-oferta.10090");
});

test("[LIVE-7a] the channel of a room that is only looked into is not asked for until one belongs to it", () => {
  const chat = createAnasChat(room(1, { members: [radu], membersTotal: 1 }), room(2));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(watchedChannels(chat.getState())).toEqual(["presence-oferta.10002"]);
});

test("[LIVE-2b] a channel that is refused makes the client ask whether the room is still its own", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "connection/channel-refused", channel: "presence-oferta.10001" });
  expect(chat.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
});

test("[CONN-1] the chat starts once: it loads the list, connects, and opens what the address says", () => {
  const chat = createTestChat();
  chat.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  chat.arriveAt("/view/oferta.10001");
  expect(chat.asked("call-view-room")).toEqual([]);
  for (let i = 0; i < 2; i += 1) chat.dispatch({ type: "session/started" });
  expect(chat.asked("connect")).toEqual([{ type: "connect", meId: 1 }]);
  expect(chat.asked("call-rooms-page")).toHaveLength(1);
  expect(chat.asked("call-view-room")).toEqual([{ type: "call-view-room", chat: "oferta.10001" }]);
});

test("[CONN-2] what failed while the server was away is asked for again when it is back", () => {
  const chat = createAnasChat();
  const error = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;
  chat.arriveAt("/view/oferta.10001");
  chat.dispatch({ type: "room/open-failed", chat: "oferta.10001", error });
  chat.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  chat.dispatch({ type: "offers/failed", offerNumber: 10_001, error });
  chat.forget();
  chat.dispatch({ type: "connection/listening" });
  expect(chat.asked("call-view-room")).toEqual([{ type: "call-view-room", chat: "oferta.10001" }]);
  expect(chat.asked("call-offer")).toEqual([{ type: "call-offer", offerNumber: 10_001 }]);
  chat.dispatch({ type: "connection/listening" });
  expect(chat.asked("call-offer")).toHaveLength(1);
});
