import fc from "fast-check";
import { expect, test } from "vitest";
import { mia, radu, room, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import type { Room } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { switcherMatches } from "./panel-options.ts";

const customer = (id: number, name: string) => ({ id, name, kind: "customer" }) as const;
const golf = { vehicle: "Golf V 2.0 TDI", members: [customer(11, "Ștefan Țurcanu"), radu] };
const logan = { vehicle: "Dacia Logan", members: [customer(12, "Ana Mureșan"), mia] };

function page(rooms: readonly Room[], lastOpened: readonly string[] = [], opened?: number): AppState {
  const app = startAnasApp(createTestApp(), rooms, signedInRadu);
  if (opened !== undefined) app.arriveAt(`/view/oferta.${10_000 + opened}`);
  app.dispatch({ type: "own-rooms/last-opened-known", names: lastOpened });
  return app.getState();
}
const ids = (state: AppState, text: string): number[] => switcherMatches(state, text).rooms.map(({ roomId }) => roomId);

test.each([
  ["stefan", [1]],
  ["ţurcanu ŞTEFAN", [1]],
  ["tur", [1]],
  ["golf tdi", [1]],
  ["10002", [2]],
  ["002", [2]],
  ["mia", [2]],
  ["muresan logan", [2]],
  ["muresan golf", []],
  ["zzz", []],
  ["", [1, 2]],
] as const)(
  "[FIND-3b] the switcher finds rooms by customer, vehicle, number and people like the server: %s",
  (text, expected) => {
    expect(ids(page([room(1, golf), room(2, logan)]), text)).toEqual(expected);
  },
);

test("[FIND-3b] unread rooms come first, then those opened last, then the newest; the open room comes last", () => {
  const rooms = [1, 2, 3, 4, 5].map((id) =>
    room(id, { ...golf, updatedAt: `2026-01-0${9 - id}T00:00:00.000Z`, unreadCount: id === 5 ? 2 : 0 }),
  );
  expect(ids(page(rooms, ["oferta.10004", "oferta.10003"], 1), "")).toEqual([5, 4, 3, 2, 1]);
});

test("[FIND-3b] a better match precedes unread rooms", () => {
  const rooms = [room(1, { ...golf, vehicle: "Golfurile", unreadCount: 3 }), room(2, golf)];
  expect(ids(page(rooms), "golf")).toEqual([2, 1]);
});

test("[FIND-3b] a customer with several rooms is listed once", () => {
  const state = page([room(1, golf), room(2, golf), room(3, logan)]);
  expect(switcherMatches(state, "stef").customers.map(({ person, roomCount }) => [person.id, roomCount])).toEqual([
    [11, 2],
  ]);
  expect(switcherMatches(state, "ana").customers).toEqual([]);
});

test("[FIND-3p] a customer finds rooms by vehicle and by who serves them, never by their own name, and sees no customers", () => {
  const rooms = [room(1, { vehicle: "Golf" }), room(2, { vehicle: "Logan" })];
  const state = startAnasApp(createTestApp(), rooms).getState();
  expect(ids(state, "ana")).toEqual([]);
  expect(switcherMatches(state, "radu")).toMatchObject({
    rooms: [
      { person: { name: "Radu Ion" }, name: { text: "" }, other: [{ text: "Radu Ion" }] },
      { person: { name: "Radu Ion" }, name: { text: "" }, other: [{ text: "Radu Ion" }] },
    ],
    customers: [],
  });
});

test("[FIND-3b] at most eight rooms are listed, each once, none after a weaker match", () => {
  const rooms = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), unread: fc.nat(2) }), {
    selector: ({ id }) => id,
    maxLength: 20,
  });
  fc.assert(
    fc.property(rooms, fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }), (held, opened) => {
      const names = [...new Set(opened)].map((id) => `oferta.${10_000 + id}`);
      const state = page(
        held.map(({ id, unread }) => room(id, { ...golf, unreadCount: unread })),
        names,
      );
      const shown = ids(state, "golf");
      expect(shown).toHaveLength(Math.min(8, held.length));
      expect(new Set(shown).size).toBe(shown.length);
      const isUnread = (id: number) => held.some((each) => each.id === id && each.unread > 0);
      const weights = shown.map((id) => {
        const at = names.indexOf(`oferta.${10_000 + id}`);
        return (isUnread(id) ? 0 : 100) + (at < 0 ? 50 : at);
      });
      expect(weights).toEqual(weights.toSorted((a, b) => a - b));
    }),
  );
});
