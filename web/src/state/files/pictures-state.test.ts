import { expect, test } from "vitest";
import { callError } from "../../testing/call-errors.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";
import { picturesCachedBytesMax, picturesLoadingMax } from "./pictures-state.ts";

const want = (app: TestApp, ...paths: readonly string[]): void => {
  for (const path of paths) app.dispatch({ type: "files/picture-wanted", path });
};
const drop = (app: TestApp, path: string): void => app.dispatch({ type: "files/picture-dropped", path });
const load = (app: TestApp, path: string, bytes = 1000): void =>
  app.dispatch({ type: "files/picture-loaded", path, source: `blob:${path}`, bytes });
const loading = (app: TestApp) => app.asked("load-picture").map(({ path }) => path);
const forgotten = (app: TestApp) => app.asked("forget-picture").map(({ path, source }) => [path, source]);

test("[SEE-2] four pictures load at once, the last wanted first", () => {
  const app = createAnasApp();
  want(app, "1", "2", "3", "4", "5", "6");
  expect(loading(app)).toEqual(["1", "2", "3", "4"]);
  expect(loading(app)).toHaveLength(picturesLoadingMax);
  load(app, "2");
  expect(loading(app).slice(4)).toEqual(["6"]);
});

test("[SEE-2] a picture shown in two places loads once, and continues until both are gone", () => {
  const app = createAnasApp();
  want(app, "a", "a");
  drop(app, "a");
  expect(app.getState().pictures["a"]?.phase).toBe("loading");
  drop(app, "a");
  expect(app.getState().pictures["a"]).toBeUndefined();
  expect(loading(app)).toEqual(["a"]);
  expect(forgotten(app)).toEqual([["a", null]]);
});

test("[SEE-2] hidden pictures are cached up to a limit, and the least recently used are evicted", () => {
  const app = createAnasApp();
  const third = picturesCachedBytesMax / 3 - 1;
  for (const path of ["a", "b", "c"]) {
    want(app, path);
    load(app, path, third);
  }
  for (const path of ["a", "b", "c"]) drop(app, path);
  expect(forgotten(app)).toEqual([]);
  want(app, "a");
  drop(app, "a");
  want(app, "d");
  load(app, "d", third);
  expect(forgotten(app)).toEqual([]);
  drop(app, "d");
  expect(forgotten(app)).toEqual([["b", "blob:b"]]);
  app.forget();
  want(app, "a");
  expect(loading(app)).toEqual([]);
  expect(app.getState().pictures["a"]?.source).toBe("blob:a");
});

test("[SEE-2] a picture that arrives after its element is gone is freed", () => {
  const app = createAnasApp();
  want(app, "a");
  drop(app, "a");
  app.forget();
  load(app, "a");
  expect(forgotten(app)).toEqual([["a", "blob:a"]]);
  expect(app.getState().pictures).toEqual({});
});

test("[SEE-2b][SYNC-8a] a failed picture is shown as such, and is retried automatically or on request; a missing one is not retried", () => {
  const app = createAnasApp();
  want(app, "a", "b");
  app.dispatch({ type: "files/picture-failed", path: "a", error: callError("offline") });
  app.dispatch({ type: "files/picture-failed", path: "b", error: callError("not_found") });
  expect(app.getState().pictures["a"]).toMatchObject({ phase: "failed", error: { code: "offline" } });
  app.forget();
  app.clock.pass(60_000);
  expect(loading(app)).toEqual(["a"]);
  expect(app.getState().pictures["a"], "said until it is there").toMatchObject({ error: { code: "offline" } });
  app.dispatch({ type: "files/picture-failed", path: "a", error: callError("offline") });
  app.forget();
  app.dispatch({ type: "files/picture-again", path: "a" });
  expect(loading(app)).toEqual(["a"]);
});

test("[SEE-2][SIGN-2] signing out frees all pictures", () => {
  const app = createAnasApp();
  want(app, "a");
  load(app, "a");
  app.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(forgotten(app)).toEqual([["a", "blob:a"]]);
});
