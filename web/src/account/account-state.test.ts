import { describe, expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import type { OwnDevice } from "./account-part.ts";
import { deviceName } from "./account-dialog.tsx";

const device = (id: number, isCurrent = false): OwnDevice => ({
  id,
  userAgent: null,
  lastUsedAt: "2026-01-05T08:00:00.000Z",
  isCurrent,
});

function opened(): TestApp {
  const app = createAnasApp();
  app.dispatch({ type: "account/opened" });
  app.dispatch({ type: "account/devices-loaded", devices: [device(1, true), device(2), device(3)] });
  app.forget();
  return app;
}

function goOffline(app: TestApp): void {
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "connection/away-long" });
}

const change = (app: TestApp): void =>
  app.dispatch({ type: "account/password-asked", current: "demo", password: "ambreiaj nou" });
const ids = (app: TestApp): readonly number[] => app.getState().devices.list.map(({ id }) => id);

describe("one's own password", () => {
  test("[ACC-1] is changed by one call, which reloads the sessions", () => {
    const app = opened();
    change(app);
    change(app);
    expect(app.asked("call-change-password")).toHaveLength(1);
    app.dispatch({ type: "account/password-changed" });
    expect(app.getState().passwordChange.phase).toBe("done");
    expect(app.asked("call-devices")).toHaveLength(1);
  });

  test("[ACC-1] shows why it was refused until the account is opened again", () => {
    const app = opened();
    const error: CallError = { ...callError("invalid"), fieldErrors: { current: ["Nu e bună."] } };
    change(app);
    app.dispatch({ type: "account/password-failed", error });
    expect(app.getState().passwordChange).toEqual({ phase: "failed", error });
    change(app);
    expect(app.asked("call-change-password")).toHaveLength(2);
    app.dispatch({ type: "account/opened" });
    expect(app.getState().passwordChange).toEqual({ phase: "idle", error: null });
  });

  test("[ACC-1] is refused at once without a connection, and not sent later", () => {
    const app = opened();
    goOffline(app);
    change(app);
    expect(app.getState().passwordChange).toMatchObject({ phase: "failed", error: { code: "offline" } });
    app.clock.pass(60_000);
    expect(app.asked("call-change-password")).toEqual([]);
  });
});

describe("one's own devices", () => {
  test("[ACC-3] are requested again after a failure", () => {
    const app = createAnasApp();
    app.dispatch({ type: "account/opened" });
    app.dispatch({ type: "account/devices-failed", error: callError("unavailable") });
    expect(app.getState().devices).toMatchObject({ phase: "failed", error: { code: "unavailable" } });
    app.clock.pass(2000);
    expect(app.asked("call-devices")).toHaveLength(2);
  });

  test("[ACC-3] sign out once and disappear", () => {
    const app = opened();
    for (const _time of [1, 2]) app.dispatch({ type: "account/device-end-asked", id: 2 });
    expect(app.asked("call-sign-out-device")).toEqual([{ type: "call-sign-out-device", id: 2 }]);
    app.dispatch({ type: "account/device-ended", id: 2 });
    expect(ids(app)).toEqual([1, 3]);
  });

  test("[ACC-3] that are already gone disappear, and a failure shows next to its device", () => {
    const app = opened();
    app.dispatch({ type: "account/device-end-asked", id: 2 });
    app.dispatch({ type: "account/device-end-failed", id: 2, error: callError("not_found") });
    app.dispatch({ type: "account/device-end-failed", id: 3, error: callError("timeout") });
    expect(app.getState().devices.list).toMatchObject([{ id: 1 }, { id: 3, ending: { code: "timeout" } }]);
  });

  test("[ACC-3] cannot be signed out without a connection, and this one never can", () => {
    const app = opened();
    app.dispatch({ type: "account/device-end-asked", id: 1 });
    goOffline(app);
    app.dispatch({ type: "account/device-end-asked", id: 2 });
    expect(app.asked("call-sign-out-device")).toEqual([]);
    expect(app.getState().devices.list[1]).toMatchObject({ ending: { code: "offline" } });
  });
});

const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36", "Chrome", "Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0", "Edge", "Windows"],
  ["Mozilla/5.0 (Linux; Android 15; SM-S911B) Chrome/121.0 Mobile Safari/537.36", "Chrome", "Android"],
  ["Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Safari/537.36", "Samsung Internet", "Android"],
  [`${safari} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
  [`${safari} CriOS/141.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari", "macOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  ["Mozilla/5.0 (X11; CrOS x86_64 16093.68.0) Chrome/141.0.0.0 Safari/537.36", "Chrome", "ChromeOS"],
  ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36", "Chrome", "Linux"],
  ["curl/8.5.0", null, null],
  [null, null, null],
])("[ACC-3] %s is %s on %s", (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system });
});
