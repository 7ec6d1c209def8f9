import { describe, expect, test } from "vitest";
import { callError } from "../testing/call-errors.ts";
import { message, received, room, signedInAna } from "../testing/people.ts";
import { loadedSettings } from "../testing/public-settings.ts";
import { createAnasApp, createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";
import type { NotificationAccess } from "./notifications-shape.ts";

const subscription = { endpoint: "https://push.test/1", expirationTime: null, keys: { p256dh: "B", auth: "a" } };
const settings = { ...loadedSettings, vapidPublicKey: "BKey" };

function started(permission: NotificationAccess, isWanted = false): TestApp {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "settings/loaded", settings });
  app.dispatch({ type: "notifications/looked", permission, isWanted, isSoundOn: true });
  return app;
}

/** The alerts raised so far, in the words of the specification. */
const raised = (app: TestApp): readonly (string | undefined)[] =>
  app.getState().alerts.map(({ text }) => (text.kind === "key" ? text.details : text.text));

function enabling(): TestApp {
  const app = started("default");
  app.dispatch({ type: "notifications/enable-asked" });
  app.dispatch({ type: "notifications/permission-answered", permission: "granted" });
  return app;
}

describe("permission", () => {
  test("[NOTE-1] the browser asks only after a press, and once at a time", () => {
    const app = started("default", true);
    app.dispatch({ type: "session/started" });
    expect(app.asked("ask-permission")).toEqual([]);
    app.dispatch({ type: "notifications/enable-asked" });
    app.dispatch({ type: "notifications/enable-asked" });
    expect(app.asked("ask-permission")).toHaveLength(1);
  });

  test.each(["denied", "unsupported", "home-screen"] as const)(
    "[NOTE-1] permission is not requested if it is %s",
    (state) => {
      const app = started(state);
      app.dispatch({ type: "notifications/enable-asked" });
      expect(app.asked("ask-permission")).toEqual([]);
    },
  );

  test("[EMB-7] in a frame the page never asks, subscribes or shows, whatever the device stored", () => {
    const app = started("in-frame", true);
    app.dispatch({ type: "notifications/enable-asked" });
    app.dispatch({ type: "session/started" });
    app.dispatch({ type: "notifications/test-asked" });
    for (const never of ["ask-permission", "subscribe-in-browser", "show-test-notification"] as const)
      expect(app.asked(never)).toEqual([]);
  });

  test("[EMB-7a] each press asks the host, and its last answer is shown", () => {
    const app = createTestApp();
    startAnasApp(app, [room(1)]);
    app.dispatch({ type: "notifications/looked", permission: "in-frame", isWanted: false, isSoundOn: true });
    const host = () => app.getState().notifications.host;
    expect([app.asked("report-wish").length, host()]).toEqual([0, null]);
    app.dispatch({ type: "notifications/enable-asked" });
    expect([app.asked("report-wish").length, host()]).toEqual([1, "asked"]);
    app.dispatch({ type: "notifications/host-answered", permission: "denied" });
    app.dispatch({ type: "notifications/looked", permission: "in-frame", isWanted: false, isSoundOn: true });
    expect(host()).toBe("denied");
    app.dispatch({ type: "notifications/enable-asked" });
    expect([app.asked("report-wish").length, host()]).toEqual([2, "asked"]);
  });

  test("[NOTE-1b] once allowed, the choice is stored and the browser subscribes with the server's key", () => {
    const app = enabling();
    expect(app.asked("save-notifications-wanted")).toEqual([{ type: "save-notifications-wanted", isWanted: true }]);
    expect(app.asked("subscribe-in-browser")).toEqual([{ type: "subscribe-in-browser", key: "BKey", isAsked: true }]);
    app.dispatch({ type: "notifications/push-subscribed", subscription, isAsked: true });
    expect(app.asked("call-subscribe-push")).toMatchObject([{ subscription }]);
    app.dispatch({ type: "notifications/push-running" });
    expect(app.getState().notifications.push).toBe("running");
  });

  test("[NOTE-1d] turning off ends the subscription, even one that arrives late", () => {
    const app = enabling();
    app.dispatch({ type: "notifications/disable-asked" });
    app.dispatch({ type: "notifications/push-subscribed", subscription, isAsked: true });
    expect(app.asked("call-subscribe-push")).toEqual([]);
    app.dispatch({ type: "notifications/push-running" });
    expect(app.asked("end-pushes")).toHaveLength(3);
    expect(app.getState().notifications.push).toBe("none");
    expect(app.asked("save-notifications-wanted").at(-1)).toMatchObject({ isWanted: false });
  });

  test("[NOTE-1e] each start renews the subscription, and fails silently", () => {
    const app = started("granted", true);
    expect(app.asked("subscribe-in-browser")).toEqual([{ type: "subscribe-in-browser", key: "BKey", isAsked: false }]);
    app.dispatch({ type: "settings/loaded", settings });
    expect(app.asked("subscribe-in-browser")).toHaveLength(1);
    app.dispatch({ type: "notifications/push-refused", message: "No service.", isAsked: false });
    app.dispatch({ type: "notifications/push-failed", error: callError("offline"), isAsked: false });
    expect(raised(app)).toEqual([]);
  });

  test("[NOTE-1e] an unanswered subscription is retried", () => {
    const app = started("granted", true);
    app.dispatch({ type: "notifications/push-failed", error: callError("unavailable"), isAsked: false });
    app.clock.pass(60_000);
    expect(app.asked("subscribe-in-browser")).toHaveLength(2);
  });

  test("[NOTE-1g] a late response subscribes nobody who has signed out", () => {
    const app = enabling();
    app.dispatch({ type: "sign-out/asked" });
    app.dispatch({ type: "notifications/push-subscribed", subscription, isAsked: true });
    expect(app.asked("forget-session")).toHaveLength(1);
    expect(app.asked("call-subscribe-push")).toEqual([]);
    expect(app.getState().notifications.isWanted).toBe(false);
  });
});

