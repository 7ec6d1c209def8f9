import { goBackToAddress, goToAddress } from "../platform/page/page-history.ts";
import type { Part } from "../state/part.ts";
import type { NavigationEffects, NavigationEvents, NavigationState } from "../state/navigation/paths.ts";
import { changed, type Handlers } from "../state/transition.ts";
import { me } from "../state/selectors.ts";
import { guard } from "../state/navigation/guard.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";

const hiddenKey = "cuplaj.rooms-hidden";
const compactKey = "cuplaj.rooms-compact";
const widthKey = "cuplaj.rooms-width";
export const storedRoomListVisible = (): boolean => deviceStorage.get(hiddenKey) !== "1";
export const saveRoomListVisible = (isVisible: boolean): void => deviceStorage.set(hiddenKey, isVisible ? null : "1");
export const storedRoomListCompact = (): boolean => deviceStorage.get(compactKey) === "1";
const saveRoomListCompact = (isCompact: boolean): void => deviceStorage.set(compactKey, isCompact ? "1" : null);
export const saveRoomListWidth = (px: number): void => deviceStorage.set(widthKey, String(px));

const navigationHandlers: Handlers<keyof NavigationEvents> = {
  "address/asked": (state, { path }) => changed(state, [{ type: "navigate", to: path, replace: false }]),

  "address/arrived": (state, { path, search }) => {
    const verdict = guard(path, search, state.session.phase === "signed-in", me(state)?.onlyRoom?.name);
    return verdict.kind === "show"
      ? changed({ ...state, route: verdict.route })
      : changed(state, [{ type: "navigate", to: verdict.to, replace: true }]);
  },

  "navigation/room-list-toggled": (state) => {
    const isVisible = !state.isRoomListVisible;
    return changed({ ...state, isRoomListVisible: isVisible }, [{ type: "save-room-list-visible", isVisible }]);
  },

  "navigation/room-list-compacted": (state) => {
    const isCompact = !state.isRoomListCompact;
    return changed({ ...state, isRoomListCompact: isCompact }, [{ type: "save-room-list-compact", isCompact }]);
  },
};

export const navigationPart: Part<NavigationState, NavigationEvents, NavigationEffects> = {
  initial: { route: { kind: "starting" }, isRoomListVisible: true, isRoomListCompact: false },
  isOfPage: true,
  handlers: navigationHandlers,
  run: () => ({
    navigate: ({ to, replace, entry }) => goToAddress(to, replace, entry),
    "navigate-back": ({ to }) => goBackToAddress(to),
    "save-room-list-visible": ({ isVisible }) => saveRoomListVisible(isVisible),
    "save-room-list-compact": ({ isCompact }) => saveRoomListCompact(isCompact),
  }),
};
