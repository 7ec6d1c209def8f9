import type { Outside, Part } from "../state/part.ts";
import { warn } from "../platform/log.ts";
import {
  askForNotifications,
  notificationAccess,
  onNotificationAccess,
} from "../platform/tabs/notification-permission.ts";
import { beginAudioAtPress } from "../platform/page-audio.ts";
import type { NotificationsEffects, NotificationsEvents, NotificationsState } from "./notifications-shape.ts";
import type { LateNotificationsEffect } from "./late-runners.ts";
import { followRead, notificationsHandlers, retryPushes } from "./notifications-state.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { notificationsKey } from "../api/stored-session.ts";

const silentKey = "cuplaj.silent";

export const notificationsPart: Part<
  NotificationsState,
  NotificationsEvents,
  Omit<NotificationsEffects, LateNotificationsEffect>
> = {
  initial: {
    notifications: {
      ...{ permission: "default", isAsking: false, isWanted: false, push: "none", host: null },
      ...{ isSoundOn: true, saving: null, saveError: null },
    },
  },
  handlers: notificationsHandlers,
  follow: followRead,
  retry: retryPushes,
  run: runHere,
};

function runHere({ store: { dispatch } }: Outside) {
  const lookAgain = (): void => dispatch({ type: "notifications/look-asked" });
  void onNotificationAccess(lookAgain);
  deviceStorage.onOtherTab((key) => {
    if (key === notificationsKey || key === silentKey) lookAgain();
  });
  beginAudioAtPress();
  return {
    "look-at-notifications": () =>
      dispatch({
        type: "notifications/looked",
        permission: notificationAccess(),
        isWanted: deviceStorage.get(notificationsKey) === "true",
        isSoundOn: deviceStorage.get(silentKey) !== "1",
      }),
    "ask-permission": () =>
      void askForNotifications().then(
        (permission) => dispatch({ type: "notifications/permission-answered", permission }),
        (error: unknown) => {
          warn("The browser did not ask for notifications.", error);
          dispatch({ type: "notifications/permission-failed" });
        },
      ),
    "save-notifications-wanted": ({ isWanted }: { readonly isWanted: boolean }) =>
      deviceStorage.set(notificationsKey, String(isWanted)),
    "save-sound": ({ isOn }: { readonly isOn: boolean }) => deviceStorage.set(silentKey, isOn ? null : "1"),
  };
}
