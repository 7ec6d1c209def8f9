import { expect, test } from "vitest";
import { messageAt } from "../state/history/message-log.ts";
import type { Me, Message, Participant, Room } from "../state/entities.ts";
import { likeBy, openActsPage, takeOverBy } from "../testing/acts.ts";
import { callError } from "../testing/call-errors.ts";
import { drawn } from "../testing/drawn.tsx";
import { shownOf } from "../testing/held-history.ts";
import { ana, mia, radu } from "../testing/people.ts";
import type { TestApp } from "../testing/test-app.ts";
import { MessageSide } from "./message-side.tsx";
import { canLike, canTakeOver } from "../state/messages/shown-actions.ts";

const first = (app: TestApp): Message => messageAt(shownOf(app, 1).log, 0)!;

const side = (app: TestApp, isNear = true): string =>
  drawn(app, <MessageSide message={first(app)} isNear={isNear} isActive={false} id="side" />);

const open = (who: Participant, author: Participant, given: Partial<Room> = {}): TestApp =>
  openActsPage(who, { author }, given);

const may = (app: TestApp) => [canTakeOver(app.getState(), first(app)), canLike(app.getState(), first(app))];

test.each([
  ["staff, a customer's message", open(radu, ana), [true, true]],
  ["an agent, a customer's message", open(mia, ana), [true, true]],
  ["staff, a colleague's message", open(radu, mia), [false, true]],
  ["a customer, a customer's message", open(ana, ana), [false, true]],
  ["a visitor", open(radu, ana, { isMember: false }), [false, false]],
  ["staff, held by a colleague", open(radu, ana, { takeOver: takeOverBy(mia, 1) }), [false, true]],
  ["the holder, on the message by which they hold", open(radu, ana, { takeOver: takeOverBy(radu, 1) }), [false, true]],
  [
    "the holder, on a newer message",
    open(radu, ana, { takeOver: takeOverBy(radu, 1, { messageSeq: 0, messageId: 1 }) }),
    [true, true],
  ],
] as const)("[ACT-5b] only permitted actions are offered: %s", (_case, app, expected) => {
  expect(may(app)).toEqual(expected);
  expect(side(app).includes("Preluare")).toBe(expected[0]);
  expect(side(app).includes("Apreciază")).toBe(expected[1]);
});

test("[ACT-5b] without the permissions nothing is offered, and an Admin can take a room from any holder", () => {
  const app = open(radu, ana, { takeOver: takeOverBy(mia, 1) });
  const as = (roles: Me["roles"]) => {
    const session = app.getState().session as { me: Me };
    return { ...app.getState(), session: { ...session, me: { ...session.me, roles } } } as typeof state;
  };
  const state = app.getState();
  expect([canTakeOver(as([]), first(app)), canLike(as([]), first(app))]).toEqual([false, false]);
  const admin = [{ name: "Admin", permissions: ["messages.take-over"] }];
  expect(canTakeOver(as(admin), first(app))).toBe(true);
});

test("[ACT-6] likes and holder are announced, and while the pointer is elsewhere only existing ones show", () => {
  const liked = { author: ana, actions: [likeBy(radu, 1), likeBy(mia, 1)], likesTotal: 30 };
  const app = openActsPage(radu, liked, { takeOver: takeOverBy(mia, 1) });
  expect(side(app, false)).toContain("Apreciază, 30 de aprecieri, și a ta");
  expect(side(app, false)).toContain('aria-pressed="true"');
  expect(side(app, false)).toContain("Preluat de Mia");
  expect(side(app, false)).toContain("tu, Mia și încă 28 de persoane");
  const bare = side(open(radu, ana), false);
  expect(bare).not.toContain("Apreciază");
  expect(bare).toContain("Acțiuni pentru mesaj");
});

test.each([
  ["already_taken_over", "Radu a preluat înaintea ta."],
  ["too_many_requests", "Prea repede. Încearcă din nou peste 3 secunde."],
  ["forbidden", "Nu ai voie să faci asta aici."],
  ["not_found", "Mesajul nu mai e aici."],
  ["timeout", "Serverul nu a răspuns. Dacă a ajuns, se vede aici."],
  ["unavailable", "Serverul nu răspunde acum."],
] as const)("[ACT-4b] %s shows at the message: %s", (code, words) => {
  const app = open(mia, ana);
  const { roomId, id, seq } = first(app);
  const named = { roomId, messageId: id, messageSeq: seq, authorKind: "customer", origin: "message" } as const;
  app.dispatch({ type: "actions/wished", kind: "like", isWanted: true, ...named });
  const { key } = app.asked("call-act")[0]!;
  app.dispatch({ type: "actions/failed", key, error: callError(code, 3), holder: "Radu" });
  expect(side(app)).toContain(words);
  expect(side(app)).toContain('role="alert"');
});
