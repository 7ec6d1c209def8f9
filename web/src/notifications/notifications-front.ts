import type { PartFront } from "../part.ts";
import type { NotificationsCommands, NotificationsState } from "./notifications-shape.ts";

export const notificationsFront: PartFront<NotificationsState, NotificationsCommands> = {
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
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
