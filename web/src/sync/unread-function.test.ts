import fc from "fast-check";
import { expect, test } from "vitest";
import { unreadCount } from "../state/selectors.ts";
import { createModelServer, type ModelServer } from "../testing/model-server.ts";
import { type ModelClient, openModelClient } from "../testing/model-client.ts";
import { ana, mia, radu, signedInAna } from "../testing/people.ts";

const roomIds = [1, 2];
const people = [ana, radu, mia];

const anyStep = fc.record({
  kind: fc.constantFrom(
    ...([
      "publish",
      "publish",
      "publish",
      "read",
      "leave",
      "join",
      "silence",
      "hear",
      "learn",
      "delete",
      "edit",
    ] as const),
    ...([
      "deliver",
      "deliver",
      "deliver",
      "advance",
      "advance",
      "pass",
      "rest",
      "open",
      "home",
      "look",
      "older",
    ] as const),
  ),
  who: fc.constantFrom(...people.keys()),
  room: fc.constantFrom(...roomIds),
  n: fc.nat(12),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

/** The versions of Ana's settings (AUTH-8). */
const versions = new WeakMap<ModelServer, number>();

/** Gives the page Ana's silences, as its own call or another device would. The page must then correct its counts by itself (SIL-2d). */
function learn(server: ModelServer, page: ModelClient): void {
  // Nobody can silence themselves, so this changes nothing and returns the people whom she silences.
  const silenced = server.silence(ana, false).map(({ id, kind }) => ({ id, kind }));
  page.app.dispatch({
    type: "session/me-loaded",
    me: { ...signedInAna, silenced, version: versions.get(server) ?? 1 },
  });
}

function silence(server: ModelServer, page: ModelClient, { who, n }: Step, isSilenced: boolean): void {
  const person = people[who];
  if (person === undefined || person === ana) return;
  server.silence(person, isSilenced);
  versions.set(server, (versions.get(server) ?? 1) + 1);
  if (n % 2 === 0) learn(server, page);
}

function happen(server: ModelServer, page: ModelClient, step: Step): void {
  const { kind, who, room, n } = step;
  const { app, wire } = page;
  const person = people[who] ?? ana;
  const steps: Record<Step["kind"], () => void> = {
    publish: () => void server.publish(person, room),
    read: () => void server.read(person, room, n * 2),
    leave: () => server.leave(person, room),
    join: () => server.join(person, room),
    silence: () => silence(server, page, step, true),
    hear: () => silence(server, page, step, false),
    delete: () => server.remove(room, n % 4),
    edit: () => server.amend(room, n),
    learn: () => learn(server, page),
    deliver: () => page.deliver(wire.splice(0, 1 + (n % 3))),
    advance: () => page.advance(n),
    pass: () => app.clock.pass(100),
    rest: () => app.clock.pass(2500),
    open: () => app.arriveAt(`/view/oferta.${10_000 + room}`),
    home: () => app.arriveAt("/"),
    look: () => app.dispatch({ type: "messages/attention-changed", isVisible: n > 3, isFocused: n > 3 }),
    older: () => app.dispatch({ type: "messages/older-asked", roomId: room }),
  };
  steps[kind]();
}

/** The page's counts for Ana's rooms; SYNC-4 covers which rooms those are. */
function countsOf(page: ModelClient, server: ModelServer): Record<string, number> {
  const { byId } = page.app.getState().rooms;
  return Object.fromEntries(Object.keys(server.unread()).map((id) => [id, unreadCount(byId[Number(id)]!)]));
}

test("[ROOM-7a][SIL-2d] the page and the server count the same, whoever is silenced and whatever is deleted", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 100, size: "max" }), (steps) => {
      const pages: ModelClient[] = [];
      const server = createModelServer(roomIds, (event) => pages.forEach((page) => page.send(event)));
      const page = openModelClient(server);
      pages.push(page);
      page.settle();
      for (const one of steps) happen(server, page, one);
      learn(server, page);
      page.settle();
      expect(countsOf(page, server)).toEqual(server.unread());
      // The page counts later messages by itself, except silenced people's.
      for (const author of [radu, mia]) for (const id of roomIds) server.publish(author, id);
      page.deliver(page.wire.splice(0));
      expect(countsOf(page, server)).toEqual(server.unread());
    }),
  );
});
