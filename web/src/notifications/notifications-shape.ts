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

/** `home-screen`: only installed apps may show notifications; `in-frame`: a page in a host's frame may not. */
export type NotificationAccess = "default" | "granted" | "denied" | "unsupported" | "home-screen" | "in-frame";

export interface Ring {
  readonly about: "message" | "take-over" | "offer" | "request" | "brought-in";
  readonly roomId: RoomId;
  readonly seq: number;
  readonly name: string;
  readonly text: string;
}

export interface NotificationsState {
  readonly notifications: {
    readonly permission: NotificationAccess;
    readonly isAsking: boolean;
    /** The choice on this device: `notifications_enabled` of the specification. */
    readonly isWanted: boolean;
    /** `none` also covers a browser that the server refused. `impossible` lasts until the next visit: the browser has no push service. */
    readonly push: "none" | "starting" | "running" | "impossible";
    /** The host's answer to the person's request; null before it. */
    readonly host: "asked" | HostCommands["notificationPermission"]["permission"] | null;
    readonly isSoundOn: boolean;
    readonly saving: NotificationChoices | null;
    readonly saveError: CallError | null;
  };
}

/** Whether the person has just asked for notifications. Failures while the page starts raise no alert. */
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
  "notifications/permission-failed": Nothing;
  "notifications/host-answered": HostCommands["notificationPermission"];
  "notifications/disable-asked": Nothing;
  "notifications/push-subscribed": Asked & { readonly subscription: PushSubscription };
  /** `message` is null if this browser cannot push to this page; otherwise it is the error of its push service. */
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
  "close-read-notifications": Nothing;
  "close-all-notifications": Nothing;
}
