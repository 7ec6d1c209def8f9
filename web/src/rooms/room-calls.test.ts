import { expect, test } from "vitest";
import type { CallResult } from "../api/api-client.ts";
import { outsideOf } from "../testing/outside.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { roomCalls } from "./room-calls.ts";
import { countOf } from "../state/rooms/room-counts.ts";

function startUnreadCalls() {
  const app = createAnasApp();
  app.dispatch({ type: "rooms/page-loaded", rooms: [], total: 30, page: 1 });
  const answers: ((channels: readonly object[]) => void)[] = [];
  const call = () =>
    new Promise<CallResult<object>>((resolve) => {
      answers.push((channels) => resolve({ ok: true, value: { channels } }));
    });
  const { "call-unread": ask } = roomCalls(outsideOf(app, call));
  const answer = async (index: number, unread: number): Promise<void> => {
    answers[index]?.([{ kind: "room", id: 7, name: "oferta.10007", unread_count: unread }]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask: () => ask({ type: "call-unread" }), answer, elsewhere: () => app.getState().rooms.unreadElsewhere };
}

test("[ROOM-7a] the last requested count stays, even if an earlier response comes later", async () => {
  const { ask, answer, elsewhere } = startUnreadCalls();
  ask();
  ask();
  await answer(1, 0);
  await answer(0, 3);
  expect(elsewhere()).toEqual({});
  ask();
  ask();
  await answer(2, 2);
  expect(elsewhere()).toEqual({ 7: 2 });
});

test("[LIST-6] every page of the list brings the counts, so that none is stale", async () => {
  const app = createAnasApp();
  const counts = { all: 50, unread: 3, mine: 0, unclaimed: 1 };
  const call = async (_name: string, { query }: { readonly query?: { readonly filter?: string } } = {}) => {
    const value = { chats: [], total: 50, page: 2, ...(query?.filter === undefined ? {} : { counts }) };
    return { ok: true, value };
  };
  const { "call-rooms-page": load } = roomCalls(outsideOf(app, call));
  for (const page of [1, 2]) {
    const before = app.getState().listing.elsewhere;
    load({ type: "call-rooms-page", page });
    await new Promise((resolve) => setImmediate(resolve));
    expect(app.getState().listing.elsewhere).not.toBe(before);
    expect(countOf(app.getState(), "all")).toBe(50);
  }
});

test("[LIST-5] a filter's page is accepted from a previous release's server without counts", async () => {
  const app = createAnasApp();
  const view = { filter: "unread", sort: "activity" } as const;
  app.dispatch({ type: "rooms/view-chosen", view });
  const { "call-view-page": ask } = roomCalls(
    outsideOf(app, async () => ({ ok: true, value: { chats: [], total: 0 } })),
  );
  ask({ type: "call-view-page", view, page: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(app.getState().listing).toMatchObject({ phase: "ready", isEnded: true });
});
