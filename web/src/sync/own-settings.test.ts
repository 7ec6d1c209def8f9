import { expect, test } from "vitest";
import type { AppState } from "../state/shape.ts";
import type { Me } from "../state/entities.ts";
import { room, signedInAna } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";

const radu = { id: 2, kind: "erp" } as const;
const newer: Me = { ...signedInAna, silenced: [radu], version: 2 };

const heads = (app: TestApp, version?: number): void =>
  app.dispatch({
    type: "sync/heads-received",
    epoch: "one",
    heads: [],
    ...(version === undefined ? {} : { user_version: version }),
  });

const caughtUp = (app: TestApp, version?: number): void =>
  app.dispatch({
    type: "sync/answered",
    answer: {
      epoch: "one",
      rooms: [],
      reset: [],
      unread: {},
      fresh: [],
      asked: {},
      ...(version === undefined ? {} : { userVersion: version }),
    },
  });

const ways: readonly (readonly [string, (app: TestApp, version: number) => void])[] = [
  ["MeUpdated", (app, version) => app.dispatch({ type: "sync/settings-changed", version })],
  ["RoomHeads", heads],
  ["catching up", caughtUp],
];

const meOf = ({ session }: AppState): Me | null => (session.phase === "signed-in" ? session.me : null);

test.each(ways)("[AUTH-8] newer settings announced by %s request `me` once", (_way, learn) => {
  const app = createAnasApp(room(1));
  learn(app, 2);
  expect(app.asked("call-me")).toHaveLength(1);
  app.dispatch({ type: "session/me-loaded", me: newer });
  expect(meOf(app.getState())).toEqual(newer);
  expect(app.asked("save-session")).toEqual([{ type: "save-session", token: "anas-token", me: newer }]);
  for (const [, again] of ways) again(app, 2);
  expect(app.asked("call-me")).toHaveLength(1);
});

test("[AUTH-8] however often a version is announced before the response, `me` is requested once; a newer one again", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "sync/settings-changed", version: 2 });
  for (const version of [2, 2, 1, 0]) heads(app, version);
  expect(app.asked("call-me")).toHaveLength(1);
  heads(app, 3);
  expect(app.asked("call-me")).toHaveLength(2);
});

test("[AUTH-8] a response older than the announced version requests nothing by itself; the next announcement does", () => {
  const app = createAnasApp(room(1));
  heads(app, 3);
  app.dispatch({ type: "session/me-loaded", me: newer });
  app.clock.pass(60_000);
  expect(app.asked("call-me")).toHaveLength(1);
  for (const _time of [1, 2]) heads(app, 3);
  expect(app.asked("call-me")).toHaveLength(2);
});

test("[AUTH-8] of two responses from `me` the older one changes nothing, even if it arrives last", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "session/me-loaded", me: newer });
  app.dispatch({ type: "session/me-loaded", me: signedInAna });
  expect(meOf(app.getState())).toEqual(newer);
});

test.each(ways)("[AUTH-8] a version equal to the current one, or older, changes nothing (%s)", (_way, learn) => {
  const app = createAnasApp(room(1));
  for (const version of [0, 1]) learn(app, version);
  expect(app.asked("call-me")).toEqual([]);
});

test("[AUTH-8] heads without a version request nothing, and neither does a signed-out page", () => {
  const app = createAnasApp(room(1));
  heads(app);
  caughtUp(app);
  app.dispatch({ type: "session/ended-elsewhere" });
  heads(app, 9);
  expect(app.asked("call-me")).toEqual([]);
});
