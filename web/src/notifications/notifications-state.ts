import { raiseAlert } from "../state/alerts/alerts-state.ts";
import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { offlineError } from "../state/entities.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { isOffline, isReading, me, selectedRoomId, unreadTotal } from "../state/selectors.ts";
import { andThen, type Change, changed, type Context, type Handlers, type IsDue } from "../state/transition.ts";
import type { NotificationsEvents, NotificationsState } from "./notifications-shape.ts";
import { joinsOf, ring } from "./what-rings.ts";

const pushKey = "notifications.push";

export const notificationsHandlers: Handlers<
  keyof NotificationsEvents | "session/started" | "settings/loaded" | "sync/events-received" | "sync/answered"
> = {
  "session/started": look,
  "notifications/look-asked": look,
  "notifications/looked": (state, { permission, isWanted, isSoundOn }) => {
    const looked = withNotifications(state, { permission, isWanted, isSoundOn });
    return isOn(looked) ? startPushes(looked, false) : changed(withNotifications(looked, { push: "none" }));
  },
  "settings/loaded": (state) => startPushes(state, false),

  "notifications/enable-asked": (state) => {
    const { permission, isAsking } = state.notifications;
    if (permission === "granted") return turnOn(state);
    if (permission === "in-frame") return changed(withNotifications(state, { host: "asked" }));
    if (permission !== "default" || isAsking) return changed(state);
    return changed(withNotifications(state, { isAsking: true }), [{ type: "ask-permission" }]);
  },
  "notifications/permission-answered": (state, { permission }, context) => {
    if (me(state) === null) return changed(state);
    const answered = withNotifications(state, { permission, isAsking: false });
    return permission === "granted" ? turnOn(answered) : alert(answered, context, "notAllowed");
  },
  "notifications/permission-failed": (state, _event, context) =>
    alert(withNotifications(state, { isAsking: false }), context, "notAsked"),
  "notifications/host-answered": (state, { permission }) => changed(withNotifications(state, { host: permission })),
  "notifications/disable-asked": (state) =>
    changed(withNotifications(withoutFailure(state, pushKey), { isWanted: false, push: "none" }), [
      { type: "save-notifications-wanted", isWanted: false },
      { type: "end-pushes" },
      { type: "close-all-notifications" },
    ]),

  // The person may have turned notifications off or signed out since.
  "notifications/push-subscribed": (state, { subscription, isAsked }) =>
    changed(state, [isOn(state) ? { type: "call-subscribe-push", subscription, isAsked } : { type: "end-pushes" }]),
  "notifications/push-refused": (state, { message, isAsked }, context) => {
    const refused = withNotifications(state, { push: "impossible" });
    return isAsked && message !== null ? alert(refused, context, "failed", message) : changed(refused);
  },
  "notifications/push-running": (state) =>
    isOn(state)
      ? changed(withNotifications(withoutFailure(state, pushKey), { push: "running" }))
      : changed(state, [{ type: "end-pushes" }]),
  "notifications/push-failed": (state, { error, isAsked }, context) => {
    const failed = retryLater(withNotifications(state, { push: "none" }), pushKey, error, context);
    const isAnswered = error.code !== "offline" && error.code !== "timeout";
    return isAsked ? andThen(failed, (next) => alert(next, context, isAnswered ? "refused" : "notReached")) : failed;
  },

  "notifications/test-asked": (state) => changed(state, isOn(state) ? [{ type: "show-test-notification" }] : []),
  "notifications/sound-chosen": (state, { isOn }) =>
    changed(withNotifications(state, { isSoundOn: isOn }), [{ type: "save-sound", isOn }]),

  "notifications/choices-asked": (state, { choices }) => {
    if (isOffline(state)) return changed(withNotifications(state, { saveError: offlineError }));
    return changed(withNotifications(state, { saving: choices, saveError: null }), [
      { type: "call-choose-notifications", choices },
    ]);
  },
  "notifications/choices-saved": (state, { me: self }) =>
    changed(withNotifications(state, { saving: null }), [
      { type: "dispatch", event: { type: "session/me-loaded", me: self } },
    ]),
  "notifications/choices-failed": (state, { error }) =>
    changed(withNotifications(state, { saving: null, saveError: error })),

  "sync/events-received": (state, { events }, { now }) => ring(state, events, now),
  "sync/answered": (state, { answer }, { now }) =>
    ring(state, [...answer.rooms.flatMap(({ events }) => events), ...joinsOf(state, answer)], now),
};

export const isOn = ({ notifications: { permission, isWanted }, session }: AppState): boolean =>
  session.phase === "signed-in" && permission === "granted" && isWanted;

export const retryPushes = (state: AppState, isDue: IsDue): Change =>
  isDue(pushKey) ? startPushes(underWay(state, pushKey), false) : changed(state);

/** NOTE-4, NOTE-5: reading closes notifications, and loading the list for the first time sets icon and badge. */
export function followRead(before: AppState, after: AppState): readonly Effect[] {
  if (after.session.phase === "signed-out") return [];
  const isFirst = before.rooms.page === 0 && after.rooms.page > 0;
  const isChanged = before.rooms !== after.rooms || before.attention !== after.attention || hasOpened(before, after);
  return [
    ...(isFirst ? [{ type: "show-unread", total: unreadTotal(after) } as const] : []),
    ...(isChanged && isOn(after) ? [{ type: "close-read-notifications" } as const] : []),
  ];
}

function hasOpened(before: AppState, after: AppState): boolean {
  const roomId = selectedRoomId(after);
  return roomId !== null && isReading(after, roomId) && !isReading(before, roomId);
}

function look(state: AppState): Change {
  return changed(withNotifications(state, { saveError: null }), [{ type: "look-at-notifications" }]);
}

function turnOn(state: AppState): Change {
  const wanted = withNotifications(state, { isWanted: true, push: "none" });
  return andThen(changed(wanted, [{ type: "save-notifications-wanted", isWanted: true }]), (next) =>
    startPushes(next, true),
  );
}

/** NOTE-1e: subscribes unless that has already begun. Repeating it is harmless in the browser and on the server. */
function startPushes(state: AppState, isAsked: boolean): Change {
  const key = state.settings?.vapidPublicKey ?? "";
  if (!isOn(state) || key === "" || state.notifications.push !== "none") return changed(state);
  return changed(withNotifications(state, { push: "starting" }), [{ type: "subscribe-in-browser", key, isAsked }]);
}

function alert(state: AppState, { newId }: Context, failure: keyof typeof alertOf, message = ""): Change {
  const details = alertOf[failure].replace("{message}", () => message);
  const text = { kind: "key", key: `notifications.alerts.${failure}`, details } as const;
  return raiseAlert(state, { id: newId(), type: "danger", text });
}

const withNotifications = (state: AppState, change: Partial<NotificationsState["notifications"]>): AppState => ({
  ...state,
  notifications: { ...state.notifications, ...change },
});

/** NOTE-1f: the alert texts of the specification, shown as details after the translated text. */
const alertOf = {
  notAllowed: "initPush reject1",
  notAsked: "initPush reject2",
  refused: "subscribeToWebPush response error",
  notReached: "subscribeToWebPush subscribePush error",
  failed: "subscribeToWebPush error: {message}",
} as const;