describe("alerts", () => {
  test.each(["denied", "default"] as const)("[NOTE-1f] initPush reject1: the answer is %s", (permission) => {
    const app = started("default");
    app.dispatch({ type: "notifications/enable-asked" });
    app.dispatch({ type: "notifications/permission-answered", permission });
    expect(raised(app)).toEqual(["initPush reject1"]);
  });

  test("[NOTE-1f] initPush reject2: the browser cannot ask", () => {
    const app = started("default");
    app.dispatch({ type: "notifications/enable-asked" });
    app.dispatch({ type: "notifications/permission-failed" });
    expect(raised(app)).toEqual(["initPush reject2"]);
  });

  test.each(["push_endpoint_refused", "unexpected", "conflict", "unavailable"] as const)(
    "[NOTE-1f] subscribeToWebPush response error: the server answers %s",
    (code) => {
      const app = enabling();
      app.dispatch({ type: "notifications/push-failed", error: callError(code), isAsked: true });
      expect(raised(app)).toEqual(["subscribeToWebPush response error"]);
    },
  );

  test.each(["offline", "timeout"] as const)(
    "[NOTE-1f] subscribeToWebPush subscribePush error: no answer (%s)",
    (code) => {
      const app = enabling();
      app.dispatch({ type: "notifications/push-failed", error: callError(code), isAsked: true });
      expect(raised(app)).toEqual(["subscribeToWebPush subscribePush error"]);
    },
  );

  test("[NOTE-1f][NOTE-1b] subscribeToWebPush error: the push service's reason; none without a push service", () => {
    const app = enabling();
    app.dispatch({ type: "notifications/push-refused", message: "Registration failed: $&", isAsked: true });
    expect(raised(app)).toEqual(["subscribeToWebPush error: Registration failed: $&"]);
    expect(app.getState().notifications).toMatchObject({ isWanted: true, push: "impossible" });
    const another = enabling();
    another.dispatch({ type: "notifications/push-refused", message: null, isAsked: true });
    expect(raised(another)).toEqual([]);
  });
});

describe("choices", () => {
  const choices = { privacy: "who", quiet: null } as const;

  test("[NOTE-2] a choice applies at once, and then as the server responds", () => {
    const app = started("granted");
    app.dispatch({ type: "notifications/choices-asked", choices });
    expect(app.getState().notifications.saving).toEqual(choices);
    app.dispatch({ type: "notifications/choices-saved", me: { ...signedInAna, notifications: choices, version: 2 } });
    const { session, notifications } = app.getState();
    expect(session).toMatchObject({ me: { notifications: choices, version: 2 } });
    expect(notifications.saving).toBeNull();
  });

  test("[NOTE-2] a failed choice shows why, and is reverted", () => {
    const app = started("granted");
    app.dispatch({ type: "notifications/choices-asked", choices });
    app.dispatch({ type: "notifications/choices-failed", error: callError("timeout") });
    expect(app.getState().notifications).toMatchObject({ saving: null, saveError: { code: "timeout" } });
    app.dispatch({ type: "connection/lost" });
    app.clock.pass(60_000);
    app.forget();
    app.dispatch({ type: "notifications/choices-asked", choices });
    expect(app.getState().notifications).toMatchObject({ saving: null, saveError: { code: "offline" } });
    expect(app.asked("call-choose-notifications")).toEqual([]);
  });
});

test("[NOTE-5] while notifications are on, they are checked for having been read", () => {
  const app = started("granted", true);
  app.dispatch(received(message(1, 1)));
  expect(app.asked("close-read-notifications")).not.toEqual([]);
  const off = started("granted");
  off.dispatch(received(message(1, 1)));
  expect(off.asked("close-read-notifications")).toEqual([]);
});

test("[NOTE-5] opening a room with nothing unread closes its offer's notification", () => {
  const app = started("granted", true);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.forget();
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  expect(app.asked("close-read-notifications")).not.toEqual([]);
});

test("[NOTE-4] a list with nothing unread clears the badge that a push has set", () => {
  const app = createAnasApp();
  app.dispatch({ type: "sign-out/asked" });
  app.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  app.dispatch({ type: "session/started" });
  app.forget();
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 1, page: 1 });
  expect(app.asked("show-unread")).toContainEqual({ type: "show-unread", total: 0 });
});
