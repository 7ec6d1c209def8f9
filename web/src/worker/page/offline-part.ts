import type { AlertText } from "../../state/alerts/alerts-state.ts";
import { draftCount } from "../../state/drafts/drafts-state.ts";
import { paths } from "../../state/navigation/paths.ts";
import { isServerAway } from "../../state/retries/may-pass.ts";
import { chanceOf } from "../../state/retries/retry-delay.ts";
import { reopened } from "../../state/rooms/open-room.ts";
import { selectedRoomId, unsentCount } from "../../state/selectors.ts";
import type { RoomId } from "../../state/entities.ts";
import type { Share } from "../stored-share.ts";
import type { AppState, Effect, Nothing } from "../../state/shape.ts";
import { andThen, changed, type Handlers, dispatchLater, dispatched } from "../../state/transition.ts";
import { withCopy, withOpened, type DeviceCopy } from "./device-copy.ts";
import type { Part } from "../../state/part.ts";

declare module "../../state/shape.ts" {
  interface AppState extends OfflineState {}
  interface AppEvents extends OfflineEvents {}
  interface AppEffects extends OfflineEffects {}
  interface AlertKeys extends Record<`offline.${"shareLost" | "shareFailed"}`, true> {}
}

/** SW-1p, SW-1r: `lost` if nothing usable arrived, `failed` if the share could not be read or stored. */
export type ShareProblem = "lost" | "failed";

export interface OfflineState {
  readonly offline: {
    readonly opened: readonly RoomId[];
    /** When the shown copy was made, ISO 8601; null once the page has caught up with the server, or without a copy. */
    readonly copiedAt: string | null;
    readonly isUpdateReady: boolean;
    readonly canInstall: boolean;
    readonly share: Share | null;
  };
}

export interface OfflineEvents {
  "offline/room-opened": { readonly roomId: RoomId };
  "offline/copy-read": { readonly copy: DeviceCopy };
  "offline/update-ready": Nothing;
  "offline/update-asked": Nothing;
  "offline/update-due": Nothing;
  "offline/install-changed": { readonly canInstall: boolean };
  "offline/install-asked": Nothing;
  "offline/shared": { readonly share: Share };
  "offline/share-arrived": { readonly problem: ShareProblem | null };
  "offline/share-answered": { readonly roomId: RoomId | null };
}

export interface OfflineEffects {
  "copy-to-device": Nothing;
  "read-copy": Nothing;
  "forget-copied-room": { readonly roomId: RoomId };
  "plan-sending": Nothing;
  "use-update": Nothing;
  "look-for-update": Nothing;
  "install-app": Nothing;
  "find-share": Nothing;
  "drop-share": Nothing;
}

/** How often the page looks for a newer build, and how far apart pages spread the check after a lost connection, ms (SW-1d). */
const updateEveryMs = 60 * 60 * 1000;
const updateSpreadMs = 2 * 60 * 1000;
const problemMs = 10_000;
const problemTexts: Readonly<Record<ShareProblem, AlertText>> = {
  lost: { kind: "key", key: "offline.shareLost" },
  failed: { kind: "key", key: "offline.shareFailed" },
};

