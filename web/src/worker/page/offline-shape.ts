import type { RoomId } from "../../state/entities.ts";
import type { Share } from "../../state/share.ts";
import type { Nothing } from "../../state/shape.ts";
import type { DeviceCopy } from "./device-copy.ts";

declare module "../../state/shape.ts" {
  interface AppState extends OfflineState {}
  interface AppEvents extends OfflineEvents {}
  interface AppEffects extends OfflineEffects {}
  interface Commands extends OfflineCommands {}
  interface AlertKeys {
    "offline.shareLost": true;
    "offline.shareFailed": true;
  }
}

/** No worker was there to take what was shared, no other app shared it (SW-1r), or it cannot be read or stored (SW-1p). */
export type ShareProblem = "lost" | "failed";

export interface OfflineState {
  readonly offline: {
    /** The rooms opened last, the newest last: they are readable without a network (SW-1b). */
    readonly opened: readonly RoomId[];
    /** ISO 8601: when the copy was made that is shown, until the server is caught up with; null where none is. */
    readonly copiedAt: string | null;
    /** Whether a newer build waits to become this page's. */
    readonly isUpdateReady: boolean;
    /** Whether the browser offers to install the app. */
    readonly canInstall: boolean;
    /** What waits for its room (SW-1h). */
    readonly share: Share | null;
  };
}

export interface OfflineEvents {
  "offline/room-opened": { readonly roomId: RoomId };
  "offline/copy-read": { readonly copy: DeviceCopy };
  "offline/update-ready": Nothing;
  "offline/update-asked": Nothing;
  /** Time to ask the server for a newer build. */
  "offline/update-due": Nothing;
  "offline/install-changed": { readonly canInstall: boolean };
  "offline/install-asked": Nothing;
  "offline/shared": { readonly share: Share };
  /** The page was opened by what was shared, which waits now or was not taken. */
  "offline/share-arrived": { readonly problem: ShareProblem | null };
  /** The room for what was shared; null drops it. */
  "offline/share-answered": { readonly roomId: RoomId | null };
}

export interface OfflineEffects {
  /** Copies what is known onto the device, once the page is idle. */
  "copy-to-device": Nothing;
  "read-copy": Nothing;
  /** A room that is gone stays in no copy. */
  "forget-copied-room": { readonly roomId: RoomId };
  /** Has the browser wake the worker when there is a network (SW-1c). */
  "plan-sending": Nothing;
  /** Loads the page anew with the build that waits. */
  "use-update": Nothing;
  "look-for-update": Nothing;
  "install-app": Nothing;
  "find-share": Nothing;
  "drop-share": Nothing;
}

export interface OfflineCommands {
  /** Loads the newer build, unless something is unsent. */
  readonly useUpdate: () => void;
  readonly installApp: () => void;
  readonly answerShare: (roomId: RoomId | null) => void;
}
