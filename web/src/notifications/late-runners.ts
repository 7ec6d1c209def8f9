import { meFromWire } from "../api/from-wire.ts";
import { paths } from "../state/navigation/paths.ts";
import type { Outside } from "../state/part.ts";
import { atMostEvery } from "../platform/at-most-every.ts";
import { showFaviconCount } from "../platform/page/favicon.ts";
import { warn } from "../platform/log.ts";
import { maySound, type Note, playNotes } from "../platform/play-notes.ts";
import { subscribeToPushes, unsubscribeFromPushes } from "../platform/tabs/push-manager.ts";
import { closeNotifications, showNotification } from "../platform/tabs/shown-notifications.ts";
import { claimForTab } from "../platform/tabs/tab-claim.ts";
import { isReading, me, unreadCount, unreadTotal } from "../state/selectors.ts";
import type { AppState, Runners } from "../state/shape.ts";
import { notificationBody, notificationTitle } from "./notification-text.ts";
import type { NotificationsEffects, Ring } from "./notifications-shape.ts";
import { isOn } from "./notifications-state.ts";
import { createRinger } from "./ringer.ts";
import { isBroughtInNew } from "../state/rooms/new-decision.ts";
import { markOf } from "../state/own-rooms/own-rooms.ts";

const closeEveryMs = 1000;

export type LateNotificationsEffect =
  | Exclude<keyof NotificationsEffects, "look-at-notifications" | "ask-permission" | `save-${string}`>
  | "forget-session"
  | "show-unread";

export const lateRunners = (outside: Outside): Runners<LateNotificationsEffect> => ({
  ...runPushes(outside),
  ...runNotifications(outside),
});

function attempt(work: Promise<unknown>): void {
  work.catch((error: unknown) => warn("The browser could not do what notifications need.", error));
}

function runPushes({ store: { dispatch }, api: { call }, settle }: Outside) {
  async function end(): Promise<void> {
    const subscription = await unsubscribeFromPushes();
    if (subscription) await call("unsubscribePush", { body: subscription });
  }
  return {
    "subscribe-in-browser": ({ key, isAsked }: NotificationsEffects["subscribe-in-browser"]) =>
      void subscribeToPushes(key).then(
        (subscription) =>
          dispatch(
            subscription
              ? { type: "notifications/push-subscribed", subscription, isAsked }
              : { type: "notifications/push-refused", message: null, isAsked },
          ),
        (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          dispatch({ type: "notifications/push-refused", message, isAsked });
        },
      ),
    "call-subscribe-push": ({ subscription, isAsked }: NotificationsEffects["call-subscribe-push"]) =>
      settle(
        call("subscribePush", { body: subscription }),
        () => ({ type: "notifications/push-running" }),
        (error) => ({ type: "notifications/push-failed", error, isAsked }),
      ),
    "end-pushes": () => attempt(end()),
    // SW-1f: the server's side of the subscription ends with the session.
    "forget-session": () => {
      attempt(unsubscribeFromPushes());
      attempt(closeNotifications(() => true));
    },
    "call-choose-notifications": ({ choices }: NotificationsEffects["call-choose-notifications"]) =>
      settle(
        call("chooseNotifications", { body: choices }),
        ({ user }) => ({ type: "notifications/choices-saved", me: meFromWire(user) }),
        (error) => ({ type: "notifications/choices-failed", error }),
      ),
  };
}

function runNotifications({ store, clock, loadWords }: Outside) {
  const { getState, dispatch } = store;
  const words = async () => (await loadWords(getState().language)).shownNotifications;
  const open = (path: string): void => dispatch({ type: "address/asked", path });

  async function showRing(ring: Ring): Promise<void> {
    const said = await words();
    const state = getState();
    const room = state.rooms.byId[ring.roomId];
    if (!room || !isOn(state)) return;
    const privacy = me(state)?.notifications.privacy ?? "what";
    const title = notificationTitle(room, privacy, said);
    const body = notificationBody(ring, privacy, said);
    await showNotification({ tag: room.name, title, body, url: paths.view(room.name), about: ring.about }, open);
  }

  async function showTest(): Promise<void> {
    const { testTitle: title, testBody: body } = await words();
    await showNotification({ tag: "cuplaj.test", title, body, url: paths.home, about: "test" }, open);
  }

  const ringer = createRinger({
    clock,
    claim: () => claimForTab("cuplaj.ringing"),
    maySound,
    onSound: (about) => {
      if (getState().notifications.isSoundOn) attempt(playNotes(sounds[about]));
    },
    onShow: (rings) => {
      // NOTE-1c: the worker shows pushes itself. Otherwise only each room's newest notification is shown.
      if (getState().notifications.push === "running") return;
      for (const ring of new Map(rings.map((each) => [each.roomId, each])).values()) attempt(showRing(ring));
    },
  });
  const closing = atMostEvery(closeEveryMs, clock, () =>
    attempt(closeNotifications((tag, about) => isOver(getState(), tag, about))),
  );
  return {
    ring: ({ rings, isLooking }: NotificationsEffects["ring"]) => ringer(rings, isLooking),
    "show-test-notification": () => attempt(showTest()),
    "close-read-notifications": () => closing.ask(),
    "close-all-notifications": () => attempt(closeNotifications(() => true)),
    "show-unread": ({ total }: { readonly total: number }) => attempt(showFaviconCount(total)),
  };
}

/**
 * NOTE-5: whether a notification can close. One about a message can once its room is read on any device; any other once the room is open here. For a
 * room not loaded here, it can once nothing at all is unread, unless the person was added there.
 */
export function isOver(state: AppState, roomName: string, about: unknown): boolean {
  if (about === "test" || state.rooms.page === 0) return false;
  const room = Object.values(state.rooms.byId).find(({ name }) => name === roomName);
  if (!room) return about !== "brought-in" && unreadTotal(state) === 0;
  if (about === "take-over" || about === "offer" || about === "request") return isReading(state, room.id);
  return unreadCount(room) === 0 && !isBroughtInNew(room) && markOf(state, room.id) === null;
}

const note = (hertz: number, atMs: number, lastsMs: number): Note => ({ hertz, atMs, lastsMs });

/** Each kind of ring has a sound of under half a second: two taps, a rise, a call, a fall. */
export const sounds: Readonly<Record<Ring["about"], readonly Note[]>> = {
  message: [note(659, 0, 110), note(988, 90, 220)],
  "take-over": [note(523, 0, 120), note(659, 110, 120), note(784, 220, 240)],
  "brought-in": [note(523, 0, 120), note(784, 120, 260)],
  offer: [note(784, 0, 150), note(587, 150, 280)],
  request: [note(784, 0, 150), note(587, 150, 280)],
};
