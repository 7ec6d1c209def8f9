import type { HostCommands } from "@cuplaj/embed/messages.ts";
import type { NotificationChoices } from "@cuplaj/protocol/participant.ts";
import type { PushSubscription } from "@cuplaj/protocol/push.ts";
import type { CallError, Me, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends NotificationsState {}
  interface AppEvents extends NotificationsEvents {}
  interface AppEffects extends NotificationsEffects {}
  interface AlertKeys {
    "notifications.alerts.notAllowed": true;
    "notifications.alerts.notAsked": true;
    "notifications.alerts.refused": true;
    "notifications.alerts.notReached": true;
    "notifications.alerts.failed": true;
  }
}

/** A browser shows those of installed apps only (`home-screen`); a page in a host's frame shows none (`in-frame`). */
export type NotificationAccess = "default" | "granted" | "denied" | "unsupported" | "home-screen" | "in-frame";

/** NOTE-3 */
export interface Ring {
  readonly about: "message" | "take-over" | "offer" | "brought-in";
  readonly roomId: RoomId;
  readonly seq: number;
  readonly name: string;
  /** The message's; empty for the others. */
  readonly text: string;
}

export interface NotificationsState {
  readonly notifications: {
    readonly permission: NotificationAccess;
    readonly isAsking: boolean;
    /** On this device: `notifications_enabled` of the specification. */
    readonly isWanted: boolean;
    /** `none` also where the server did not take this browser, `impossible` until the next visit where it has no push service. */
    readonly push: "none" | "starting" | "running" | "impossible";
    /** What became of the person's wish in a host's frame; null before they had one. */
    readonly host: "asked" | HostCommands["notificationPermission"]["permission"] | null;
    readonly isSoundOn: boolean;
    /** Choices on their way to the server, and why the last ones did not arrive there. */
    readonly saving: NotificationChoices | null;
    readonly saveError: CallError | null;
  };
}

/** Whether the person has just asked for what happens: a failure at the page's start raises no alert. */
interface Asked {
  readonly isAsked: boolean;
}

export interface NotificationsEvents {
  "notifications/look-asked": Nothing;
  "notifications/looked": {
    readonly permission: NotificationAccess;
    readonly isWanted: boolean;
    readonly isSoundOn: boolean;
  };
  "notifications/enable-asked": Nothing;
  "notifications/permission-answered": { readonly permission: NotificationAccess };
  /** The browser did not even ask. */
  "notifications/permission-failed": Nothing;
  /** The host around the frame says what became of the person's wish (EMB-7a). */
  "notifications/host-answered": HostCommands["notificationPermission"];
  "notifications/disable-asked": Nothing;
  "notifications/push-subscribed": Asked & { readonly subscription: PushSubscription };
  /** Null where this browser has no pushes for this page, else why its push service gave none. */
  "notifications/push-refused": Asked & { readonly message: string | null };
  "notifications/push-running": Nothing;
  "notifications/push-failed": Asked & { readonly error: CallError };
  "notifications/test-asked": Nothing;
  "notifications/sound-chosen": { readonly isOn: boolean };
  "notifications/choices-asked": { readonly choices: NotificationChoices };
  "notifications/choices-saved": { readonly me: Me };
  "notifications/choices-failed": { readonly error: CallError };
}

export interface NotificationsEffects {
  "look-at-notifications": Nothing;
  "ask-permission": Nothing;
  "save-notifications-wanted": { readonly isWanted: boolean };
  "subscribe-in-browser": Asked & { readonly key: string };
  "call-subscribe-push": Asked & { readonly subscription: PushSubscription };
  /** Ends the subscription in the browser and on the server. */
  "end-pushes": Nothing;
  "call-choose-notifications": { readonly choices: NotificationChoices };
  "save-sound": { readonly isOn: boolean };
  ring: { readonly rings: readonly Ring[]; readonly isLooking: boolean };
  "show-test-notification": Nothing;
  /** Closes the notifications of what is read by now. */
  "close-read-notifications": Nothing;
  "close-all-notifications": Nothing;
}
