import { describe, expect, test } from "vitest";
import { messageAt } from "../state/history/message-log.ts";
import type { Message, Participant } from "../state/entities.ts";
import { hasReached } from "../state/wishes.ts";
import { acted, likeBy, openActsPage, takeOverBy } from "../testing/acts.ts";
import { callError } from "../testing/call-errors.ts";
import { shownOf } from "../testing/held-history.ts";
import { ana, message, mia, radu, received } from "../testing/people.ts";
import type { TestApp } from "../testing/test-app.ts";
import {
  holderOf,
  isActSlow,
  isLiked,
  likesOf,
  newestCustomerMessage,
  noticeAt,
  roomNotice,
} from "../state/messages/shown-actions.ts";

const first = (app: TestApp): Message => messageAt(shownOf(app, 1).log, 0)!;
const shown = (app: TestApp) => [isLiked(app.getState(), first(app)), likesOf(app.getState(), first(app))];
const holder = (app: TestApp) => holderOf(app.getState(), 1)?.person.name ?? null;
const notice = (app: TestApp) => noticeAt(app.getState(), first(app))?.said;
const wanted = (app: TestApp) => app.asked("call-act").map(({ wish }) => wish.isWanted);

const named = (app: TestApp) => {
  const { roomId, id, seq, author } = first(app);
  return { roomId, messageId: id, messageSeq: seq, authorKind: author!.kind };
};

function like(app: TestApp, isWanted: boolean): void {
  app.dispatch({ type: "actions/wished", kind: "like", isWanted, origin: "message", ...named(app) });
}

function takeOver(app: TestApp, origin: "message" | "room" = "message"): void {
  app.dispatch({ type: "actions/wished", kind: "take-over", isWanted: true, origin, ...named(app) });
}

const keyOf = (app: TestApp): string => app.asked("call-act").at(-1)!.key;
const answer = (app: TestApp, seq: number) => app.dispatch({ type: "actions/answered", key: keyOf(app), seq });
const fail = (app: TestApp, error: Parameters<typeof callError>[0], seconds: number | null = null) =>
  app.dispatch({ type: "actions/failed", key: keyOf(app), error: callError(error, seconds), holder: "Radu" });

describe.each([ana, radu, mia])("of a $kind", (self: Participant) => {
  test.each(["answer first", "echo first"])(
    "[ACT-3] the echo of one's own act changes nothing on screen: %s",
    (order) => {
      const app = openActsPage(self, { actions: [likeBy({ ...self, id: 99 }, 1)], likesTotal: 1 });
      like(app, true);
      const steps = [() => answer(app, 2), () => app.dispatch(acted(likeBy(self, 2)))];
      for (const step of order === "answer first" ? steps : steps.toReversed()) {
        expect(shown(app)).toEqual([true, 2]);
        step();
      }
      expect(shown(app)).toEqual([true, 2]);
      expect(app.getState().wishes).toEqual({});
    },
  );

  test("[ACT-3] somebody else's act applies: with another id, or the same id and another kind", () => {
    const app = openActsPage(self);
    const otherKind = ([ana, radu, mia] as const).find(({ kind }) => kind !== self.kind)!.kind;
    app.dispatch(acted(likeBy({ ...self, id: 99 }, 2)));
    app.dispatch(acted(likeBy({ ...self, kind: otherKind, name: "Altul" }, 3)));
    expect(shown(app)).toEqual([false, 2]);
    app.dispatch(acted(likeBy({ ...self, id: 99 }, 4, { isDeleted: true })));
    expect(shown(app)).toEqual([false, 1]);
  });

  test("[ACT-3] one's own act in another tab, or on another device, applies", () => {
    const app = openActsPage(self);
    app.dispatch(acted(likeBy(self, 2)));
    expect(shown(app)).toEqual([true, 1]);
    app.dispatch(acted(likeBy(self, 3, { isDeleted: true })));
    expect(shown(app)).toEqual([false, 0]);
  });
});

test("[ACT-4] a wish stays after its response until the log catches up", () => {
  const app = openActsPage(ana);
  like(app, true);
  answer(app, 3);
  expect(shown(app)).toEqual([true, 1]);
  app.dispatch(acted(likeBy(radu, 2)));
  expect(shown(app)).toEqual([true, 2]);
  app.dispatch(acted(likeBy(ana, 3)));
  expect(shown(app)).toEqual([true, 2]);
  app.dispatch(acted(likeBy(ana, 4, { isDeleted: true })));
  expect(shown(app)).toEqual([false, 1]);
});

test("[ACT-4] a wish that matches the log makes no call", () => {
  const app = openActsPage(ana, { actions: [likeBy(ana, 1)], likesTotal: 1 });
  like(app, true);
  expect(app.asked("call-act")).toEqual([]);
});

test("[ACT-4a] quick toggles make one call at a time, and the last wish follows", () => {
  const app = openActsPage(ana);
  for (const isWanted of [true, false, true, false, true, false]) like(app, isWanted);
  expect(wanted(app)).toEqual([true]);
  expect(shown(app)).toEqual([false, 0]);
  answer(app, 2);
  expect(wanted(app)).toEqual([true, false]);
  app.dispatch(acted(likeBy(ana, 2), likeBy(ana, 3, { isDeleted: true })));
  answer(app, 3);
  expect(shown(app)).toEqual([false, 0]);
  expect(app.getState().wishes).toEqual({});
});

