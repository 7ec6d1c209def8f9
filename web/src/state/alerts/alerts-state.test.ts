import { expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const raise = (app: TestApp, delayMs?: number): void =>
  app.dispatch({
    type: "alerts/raised",
    alertType: "danger",
    text: { kind: "key", key: "signIn.sessionEnded" },
    ...(delayMs === undefined ? {} : { delayMs }),
  });

const phases = (app: TestApp): string[] => app.getState().alerts.map(({ phase }) => phase);

test("[TOAST-1] an alert hides after 5000 ms and is removed 1 s after hiding", () => {
  const app = createTestApp();
  raise(app);
  app.clock.pass(4999);
  expect(phases(app)).toEqual(["shown"]);
  app.clock.pass(1);
  expect(phases(app)).toEqual(["hiding"]);
  app.clock.pass(999);
  expect(phases(app)).toEqual(["hiding"]);
  app.clock.pass(1);
  expect(phases(app)).toEqual([]);
});

test("[TOAST-1] an alert may have another delay, and be dismissed early", () => {
  const app = createTestApp();
  raise(app, 200);
  app.clock.pass(200);
  expect(phases(app)).toEqual(["hiding"]);
  raise(app);
  app.dispatch({ type: "alerts/hidden", id: app.getState().alerts[1]!.id });
  app.clock.pass(1000);
  expect(phases(app)).toEqual([]);
});

test("[TOAST-1] an alert under the pointer stays, and then has its full delay again", () => {
  const app = createTestApp();
  raise(app);
  const { id } = app.getState().alerts[0]!;
  app.dispatch({ type: "alerts/held", id });
  app.clock.pass(60_000);
  expect(phases(app)).toEqual(["shown"]);
  app.dispatch({ type: "alerts/released", id });
  app.clock.pass(4999);
  expect(phases(app)).toEqual(["shown"]);
  app.clock.pass(1);
  expect(phases(app)).toEqual(["hiding"]);
});

test("[TOAST-1] at most five alerts are shown", () => {
  const app = createTestApp();
  for (let i = 0; i < 8; i += 1) raise(app);
  expect(phases(app)).toHaveLength(5);
});
