import { expect, test } from "vitest";
import { messageAt } from "../state/history/message-log.ts";
import type { MessageAction } from "../state/entities.ts";
import { likeBy, openActsPage } from "../testing/acts.ts";
import { callError } from "../testing/call-errors.ts";
import { shownOf } from "../testing/held-history.ts";
import { ana, message, radu } from "../testing/people.ts";
import type { TestApp } from "../testing/test-app.ts";

const likes = (from: number, to: number): MessageAction[] =>
  Array.from({ length: to - from + 1 }, (_, i) => likeBy({ ...radu, id: to - i, name: `Om ${to - i}` }, to - i));

const ask = (app: TestApp) =>
  app.dispatch({ type: "actions/likers-asked", message: messageAt(shownOf(app, 1).log, 0)! });

const load = (app: TestApp, page: number, actions: readonly MessageAction[], hasMore: boolean) =>
  app.dispatch({ type: "actions/likers-loaded", messageId: message(1, 1).id, page, actions, hasMore });

const seqs = (app: TestApp) => app.getState().likers?.likes.map(({ seq }) => seq);

test("[ACT-6] no names are requested if the message has them all", () => {
  const app = openActsPage(ana, { actions: likes(1, 3), likesTotal: 3 });
  ask(app);
  expect([seqs(app), app.getState().likers?.hasMore]).toEqual([[3, 2, 1], false]);
  expect(app.asked("call-likers")).toEqual([]);
  app.dispatch({ type: "actions/likers-closed" });
  expect(app.getState().likers).toBeNull();
});

test("[ACT-6] the rest loads in pages, each person once and newest first", () => {
  const app = openActsPage(ana, { actions: likes(51, 70), likesTotal: 70 });
  ask(app);
  expect([seqs(app)?.length, app.getState().likers?.phase]).toEqual([20, "loading"]);
  load(app, 1, likes(21, 70), true);
  load(app, 1, likes(21, 70), true);
  expect(seqs(app)).toHaveLength(50);
  app.dispatch({ type: "actions/more-likers-asked" });
  app.dispatch({ type: "actions/more-likers-asked" });
  expect(app.asked("call-likers").map(({ page }) => page)).toEqual([1, 2]);
  load(app, 2, likes(1, 21), false);
  expect(seqs(app)).toEqual(Array.from({ length: 70 }, (_, i) => 70 - i));
});

test("[SYNC-8a] a failed page of names is shown as missing and requested again", () => {
  const app = openActsPage(ana, { actions: [], likesTotal: 3 });
  ask(app);
  app.dispatch({ type: "actions/likers-failed", messageId: message(1, 1).id, error: callError("unavailable") });
  expect(app.getState().likers?.phase).toBe("failed");
  app.clock.pass(5000);
  expect(app.asked("call-likers")).toHaveLength(2);
  load(app, 1, likes(1, 3), false);
  expect(app.getState().likers).toMatchObject({ phase: "ready", hasMore: false });
});

test("[ACT-6c] leaving the room closes the names for good", () => {
  const app = openActsPage(ana, { actions: likes(1, 3), likesTotal: 3 });
  ask(app);
  app.arriveAt("/");
  expect(app.getState().likers).toBeNull();
});