test.each([
  ["forbidden", null],
  ["not_found", null],
  ["too_many_requests", 3],
  ["timeout", null],
] as const)("[ACT-4b] %s reverts the wish and shows at the message", (code, seconds) => {
  const app = openActsPage(ana);
  like(app, true);
  fail(app, code, seconds);
  expect(shown(app)).toEqual([false, 0]);
  expect(notice(app)).toMatchObject({ kind: "refused", error: { code, retryAfterSeconds: seconds } });
  app.clock.pass(5000);
  expect(notice(app)).toBeUndefined();
});

test("[ACT-4b] a refusal of an outdated wish is not reported", () => {
  const app = openActsPage(ana);
  like(app, true);
  like(app, false);
  fail(app, "too_many_requests", 1);
  expect([shown(app), notice(app)]).toEqual([[false, 0], undefined]);
});

test.each(["offline", "timeout", "unavailable"] as const)(
  "[ACT-4a] if %s leaves the previous call in doubt, the last wish is retried until answered",
  (code) => {
    const app = openActsPage(ana);
    like(app, true);
    like(app, false);
    app.dispatch({ type: "connection/lost" });
    fail(app, code);
    // The act was stored: its event comes once the connection is back.
    app.dispatch({ type: "connection/connected" });
    app.dispatch({ type: "connection/listening" });
    app.dispatch(acted(likeBy(ana, 2)));
    expect(shown(app)).toEqual([false, 0]);
    app.clock.pass(60_000);
    expect(wanted(app)).toEqual([true, false]);
    answer(app, 3);
    app.dispatch(acted(likeBy(ana, 3, { isDeleted: true })));
    expect([shown(app), notice(app)]).toEqual([[false, 0], undefined]);
    expect(app.getState()).toMatchObject({ wishes: {}, failures: {} });
  },
);

test("[ACT-4a] a last wish that fails too is reverted and reported", () => {
  const app = openActsPage(ana);
  like(app, true);
  like(app, false);
  fail(app, "timeout");
  app.dispatch(acted(likeBy(ana, 2)));
  app.clock.pass(60_000);
  fail(app, "timeout");
  expect(shown(app)).toEqual([true, 1]);
  expect(notice(app)).toMatchObject({ kind: "refused", error: { code: "timeout" } });
  expect(app.getState()).toMatchObject({ wishes: {}, failures: {} });
});

test("[ACT-4b] without a timely response the log decides", () => {
  const app = openActsPage(ana);
  like(app, true);
  fail(app, "timeout");
  app.dispatch(acted(likeBy(ana, 2)));
  expect(shown(app)).toEqual([true, 1]);
});

test("[ACT-4b] without a connection nothing is queued, and the failure is reported at once", () => {
  const app = openActsPage(ana);
  app.dispatch({ type: "connection/lost" });
  like(app, true);
  expect(app.asked("call-act")).toEqual([]);
  expect(shown(app)).toEqual([false, 0]);
  expect(notice(app)).toMatchObject({ error: { code: "offline" } });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  expect(app.asked("call-act")).toEqual([]);
});

test("[ACT-4] a call slower than 300 ms is shown as pending until answered", () => {
  const app = openActsPage(ana);
  const isSlow = () => isActSlow(app.getState(), "like", first(app));
  like(app, true);
  app.clock.pass(299);
  expect(isSlow()).toBe(false);
  app.clock.pass(1);
  expect(isSlow()).toBe(true);
  answer(app, 2);
  expect(isSlow()).toBe(false);
});

test("[ACT-2] the slower person sees where they pressed who was faster", () => {
  const app = openActsPage(radu, { author: ana });
  takeOver(app);
  expect(holder(app)).toBe("Radu Ion");
  fail(app, "already_taken_over");
  expect(holder(app)).toBeNull();
  expect(notice(app)).toMatchObject({ kind: "refused", holder: "Radu" });
  takeOver(app, "room");
  fail(app, "already_taken_over");
  expect(notice(app)).toBeUndefined();
  expect(roomNotice(app.getState(), 1)?.said).toMatchObject({ holder: "Radu" });
});

test("[ACT-2] a room is taken over with the newest loaded message of a customer", () => {
  const app = openActsPage(radu, { author: ana });
  app.dispatch(received(message(1, 2, { author: ana }), message(1, 3, { author: mia })));
  expect(newestCustomerMessage(app.getState(), 1)).toMatchObject({ seq: 2, author: ana });
});

test("[ACT-2] a room is released with the message that holds it", () => {
  const held = takeOverBy(radu, 1);
  const app = openActsPage(radu, { author: ana }, { takeOver: held });
  app.dispatch({ type: "actions/release-asked", roomId: 1, origin: "room" });
  expect(app.asked("call-act")[0]?.wish).toMatchObject({ messageId: held.messageId, isWanted: false });
  expect(holder(app)).toBeNull();
  answer(app, 2);
  app.dispatch(acted({ ...held, seq: 2, isDeleted: true }));
  expect(holder(app)).toBeNull();
  app.dispatch(acted(takeOverBy(mia, 3)));
  expect(holder(app)).toBe("Mia");
});

test("[ACT-4] a wish ends with its room, and with the log's numbering", () => {
  const app = openActsPage(ana);
  like(app, true);
  answer(app, 9);
  const { rooms, wishes } = app.getState();
  const [wish] = Object.values(wishes);
  const renumbered = { ...rooms.byId[1]!, epoch: "two" };
  expect(hasReached({ rooms }, wish!)).toBe(false);
  expect(hasReached({ rooms: { ...rooms, byId: { 1: renumbered } } }, wish!)).toBe(true);
  app.dispatch({ type: "rooms/removed", roomId: 1 });
  expect(app.getState().wishes).toEqual({});
});