const offlineHandlers = {
  "session/started": (state) => changed(state, [{ type: "find-share" }]),
  "connection/listening": (state, _event, { newId }) => changed(state, [lookLater(chanceOf(newId()) * updateSpreadMs)]),

  "rooms/page-failed": (state, { error }) =>
    changed(state, state.rooms.page === 0 && isServerAway(error) ? [{ type: "read-copy" }] : []),
  "offline/copy-read": (state, { copy }) =>
    state.rooms.page === 0 && state.session.phase === "signed-in" ? reopened(withCopy(state, copy)) : changed(state),
  "room/open-failed": (state) => (state.offline.copiedAt === null ? changed(state) : reopened(state)),
  "sync/answered": (state) => changed(state.offline.copiedAt === null ? state : withOffline(state, { copiedAt: null })),
  "offline/room-opened": (state, { roomId }) => changed(withOpened(state, roomId)),
  // ROOM-6: deletes the room's copy too.
  "rooms/removed": (state, { roomId }) =>
    changed(withOffline(state, { opened: state.offline.opened.filter((id) => id !== roomId) }), [
      { type: "forget-copied-room", roomId },
    ]),

  "offline/update-ready": (state) => changed(withOffline(state, { isUpdateReady: true })),
  "offline/update-asked": (state) => changed(state, isAnythingUnsent(state) ? [] : [{ type: "use-update" }]),
  "offline/update-due": (state) => changed(state, [{ type: "look-for-update" }, lookLater(updateEveryMs)]),
  "offline/install-changed": (state, { canInstall }) => changed(withOffline(state, { canInstall })),
  "offline/install-asked": (state) => changed(state, [{ type: "install-app" }]),
  "offline/shared": (state, { share }) => changed(withOffline(state, { share })),
  "offline/share-arrived": (state, { problem }) =>
    changed(state, [{ type: "navigate", to: paths.home, replace: true }, ...(problem ? [saidOf(problem)] : [])]),
  "offline/share-answered": (state, { roomId }) => {
    const { share } = state.offline;
    const dropped = changed(withOffline(state, { share: null }), [{ type: "drop-share" }]);
    return share === null || roomId === null
      ? dropped
      : andThen(dropped, (next) => changed(next, givenTo(next, roomId, share)));
  },
} satisfies Partial<Handlers>;

const saidOf = (problem: ShareProblem): Effect => ({
  type: "dispatch",
  event: { type: "alerts/raised", alertType: "danger", text: problemTexts[problem], delayMs: problemMs },
});

export const isAnythingUnsent = (state: AppState): boolean =>
  unsentCount(state) > 0 ||
  draftCount(state) > 0 ||
  Object.keys(state.draftTargets).length > 0 ||
  Object.keys(state.undoable).length > 0;

function followOffline(before: AppState, after: AppState): readonly Effect[] {
  if (after.session.phase === "signed-out") return [];
  const roomId = selectedRoomId(after);
  const isOpened = roomId !== null && roomId !== selectedRoomId(before);
  return [
    ...(isOpened ? [dispatched({ type: "offline/room-opened", roomId })] : []),
    ...(isCopyDue(before, after) ? [{ type: "copy-to-device" } as const] : []),
    ...(isHeldUpNow(before, after) ? [{ type: "plan-sending" } as const] : []),
  ];
}

/** SW-1c: whether a message now has to wait. One that can be sent at once needs no worker. */
const isHeldUpNow = (before: AppState, after: AppState): boolean =>
  before.pending !== after.pending && isAnyHeldUp(after) && !isAnyHeldUp(before);

const isAnyHeldUp = ({ pending }: AppState): boolean =>
  Object.values(pending).some((messages) => messages.some(({ status }) => status === "backing-off"));

/** Whether the copies should be written. While a copy is shown they are not, since it has more than the page has loaded. */
const isCopyDue = (before: AppState, after: AppState): boolean =>
  after.rooms.page > 0 &&
  after.offline.copiedAt === null &&
  (before.rooms !== after.rooms ||
    before.timelines !== after.timelines ||
    before.offers !== after.offers ||
    before.offline.opened !== after.offline.opened);

const lookLater = (delayMs: number): Effect => dispatchLater("app-update", delayMs, { type: "offline/update-due" });

function givenTo(state: AppState, roomId: RoomId, { files, text }: Share): readonly Effect[] {
  const isEmpty = (state.drafts[roomId] ?? "").trim() === "";
  return [
    dispatched({ type: "room/selected", roomId }),
    ...(files.length > 0 ? [dispatched({ type: "attachments/chosen", roomId, files })] : []),
    ...(text !== "" && isEmpty ? [dispatched({ type: "drafts/written", roomId, text })] : []),
  ];
}

const withOffline = (state: AppState, change: Partial<OfflineState["offline"]>): AppState => ({
  ...state,
  offline: { ...state.offline, ...change },
});

export const offlinePart: Part<OfflineState, OfflineEvents, OfflineEffects> = {
  initial: { offline: { opened: [], copiedAt: null, isUpdateReady: false, canInstall: false, share: null } },
  handlers: offlineHandlers,
  follow: followOffline,
};
