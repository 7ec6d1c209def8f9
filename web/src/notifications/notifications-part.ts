import type { Outside, Part } from "../state/part.ts";
import { warn } from "../platform/log.ts";
import {
  askForNotifications,
  notificationAccess,
  onNotificationAccess,
} from "../platform/tabs/notification-permission.ts";
import { beginAudioAtPress } from "../platform/page-audio.ts";
import type {
  NotificationsCommands,
  NotificationsEffects,
  NotificationsEvents,
  NotificationsState,
} from "./notifications-shape.ts";
import type { LateNotificationsEffect } from "./late-runners.ts";
import { followRead, notificationsHandlers, retryPushes } from "./notifications-state.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { notificationsKey } from "../api/stored-session.ts";

/** The page's side of notifications (NOTE-1): the worker shows what is pushed. */
export const notificationsPart: Part<
  NotificationsState,
  NotificationsEvents,
  Omit<NotificationsEffects, LateNotificationsEffect>,
  NotificationsCommands
> = {
  initial: {
    notifications: {
      permission: "default",
      isAsking: false,
      isWanted: false,
      push: "none",
      host: null,
      isSoundOn: true,
      saving: null,
      saveError: null,
    },
  },
  commands: (dispatch) => ({
    lookAtNotifications: () => dispatch({ type: "notifications/look-asked" }),
    enableNotifications: () => dispatch({ type: "notifications/enable-asked" }),
    disableNotifications: () => dispatch({ type: "notifications/disable-asked" }),
    testNotification: () => dispatch({ type: "notifications/test-asked" }),
    chooseSound: (isOn) => dispatch({ type: "notifications/sound-chosen", isOn }),
    chooseNotifications: (choices) => dispatch({ type: "notifications/choices-asked", choices }),
  }),
  handlers: notificationsHandlers,
  follow: followRead,
  retry: retryPushes,
  run: runHere,
};

function runHere({ store: { dispatch } }: Outside) {
  const lookAgain = (): void => dispatch({ type: "notifications/look-asked" });
  void onNotificationAccess(lookAgain);
  onNotificationsElsewhere(lookAgain);
  beginAudioAtPress();
  return {
    "look-at-notifications": () =>
      dispatch({
        type: "notifications/looked",
        permission: notificationAccess(),
        isWanted: storedWanted(),
        isSoundOn: storedSoundOn(),
      }),
    "ask-permission": () =>
      void askForNotifications().then(
        (permission) => dispatch({ type: "notifications/permission-answered", permission }),
        (error: unknown) => {
          warn("The browser did not ask for notifications.", error);
          dispatch({ type: "notifications/permission-failed" });
        },
      ),
    "save-notifications-wanted": ({ isWanted }: { readonly isWanted: boolean }) => saveWanted(isWanted),
    "save-sound": ({ isOn: isSoundOn }: { readonly isOn: boolean }) => saveSoundOn(isSoundOn),
  };
}

const silentKey = "cuplaj.silent";

/** Whether the person wants notifications on this device (NOTE-1d). */
const storedWanted = (): boolean => deviceStorage.get(notificationsKey) === "true";

const saveWanted = (isWanted: boolean): void => deviceStorage.set(notificationsKey, String(isWanted));

/** Whether they are heard there (NOTE-3c). */
const storedSoundOn = (): boolean => deviceStorage.get(silentKey) !== "1";

const saveSoundOn = (isOn: boolean): void => deviceStorage.set(silentKey, isOn ? null : "1");

/** Listens for another tab's choice. */
const onNotificationsElsewhere = (listen: () => void): void =>
  deviceStorage.onOtherTab((key) => {
    if (key === notificationsKey || key === silentKey) listen();
  });
