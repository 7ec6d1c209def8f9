import fc from "fast-check";
import { expect, test } from "vitest";
import { markOf } from "../state/own-rooms/own-rooms.ts";
import { unreadCount } from "../state/selectors.ts";
import { type ModelClient, openModelClient } from "../testing/model-client.ts";
import { createModelServer, type ModelServer } from "../testing/model-server.ts";
import { ana, mia, radu } from "../testing/people.ts";

const roomIds = [1, 2];
const people = [ana, radu, mia];

const step = fc.record({
  kind: fc.constantFrom(
    ...(["publish", "publish", "read", "like", "mark", "mark", "unmark", "elsewhere", "told", "open", "home"] as const),
    ...(["deliver", "deliver", "advance", "advance", "fail", "pass", "rest", "look", "cut", "back"] as const),
  ),
  who: fc.constantFrom(...people.keys()),
  room: fc.constantFrom(...roomIds),
  n: fc.nat(12),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function happen(server: ModelServer, page: ModelClient, { kind, who, room, n }: Step): void {
  const { app, wire } = page;
  const wish = { kind: "mark", roomId: room, isByOpening: false } as const;
  const steps: Record<Step["kind"], () => void> = {
    publish: () => void server.publish(people[who] ?? ana, room),
    read: () => void server.read(people[who] ?? ana, room, n * 2),
    // Adds a log entry that is not a message, so that the read marker may be below the head although nothing is unread.
    like: () => server.edit(room, n),
    mark: () => app.dispatch({ type: "own-rooms/wished", wish: { ...wish, from: n + 1 } }),
    unmark: () => app.dispatch({ type: "own-rooms/read-wished", roomId: room, isRead: true }),
    elsewhere: () => void server.mark(room, n > 6 ? null : n + 1),
    told: () => app.dispatch({ type: "sync/settings-changed", version: server.self().version }),
    open: () => app.arriveAt(`/view/oferta.${10_000 + room}`),
    home: () => app.arriveAt("/"),
    deliver: () => page.deliver(wire.splice(0, 1 + (n % 3))),
    advance: () => page.advance(n),
    fail: () => page.fail(n),
    pass: () => app.clock.pass(100),
    rest: () => app.clock.pass(2500),
    look: () => app.dispatch({ type: "messages/attention-changed", isVisible: n > 3, isFocused: n > 3 }),
    cut: () => page.cut(),
    back: () => page.back(),
  };
  steps[kind]();
}

function countsOf({ app }: ModelClient): Record<string, number> {
  const counts = Object.values(app.getState().rooms.byId).map((room) => [
    room.id,
    Math.max(unreadCount(room), markOf(app.getState(), room.id) === null ? 0 : 1),
  ]);
  return Object.fromEntries(counts);
}

test("[ORDER-4][SIL-2d][ROOM-7a] the page and the server count the same, whatever is marked, here or on another device", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100, size: "max" }), (steps) => {
      const pages: ModelClient[] = [];
      const server = createModelServer(roomIds, (event) => pages.forEach((each) => each.send(event)));
      const page = openModelClient(server);
      const { app } = page;
      pages.push(page);
      app.perform({
        "note-opened": ({ roomId }) =>
          app.dispatch({ type: "own-rooms/wished", wish: { kind: "mark", roomId, from: null, isByOpening: true } }),
      });
      page.settle();
      for (const one of steps) happen(server, page, one);
      page.settle();
      // AUTH-8: every catch-up includes the version of the settings.
      app.dispatch({ type: "sync/settings-changed", version: server.self().version });
      page.settle();
      expect(countsOf(page)).toEqual(server.unread());
      expect(app.getState().ownRoomWishes).toEqual({});
      // In a marked room with a count of 1, the page cannot know whether a message or the mark is counted.
      page.cut();
      page.settle();
      for (const id of roomIds) server.publish(radu, id);
      page.settle();
      expect(countsOf(page)).toEqual(server.unread());
    }),
  );
});
