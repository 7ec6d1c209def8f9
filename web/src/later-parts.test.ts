import { describe, expect, test } from "vitest";
import { laterCode, laterNames } from "./later-parts.ts";
import { lastNames, lastParts } from "./last-parts.ts";
import { firstParts, lastFrontNames, lastFronts, laterFronts, laterFrontNames } from "./parts.ts";
import type { AppEvent, Effect, Runners } from "./state/shape.ts";
import { createAppStore } from "./state/store.ts";
import { changed, type Handlers } from "./state/transition.ts";
import { message, room, signedInAna, signedInRadu } from "./testing/people.ts";
import { parts } from "./testing/all-parts.ts";

/** What may happen before the later slices are there, by what a person does meanwhile. */
const beginnings: Readonly<Record<string, readonly AppEvent[]>> = {
  "at the list": [
    { type: "settings/asked" },
    { type: "session/restored", token: "anas-token", me: signedInAna },
    { type: "address/arrived", path: "/", search: "" },
    { type: "session/started" },
    { type: "connection/connected" },
    { type: "connection/listening" },
    { type: "rooms/page-loaded", rooms: [room(1, { cursor: 4 }), room(2)], total: 2, page: 1 },
    { type: "session/me-loaded", me: { ...signedInAna, version: 2 } },
    { type: "sync/asked" },
  ],
  "opening a room": [
    { type: "session/restored", token: "anas-token", me: signedInAna },
    { type: "unread-starts/loaded", unreadStarts: { 1: 3 } },
    { type: "address/arrived", path: "/view/oferta.10001", search: "" },
    { type: "session/started" },
    { type: "rooms/page-loaded", rooms: [room(1, { cursor: 4, unreadCount: 1 })], total: 1, page: 1 },
    { type: "connection/lost" },
    { type: "messages/attention-changed", isVisible: false, isFocused: false },
    { type: "messages/around-loaded", roomId: 1, aroundSeq: 3, page: around() },
  ],
  "signing out and in": [
    { type: "session/restored", token: "anas-token", me: signedInAna },
    { type: "address/arrived", path: "/", search: "" },
    { type: "session/started" },
    { type: "session/ended-elsewhere" },
    { type: "session/begun-elsewhere", token: "radus-token", me: signedInRadu },
    { type: "session/started" },
    {
      type: "rooms/page-failed",
      error: { code: "unavailable", message: "", fieldErrors: {}, retryAfterSeconds: null },
    },
  ],
};

describe("slices that come once the list is usable, and those that come once a conversation is shown", () => {
  test.each(Object.entries(beginnings))("[PERF-1a][PERF-1c] lose nothing that happened before, %s", (_name, events) => {
    const whole = happening(events, 0, 0);
    for (let at = 1; at <= events.length; at += 1) {
      for (let lastAt = at; lastAt <= events.length; lastAt += 1) {
        const late = happening(events, at, lastAt);
        expect([at, lastAt, late.state]).toEqual([at, lastAt, whole.state]);
        expect([at, lastAt, late.effects]).toEqual([at, lastAt, whole.effects]);
      }
    }
  });

  test("[PERF-1d] do nothing for somebody who has signed out meanwhile", () => {
    const { state } = happening(
      [
        { type: "session/restored", token: "anas-token", me: signedInAna },
        { type: "attachments/chosen", roomId: 1, files: [new File(["abc"], "a.txt")] },
        { type: "session/begun-elsewhere", token: "radus-token", me: signedInRadu },
      ],
      1,
      3,
    );
    expect(state.trays).toEqual({});
  });

  test("[PERF-1c] read no live event, which the others may get before", () => {
    expect(lastParts.filter(({ kinds }) => kinds !== undefined)).toEqual([]);
  });

  test("[PERF-1a] are those whose beginning the first load has, in their order", () => {
    expect(laterNames).toEqual(laterFrontNames);
    expect(laterCode.parts.map(({ initial }) => initial)).toEqual(laterFronts.map(({ initial }) => initial));
    expect(lastNames).toEqual(lastFrontNames);
    expect(lastParts.map(({ initial }) => initial)).toEqual(lastFronts.map(({ initial }) => initial));
  });

  test("[PERF-1a] go on after a transition that throws", () => {
    const store = createAppStore({ ...outside, parts: [], later: [{ initial: {} }] });
    store.dispatch({ type: "settings/asked" });
    store.dispatch({ type: "session/started" });
    const seen: string[] = [];
    const handlers: Partial<Handlers> = {
      "settings/asked": () => {
        throw new Error("a bug");
      },
      "session/started": (state) => {
        seen.push("started");
        return changed(state);
      },
    };
    expect(() => store.addParts([{ initial: {}, handlers }], [])).toThrow("a bug");
    expect(seen).toEqual(["started"]);
  });
});

const outside = {
  context: () => ({ now: 0, timestamp: "2026-01-05T09:00:00.000Z", newId: () => "an-id" }),
  report: (error: unknown) => {
    throw error;
  },
};

/** The state after the events, and the effects that were performed; slices come after the first `at` and `lastAt` of them. */
function happening(events: readonly AppEvent[], at: number, lastAt: number) {
  const store = createAppStore(
    at === 0 ? { ...outside, parts } : { ...outside, parts: firstParts, later: [...laterFronts, ...lastFronts] },
  );
  const effects: string[] = [];
  // What is stored of somebody who has left meanwhile is neither opened nor closed.
  const ofLeft: readonly string[] = ["load-last-opened", "find-share", "look-at-notifications"];
  const isOfLeft = ({ type }: Effect): boolean => type.endsWith("-outbox") || ofLeft.includes(type);
  const all = notingAll((effect) => isOfLeft(effect) || effects.push(JSON.stringify(effect)));
  const dispatching: Partial<Runners> = { dispatch: ({ event }) => store.dispatch(event) };
  store.perform(all);
  store.perform(dispatching);
  for (const [i, event] of events.entries()) {
    store.dispatch(event);
    if (i + 1 === at) store.addParts(laterCode.parts, []);
    if (i + 1 === lastAt) store.addParts(lastParts, []);
  }
  return { state: store.getState(), effects: effects.toSorted() };
}

const notingAll = (note: (effect: Effect) => unknown): Partial<Runners> =>
  new Proxy({}, { get: () => note, has: () => true });

function around() {
  const messages = [1, 2, 3, 4].map((seq) => message(1, seq));
  return { seq: 4, messages, hasOlder: false, hasNewer: false };
}
