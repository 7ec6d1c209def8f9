import { membersPerPage } from "@cuplaj/protocol/limits.ts";
import { expect, test } from "vitest";
import type { Participant } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { ana, mia, radu, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { shownMembers, type ListedMember } from "./members-state.ts";

const listed = (person: Participant, isOnline = false): ListedMember => ({ ...person, isOnline, mayPutOut: false });
const crowd = (from: number, count: number): readonly ListedMember[] =>
  Array.from({ length: count }, (_, i) =>
    listed({ id: from + i, name: `Om ${String(from + i).padStart(5, "0")}`, kind: "agent" }),
  );

function opened(total: number, ...pages: readonly (readonly ListedMember[])[]): TestApp {
  const app = createAnasApp(room(1, { members: [], membersTotal: total }), room(2));
  app.dispatch({ type: "people/members-shown", roomId: 1 });
  pages.forEach((members, i) => {
    if (i > 0) app.dispatch({ type: "people/more-asked" });
    app.dispatch({ type: "people/page-loaded", roomId: 1, members, total, page: i + 1 });
  });
  return app;
}

const names = (app: TestApp): readonly string[] => shownMembers(app.getState()).map(({ name }) => name);
const membersEvent = (app: TestApp, joined: Participant | null, left: Participant | null, membersTotal: number): void =>
  app.dispatch({
    type: "sync/events-received",
    events: [{ kind: "members", origin: "live", roomId: 1, seq: 1, joined, left, membersTotal }],
  });

test("[USR-2] present members come first, then all by name", () => {
  const app = opened(3, [listed(radu), listed(mia, true), listed(ana)]);
  expect(names(app)).toEqual([mia.name, ana.name, radu.name]);
  expect(shownMembers(app.getState())).toBe(shownMembers(app.getState()));
});

test("[USR-2a] 1,000 members load in ten pages, each requested once, and each person is listed once", () => {
  const pages = Array.from({ length: 10 }, (_, i) => crowd(100 + i * membersPerPage, membersPerPage));
  const app = opened(1000, ...pages);
  expect(app.asked("call-members").map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(names(app)).toHaveLength(1000);
  app.dispatch({ type: "people/more-asked" });
  app.dispatch({ type: "people/more-asked" });
  expect(app.asked("call-members")).toHaveLength(11);
  // Somebody has joined, so the last page repeats a member.
  app.dispatch({ type: "people/page-loaded", roomId: 1, members: crowd(1099, 2), total: 1001, page: 11 });
  expect(names(app)).toHaveLength(1001);
  app.dispatch({ type: "people/more-asked" });
  expect(app.asked("call-members")).toHaveLength(11);
});

test("[USR-2] joins and leaves update the open list and its count", () => {
  const app = opened(2, [listed(ana, true), listed(radu)]);
  membersEvent(app, mia, null, 3);
  expect(names(app)).toEqual([ana.name, mia.name, radu.name]);
  app.dispatch({
    type: "sync/events-received",
    events: [{ kind: "members", origin: "live", roomId: 1, seq: 2, joined: null, left: radu, membersTotal: 2 }],
  });
  expect(names(app)).toEqual([ana.name, mia.name]);
  expect(app.getState().memberList?.total).toBe(2);
});

test("[USR-2] presence follows the room's channel, even before a person's page has loaded", () => {
  const app = opened(3, [listed(ana, true), listed(mia, true)]);
  app.dispatch({ type: "presence/here", roomId: 1, people: [ana] });
  expect(shownMembers(app.getState())).toEqual([listed(ana, true), listed(mia)]);
  app.dispatch({ type: "presence/joining", roomId: 1, person: radu });
  expect(names(app)).toEqual([ana.name, radu.name, mia.name]);
  app.dispatch({ type: "presence/leaving", roomId: 1, person: radu });
  expect(names(app)).toEqual([ana.name, mia.name]);
});

test("[USR-2d] members that the room names are listed before their page loads, and disappear at the end if they have left", () => {
  const app = createAnasApp(room(1, { members: [ana, radu], membersTotal: 3 }));
  app.dispatch({ type: "people/members-shown", roomId: 1 });
  expect(names(app)).toEqual([ana.name, radu.name]);
  app.dispatch({ type: "people/page-failed", roomId: 1, error: callError("offline") });
  expect(names(app)).toEqual([ana.name, radu.name]);
  expect(shownMembers(app.getState())).toBe(shownMembers(app.getState()));
  app.dispatch({ type: "people/page-loaded", roomId: 1, members: [listed(ana), listed(mia)], total: 2, page: 1 });
  expect(names(app)).toEqual([ana.name, mia.name]);
});

test("[USR-2] a failed page loads again, and responses for another room or a closed list are ignored", () => {
  const app = opened(2);
  app.dispatch({ type: "people/page-failed", roomId: 1, error: callError("unavailable") });
  expect(app.getState().memberList).toMatchObject({ phase: "failed", error: { code: "unavailable" } });
  app.clock.pass(2000);
  expect(app.asked("call-members")).toHaveLength(2);
  app.dispatch({ type: "people/page-loaded", roomId: 2, members: [listed(mia)], total: 1, page: 1 });
  expect(names(app)).toEqual([]);
  app.dispatch({ type: "people/members-shown", roomId: null });
  app.dispatch({ type: "people/page-loaded", roomId: 1, members: [listed(mia)], total: 1, page: 1 });
  expect(app.getState().memberList).toBeNull();
  app.clock.pass(60_000);
  expect(app.asked("call-members")).toHaveLength(2);
});

test("[USR-2] leaving the room closes the list", () => {
  const app = opened(2, [listed(ana)]);
  app.dispatch({ type: "rooms/removed", roomId: 2 });
  expect(app.getState().memberList).not.toBeNull();
  app.dispatch({ type: "rooms/removed", roomId: 1 });
  expect(app.getState().memberList).toBeNull();
});
